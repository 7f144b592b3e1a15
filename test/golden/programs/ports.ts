import type { Program } from '../program.js'
import { DB, NS, READ, SHOP } from './shop.js'

/** Answers that contain ports come before the reset, because bundles hash them. */
export const ports: Program = {
  topic: 'ports',
  options: { seed: SHOP, dbPort: 0 },
  way: 'over sockets',
  steps: [
    { send: `GET ${NS}/cart`, headers: READ, toDatabase: true },
    { send: 'GET /documents/1', headers: DB },
    { send: 'GET /nowhere', toDatabase: true },
    { send: 'GET /_admin/clock', toDatabase: true },
    { admin: 'GET /requests/r1' },
    { admin: 'GET /requests/r2' },
    { admin: 'GET /requests/r3' },
    { admin: 'POST /reset', body: {} },
    { send: `GET ${NS}/cart`, headers: READ },
    { send: 'GET /documents?limit=2', headers: DB, toDatabase: true, saveNext: 'next' },
    { send: 'GET <next>', headers: DB, toDatabase: true },
    { send: 'POST /documents', headers: DB, body: '{"title":"Made"}', toDatabase: true },
    { send: 'GET /nowhere', toDatabase: true },
  ],
}
