import type { Program } from '../program.js'
import { DB, NS, READ, SHOP, WRITE } from './shop.js'

export const reseeded: Program = {
  topic: 'reseeded',
  options: { seed: SHOP, profile: { kv: { deleteStatus: 204 } } },
  steps: [
    { send: `DELETE ${NS}/cart`, headers: WRITE },
    {
      admin: 'PUT /seed',
      body: 'version: 1\nnamespaces:\n  - id: ns_shop_aaa111\n    keys: [{ key: kv_read_shop, scope: admin }]\n',
    },
    { send: `GET ${NS}/cart`, headers: READ },
    { send: `DELETE ${NS}/cart`, headers: READ },
    { send: `PUT ${NS}/cart`, headers: READ, body: '{"value":1,"ttlSeconds":60}' },
    { admin: 'PUT /seed', body: 'namespaces: {' },
    { admin: 'POST /faults', body: { id: 'kept', match: { operation: 'documents.list' }, status: 503 } },
    { admin: 'POST /clock', body: { advance: '1h' } },
    { admin: 'PATCH /profile', body: { kv: { putStatus: '201 or 200' } } },
    { admin: 'POST /reset', body: { keep: ['faults', 'clock', 'requests'] } },
    { send: `PUT ${NS}/cart`, headers: READ, body: '{"value":1,"ttlSeconds":60}' },
    { send: `PUT ${NS}/cart`, headers: READ, body: '{"value":2,"ttlSeconds":60}' },
    { send: 'GET /documents', headers: DB },
    { admin: 'DELETE /requests' },
    { send: `GET ${NS}/cart`, headers: READ },
    { admin: 'GET /requests' },
  ],
}
