import { CONNECTION_FAULTS } from '../../../src/domain/faults/connection-faults.js'
import type { Program, Step } from '../program.js'
import { ADMIN, DB, EC, EC_READ, NS, READ, SHOP, WRITE } from './shop.js'

const put = (key: string) => ({
  send: `PUT ${NS}/${key}`,
  headers: WRITE,
  body: JSON.stringify({ value: key, ttlSeconds: 60 }),
})

/** Breaks the connection of a put and of a read. A hanging one is left. */
const broken = (connection: string, effect: 'before' | 'after'): Step[] => {
  const name = `${connection}-${effect}`
  const operation = { admin: 'POST /faults', body: { id: name, times: 1, connection, effect } }
  if (connection !== 'hang') return [operation, put(name)]
  return [operation, { ...put(name), begin: name }, { leave: name }]
}

const asks = (fault: string) => ({ send: `GET ${NS}/cart`, headers: { ...READ, 'x-emulator-fault': fault } })

export const faults: Program = {
  topic: 'faults',
  isArchived: true,
  options: {
    seed: {
      ...SHOP,
      faults: [{ id: 'seeded', match: { operation: 'usage.get' }, status: 500, optional: true }],
    },
  },
  steps: [
    ...CONNECTION_FAULTS.flatMap((name) => [...broken(name, 'before'), ...broken(name, 'after')]),
    { send: `GET ${NS}/truncate-after`, headers: READ },
    { send: `GET ${NS}/reset-before`, headers: READ },
    { send: `GET ${NS}/reset-after`, headers: READ },
    { admin: 'GET /faults' },
    { admin: 'DELETE /faults' },
    {
      admin: 'POST /faults',
      body: {
        match: { operation: 'kv.get' },
        status: 503,
        body: { tea: [1.0] },
        headers: { 'X-Tea': 'green', 'Content-Type': 'text/plain' },
        times: 1,
      },
    },
    { send: `GET ${NS}/cart`, headers: READ },
    {
      admin: 'POST /faults',
      body: { match: { operation: 'kv.*' }, status: 429, retryAfter: '2m', body: 'text', times: 1 },
    },
    { send: `GET ${NS}/cart`, headers: READ },
    {
      admin: 'POST /faults',
      body: { match: { operation: '*.put' }, status: 500, effect: 'after', times: 1 },
    },
    put('lost'),
    { send: `GET ${NS}/lost`, headers: READ },
    { admin: 'POST /faults', body: { match: { method: 'PUT' }, status: 200, times: 1 } },
    put('not-run'),
    { send: `GET ${NS}/not-run`, headers: READ },
    { admin: 'POST /faults', body: { match: { operation: 'documents.get' }, status: 409, times: 1 } },
    { send: 'GET /documents/1', headers: DB },
    { admin: 'POST /faults', body: { match: { path: '/v1/ec/**' }, status: 401, times: 2 } },
    { send: `GET ${EC}/banner`, headers: EC_READ },
    { send: `GET ${EC}`, headers: EC_READ },
    // Real delays, with and without an answer.
    { admin: 'POST /faults', body: { delay: '1ms', times: 1 } },
    { send: `GET ${NS}/lost`, headers: READ },
    { admin: 'POST /faults', body: { delay: { min: 1, max: 3 }, status: 504, times: 1 } },
    { send: `GET ${NS}/lost`, headers: READ },
    { admin: 'POST /faults', body: { delay: 1, connection: 'close', effect: 'after', times: 1 } },
    { send: `DELETE ${NS}/lost`, headers: WRITE },
    { admin: 'DELETE /faults' },
    // Which requests, and how often.
    {
      admin: 'POST /faults',
      body: {
        id: 'third',
        match: { namespace: 'ns_shop_aaa111', key: 'cart' },
        after: 2,
        times: 1,
        status: 500,
      },
    },
    {
      admin: 'POST /faults',
      body: { id: 'chance', match: { store: 'ec_web_ccc333' }, probability: 0.5, status: 500 },
    },
    {
      admin: 'POST /faults',
      body: { id: 'credential', match: { credential: 'kv_admin_shop' }, status: 502 },
    },
    {
      admin: 'POST /faults',
      body: { id: 'header', match: { header: { 'x-try': 2 } }, status: 503, optional: true },
    },
    {
      admin: 'POST /faults',
      body: { id: 'later', match: { operation: 'projects.list' }, from: '+1m', until: '+2m', status: 503 },
    },
    { send: `GET ${NS}/cart`, headers: READ },
    { send: `GET ${NS}/never`, headers: READ },
    { send: `GET ${NS}/cart`, headers: { 'x-kv-key': 'wrong' } },
    { send: `GET ${NS}/cart`, headers: ADMIN },
    { send: `GET ${NS}/cart`, headers: ADMIN },
    { send: `GET ${EC}/banner`, headers: EC_READ },
    { send: `GET ${EC}/banner`, headers: EC_READ },
    { send: `GET ${EC}/banner`, headers: EC_READ },
    { send: `GET ${EC}/banner`, headers: { ...EC_READ, 'x-try': '2' } },
    { send: 'GET /nowhere', headers: { 'x-try': '2' } },
    { send: 'GET /projects', headers: DB },
    { admin: 'POST /clock', body: { advance: '59999ms' } },
    { send: 'GET /projects', headers: DB },
    { admin: 'POST /clock', body: { advance: '1ms' } },
    { send: 'GET /projects', headers: DB },
    { admin: 'POST /clock', body: { advance: '59999ms' } },
    { send: 'GET /projects', headers: DB },
    { admin: 'POST /clock', body: { advance: '1ms' } },
    { send: 'GET /projects', headers: DB },
    { admin: 'GET /faults' },
    { admin: 'PATCH /faults/credential', body: { enabled: false } },
    { send: `GET ${NS}/flag:checkout`, headers: ADMIN },
    { admin: 'PATCH /faults/credential', body: { enabled: true, before: 'third' } },
    { send: `GET ${NS}/cart`, headers: ADMIN },
    { admin: 'DELETE /faults/chance' },
    { admin: 'DELETE /faults/chance' },
    { admin: 'POST /faults', body: { status: 99 } },
    // A fault that the request asks for itself.
    asks('503'),
    asks('503; effect=after; delay=1ms; retryAfter=5'),
    asks('reset'),
    asks('connection=truncate'),
    asks('status=429;retryAfter=1'),
    asks('garbage; effect=after'),
    { admin: 'GET /faults' },
  ],
}
