import type { Program } from '../program.js'
import { ALICE, DB, EC, EC_WRITE, NS, READ, SHOP, USAGE, WRITE } from './shop.js'

const get = (key: string) => ({ send: `GET ${NS}/${key}`, headers: READ })
const put = (key: string) => ({
  send: `PUT ${NS}/${key}`,
  headers: WRITE,
  body: JSON.stringify({ value: key, ttlSeconds: 86_400 }),
})
const move = (body: object) => ({ admin: 'POST /clock', body })
const usage = { send: `GET ${USAGE}`, headers: ALICE }

/** Expiry to the millisecond, month ends, moves in both directions, and clocks that run. */
export const time: Program = {
  topic: 'time',
  options: { seed: SHOP },
  steps: [
    { admin: 'POST /tokens', body: { sub: 'user_alice' }, saveToken: 'alice' },
    move({ advance: '59999ms' }),
    get('cart'),
    move({ advance: '1ms' }),
    get('cart'),
    get('cart'),
    move({ to: 'next-expiry', plus: '-1ms' }),
    { send: 'GET /v1/kv/ns_blog_bbb222/post', headers: { 'x-kv-key': 'kv_admin_blog' } },
    move({ to: 'next-expiry' }),
    { send: 'GET /v1/kv/ns_blog_bbb222/post', headers: { 'x-kv-key': 'kv_admin_blog' } },
    { admin: 'GET /timeline' },
    // The end of the month.
    move({ set: '2026-01-31T23:59:59.999Z' }),
    put('late'),
    usage,
    move({ advance: '1ms' }),
    usage,
    put('early'),
    get('late'),
    { send: `GET ${NS}`, headers: ALICE },
    { send: `DELETE ${NS}/late`, headers: WRITE },
    usage,
    move({ to: 'next-month', receipt: true }),
    usage,
    move({ advance: 'P1M' }),
    { admin: 'GET /usage' },
    move({ set: '2028-02-29T12:00:00Z' }),
    usage,
    move({ advance: 'P1Y' }),
    // Goes back. That month's counters survive this.
    move({ set: '2026-01-31T23:59:00Z' }),
    move({ set: '2026-01-31T23:59:00Z', force: true }),
    usage,
    get('late'),
    get('early'),
    put('late'),
    { send: `PUT ${EC}/dated`, headers: EC_WRITE, body: '{"value":true}' },
    move({ advance: '1d', dryRun: true }),
    move({ advance: 'soon' }),
    // A clock that runs along with the machine's.
    move({ rate: 60, freeze: false }),
    { realMs: 1000 },
    { admin: 'GET /clock' },
    put('running'),
    { realMs: 500 },
    { send: 'POST /documents', headers: DB, body: '{"title":"Later"}' },
    move({ freeze: true }),
    { realMs: 5000 },
    { admin: 'GET /clock' },
    move({ set: '9999-12-31T23:59:59.999Z' }),
    put('last'),
    { send: `GET ${NS}`, headers: ALICE },
    { admin: 'GET /history' },
  ],
}
