import type { Program, RequestStep } from '../program.js'
import { ALICE, DB, NS, READ, SHOP, WRITE } from './shop.js'

const get = (headers: RequestStep['headers'], prefix = ''): RequestStep => ({
  send: `GET ${prefix}${NS}/cart`,
  headers: headers ?? {},
})
const put = (prefix: string) => ({
  send: `PUT ${prefix}${NS}/k`,
  headers: WRITE,
  body: JSON.stringify({ value: prefix, ttlSeconds: 60 }),
})

/** The ways to select a world: by path, by header, and by what applications pass on. */
export const worlds: Program = {
  topic: 'worlds',
  options: { seed: SHOP, requireWorld: true },
  steps: [
    { admin: 'POST /worlds', body: {} },
    { admin: 'POST /worlds', body: { id: 'named' } },
    { admin: 'POST /worlds', body: { id: 'gone' } },
    { admin: 'DELETE /worlds/gone' },
    { admin: 'POST /worlds', body: { id: 'named' } },
    put('/_worlds/w1'),
    put('/_worlds/named'),
    get(READ, '/_worlds/gone'),
    get({ ...READ, 'x-emulator-world': 'w1' }),
    get({ ...READ, baggage: 'other=1, emulator-world=named' }),
    get({ ...READ, traceparent: '00-ffffffffffffffffffffffffffffffff-00f067aa0ba902b7-01' }),
    get({ ...READ, traceparent: '00-74726973746f7265ed2e0e24f3429e8f-dc7e386e79860dfa-01' }),
    get({ 'x-kv-key': 'kv_read_shop@w1' }),
    get({ 'x-kv-key': 'kv_read_shop@never' }),
    get({ 'x-kv-key': 'kv_wrong@w1' }),
    { send: 'GET /documents?limit=1', headers: { 'x-api-key': 'db_all@named' } },
    {
      admin: 'POST /_worlds/w1 /tokens',
      body: { sub: 'user_alice', claims: { emulator_world: 'w1' } },
      saveToken: 'alice',
    },
    { send: `GET ${NS}`, headers: ALICE },
    get({ ...READ, 'x-emulator-world': 'w1' }, '/_worlds/w1'),
    get({ ...READ, 'x-emulator-world': 'w1' }, '/_worlds/named'),
    get({ ...READ, 'x-emulator-world': 'w1', baggage: 'emulator-world=named' }),
    get({ 'x-kv-key': 'kv_read_shop@named', 'x-emulator-world': 'w1' }),
    // No world, or a missing one.
    get(READ),
    { send: 'GET /nowhere' },
    { ...put(''), headers: { ...WRITE, baggage: 'more=1' } },
    get({ ...READ, 'x-emulator-world': 'none' }),
    { send: 'GET /documents?limit=2', headers: { ...DB, 'x-emulator-world': 'w1' }, saveNext: 'page' },
    { send: 'GET <page>', headers: { ...DB, 'x-emulator-world': 'w1' } },
    { send: 'GET /_worlds/w1/documents?limit=2', headers: DB, saveNext: 'page' },
    { send: 'GET <page>', headers: DB },
    { admin: 'POST /_worlds/w1 /clock', body: { advance: '1h' } },
    get(READ, '/_worlds/w1'),
    get(READ, '/_worlds/named'),
    { realMs: 500 },
    { admin: 'GET /worlds' },
    { admin: 'GET /_worlds/w1 /world' },
    { admin: 'POST /_worlds/none /clock', body: { advance: '1h' } },
  ],
}
