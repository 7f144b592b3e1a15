import type { Program } from '../program.js'
import { DB, NS, READ, SHOP, WRITE } from './shop.js'

const put = (body: string, headers = WRITE) => ({ send: `PUT ${NS}/k`, headers, body })
const LONG = '{"value":"longer than is taken","ttlSeconds":60}'
const HUGE = JSON.stringify({ title: 'x'.repeat(70_000) })

/** Bounds of a body, the journal, faults, worlds and snapshots, and a full heap. */
export const bounds: Program = {
  topic: 'bounds',
  options: { seed: SHOP, bounds: { requests: 4, faults: 1, worlds: 1, snapshots: 1 } },
  way: 'in process',
  steps: [
    { heapUsed: 990_000 },
    { send: 'POST /documents', headers: DB, body: HUGE },
    put('{"value":1,"ttlSeconds":60}'),
    { send: `GET ${NS}/cart`, headers: READ },
    { send: `DELETE ${NS}/cart`, headers: WRITE },
    put('{"value":1,"ttlSeconds":60}'),
    { admin: 'POST /worlds', body: {} },
    { heapUsed: 0 },
    put('{"value":1,"ttlSeconds":60}'),
    { admin: 'POST /reset', body: {} },
    { admin: 'PATCH /state', body: { profile: { limits: { bodyBytes: 40 } } } },
    put(LONG),
    put(LONG, READ),
    put('{"value":1,"ttlSeconds":60}'),
    { admin: 'POST /worlds', body: {} },
    { admin: 'POST /worlds', body: {} },
    { admin: 'POST /snapshots', body: {} },
    { admin: 'POST /snapshots', body: { name: 'more' } },
    { admin: 'POST /faults', body: [{ status: 503 }, { status: 504 }] },
    { send: `GET ${NS}/k`, headers: READ },
    { send: `GET ${NS}/k`, headers: READ },
    { admin: 'GET /requests/r1' },
    { admin: 'GET /history' },
  ],
}
