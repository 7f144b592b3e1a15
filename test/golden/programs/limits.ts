import type { Program } from '../program.js'
import { ALICE, DB, NS, READ, SCOPED, SHOP, USAGE, WRITE } from './shop.js'

const [shop, ...others] = SHOP.namespaces
const put = (key: string, value: string, ttlSeconds = 60) => ({
  send: `PUT ${NS}/${key}`,
  headers: WRITE,
  body: JSON.stringify({ value, ttlSeconds }),
})

/** Quotas, storage and rates: at the limit, beyond it, and what counts towards it. */
export const limits: Program = {
  topic: 'limits',
  options: {
    seed: {
      ...SHOP,
      namespaces: [{ ...shop, limits: { reads: 6, writes: 6, lists: 2, storageBytes: 60 } }, ...others],
      database: { ...SHOP.database, rateLimit: { requests: 3, per: '1m' } },
    },
  },
  steps: [
    { admin: 'POST /tokens', body: { sub: 'user_alice' }, saveToken: 'alice' },
    { send: `GET ${NS}/never`, headers: READ },
    { send: `GET ${NS}/cart`, headers: READ },
    { send: `GET ${NS}/%zz`, headers: READ },
    { send: `GET ${NS}/cart`, headers: READ },
    { send: `GET ${NS}/cart`, headers: READ },
    // 43 bytes are stored, 10 of them expired: 16 and a byte more.
    put('k', '0123456789abc'),
    put('k', '0123456789abcd'),
    put('cart', ''),
    put('old', 'over an expired one'),
    put('k', 'x'),
    put('k', 'y'),
    put('k', 'z'),
    { send: `DELETE ${NS}/k`, headers: WRITE },
    { send: `DELETE ${NS}/k`, headers: WRITE },
    { send: `GET ${NS}`, headers: ALICE },
    { send: `GET ${NS}`, headers: ALICE },
    { send: `GET ${NS}`, headers: ALICE },
    { send: `GET ${USAGE}`, headers: ALICE },
    {
      admin: 'PATCH /state',
      body: { profile: { kv: { quotaRetryAfter: true, expiredStorage: 'freed', storageOf: 'value' } } },
    },
    { send: `GET ${NS}/cart`, headers: READ },
    { send: `GET ${USAGE}`, headers: ALICE },
    { admin: 'PATCH /namespaces/ns_shop_aaa111', body: { usage: { reads: 0 } } },
    {
      admin: 'PATCH /state',
      body: { profile: { kv: { countMisses: false, countRefusedPuts: true, countMissingDeletes: true } } },
    },
    { send: `GET ${NS}/never`, headers: READ },
    { send: `DELETE ${NS}/never`, headers: WRITE },
    { admin: 'PATCH /namespaces/ns_shop_aaa111', body: { usage: { writes: 0 } } },
    { send: `PUT ${NS}/k`, headers: WRITE, body: '{' },
    { send: `GET ${USAGE}`, headers: ALICE },
    // Each key has its own windows, aligned to the minute.
    { send: 'GET /documents?limit=1', headers: DB },
    { send: 'GET /documents?limit=x', headers: DB },
    { send: 'GET /documents', headers: { 'x-api-key': 'unknown' } },
    { send: 'GET /documents/1', headers: DB },
    { send: 'GET /projects', headers: DB },
    { send: 'GET /projects', headers: SCOPED },
    { admin: 'POST /clock', body: { advance: '59999ms' } },
    { send: 'GET /projects', headers: DB },
    { admin: 'POST /clock', body: { advance: '1ms' } },
    { send: 'GET /projects', headers: DB },
    {
      admin: 'PATCH /state',
      body: { profile: { database: { rateWindow: 'sliding', rateLimitRetryAfter: false } } },
    },
    { send: 'GET /projects', headers: DB },
    { admin: 'POST /clock', body: { advance: '30s' } },
    { send: 'GET /projects', headers: DB },
    { send: 'GET /projects', headers: DB },
    { send: 'GET /projects', headers: DB },
    { admin: 'POST /clock', body: { advance: '30s' } },
    { send: 'GET /projects', headers: DB },
    { admin: 'PATCH /database', body: { rateLimit: { requests: 1, per: '1h' } } },
    { send: 'GET /projects', headers: SCOPED },
    { send: 'GET /projects', headers: SCOPED },
    { admin: 'GET /usage' },
  ],
}
