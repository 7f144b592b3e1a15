import { expect, test } from 'vitest'
import { readRequestQuery, readSortedRequestQuery, wanted } from '../../src/admin/lists/requests.js'
import type { RequestRecord } from '../../src/api/record.js'
import { atOnce, SLICE_ITEMS, Slice } from '../../src/core/steps.js'
import { backoff } from '../../src/journal/conduct/backoff.js'
import { conductOf } from '../../src/journal/conduct/conduct.js'
import type { Run } from '../../src/journal/conduct/duty.js'
import { lanesOf } from '../../src/journal/conduct/lanes.js'
import { isDoubtful, orderIn } from '../../src/journal/conduct/order.js'
import { quotaShares } from '../../src/journal/conduct/quotas.js'
import { type Retry, retryChains } from '../../src/journal/conduct/retries.js'
import { retryAfter } from '../../src/journal/conduct/retry-after.js'
import { retryPause } from '../../src/journal/conduct/retry-pause.js'
import { shortTtls } from '../../src/journal/conduct/short-ttls.js'
import { gapsUsed } from '../../src/journal/gaps-used.js'
import { Service } from '../support/service.js'
import { turnsOf } from '../support/turns.js'

/** As many as the journal of a service keeps here. */
const REQUESTS = 1000

async function used(): Promise<Service> {
  const service = await Service.start({
    database: { keys: [{ key: 'db' }] },
    faults: [{ match: { operation: 'documents.list' }, status: 503 }],
  })
  for (let index = 0; index < REQUESTS; index++) {
    await service.send('GET /documents', { headers: { 'X-API-Key': 'db' } })
  }
  return service
}

test('conduct of a thousand requests lets others through', async () => {
  const { world } = await used()
  expect(turnsOf(conductOf(world))).toBeGreaterThanOrEqual(10)
})

test('so does a look for some of them', async () => {
  const { world } = await used()
  const records = [...world.journal.newestFirst()]
  expect(turnsOf(wanted(records, readRequestQuery(new URLSearchParams('status=404'))))).toBe(1)
})

// To make a record takes two items, and so does a look at it.
test.each([
  ['', 1],
  ['sort=at', 2],
  ['sort=waited', 2],
] as const)('a list of requests is looked through in slices: %s', async (query, slices) => {
  const { world } = await used()
  expect(turnsOf(wanted(world.journal.list(), readRequests(query)))).toBeGreaterThanOrEqual(slices)
})

test('of a list by how long clients waited no more is put in order than is asked for', async () => {
  const { world } = await used()
  const newest = [...world.journal.newestFirst()]
  const records = Array.from({ length: 20 }, () => newest).flat()
  const turns = (query: string) => turnsOf(wanted(records, readRequests(query)))
  expect(turns('sort=waited&limit=10')).toBeLessThan(turns('sort=waited') / 2)
})

const readRequests = (query: string) => readSortedRequestQuery(new URLSearchParams(query))

test.each(['before=r1000', 'before=r1001&sort=at', 'before=r1&sort=at&limit=2'])(
  'what comes behind one at the end of a list, or that is gone: %s',
  async (query) => {
    const { world } = await used()
    const [first, second] = atOnce(wanted(world.journal.list(), readRequests(query)))
    const wantedIds = query.endsWith('limit=2')
      ? ['r2', 'r3']
      : query.includes('sort')
        ? [undefined, undefined]
        : ['r999', 'r998']
    expect([first?.id, second?.id]).toEqual(wantedIds)
  },
)

test('each part of conduct is counted in slices', async () => {
  const { world } = await used()
  const one = [...world.journal.newestFirst()]
  const records = [one, one, one, one, one, one].flat()
  const slices = records.length / SLICE_ITEMS
  expect(turnsOf(gapsUsed(records, new Slice()))).toBe(4 * slices)
  for (const steps of [orderIn, quotaShares, shortTtls])
    expect(turnsOf(steps(records, new Slice()))).toBe(slices)
})

test('so are quotas of which each was used by another namespace, once for their shares', () => {
  const records = Array.from({ length: SLICE_ITEMS }, (_, index) => {
    const decision = { quotaLimit: 10, countedBy: `ns_a_${index}` }
    return { operation: 'kv.get', at: 0, decision } as RequestRecord
  })
  expect(turnsOf(quotaShares(records, new Slice()))).toBe(2)
})

/** Requests for one thing, all but the first with an answer. */
const forOneThing = (firstStatus: number) =>
  Array.from({ length: SLICE_ITEMS }, (_, arrivedMs) => {
    const asked = { credential: 'db', method: 'GET', path: '/documents', target: '/documents' }
    const status = arrivedMs === 0 ? firstStatus : 200
    return { ...asked, status, arrivedMs, durationMs: 0, replyHeaders: [] } as unknown as RequestRecord
  })

test.each([
  // What each asks for is not looked at.
  ['where nothing failed', 200, 1],
  // That takes five items; it is looked at by its connection, and among those that wait.
  ['where one did', 503, 1 + 5 + 1 + 1],
] as const)('what may be a retry is looked for in slices, %s', (_name, firstStatus, slices) => {
  const records = forOneThing(firstStatus)
  const orderOf = atOnce(orderIn(records, new Slice()))
  expect(turnsOf(retryChains(records, orderOf, new Slice()))).toBe(slices)
})

test('to tell whether a request is doubtful few of the others are looked at', () => {
  const records = forOneThing(503)
  const [failed] = records as [RequestRecord]
  let looks = 0
  const watched = new Proxy(records, {
    get(list, name) {
      looks++
      return Reflect.get(list, name)
    },
  })
  expect(isDoubtful(failed, records.length - 1, watched, () => 'after')).toBe(false)
  expect(looks).toBeLessThan(100)
})

test.each([
  // Grouped, put in rows, told from those that came as asked, looked at twice with those around, judged.
  [retryPause, [SLICE_ITEMS], 6 * SLICE_ITEMS],
  [retryAfter, [SLICE_ITEMS], SLICE_ITEMS],
  [backoff, Array(SLICE_ITEMS).fill(2), SLICE_ITEMS],
])('retries are judged step by step: $id', ({ judge }, lengths, steps) => {
  const [failed, request] = forOneThing(503) as [RequestRecord, RequestRecord]
  const retry: Retry = { asks: 'a', failed, request, afterMs: 1, askedMs: undefined, isDoubtful: false }
  const run: Run = {
    records: [],
    orderOf: () => 'after',
    chains: lengths.map((length) => Array.from({ length }, () => ({ ...retry }))),
    scopeOf: () => undefined,
  }
  expect([...judge(run)].length).toBeGreaterThanOrEqual(steps)
})

test('of a long chain that is judged few requests are named', () => {
  let named = 0
  const request = {
    get id() {
      named++
      return 'r2'
    },
  } as RequestRecord
  const retry: Retry = {
    asks: 'a',
    failed: request,
    request,
    afterMs: 1,
    askedMs: undefined,
    isDoubtful: false,
  }
  const run = { chains: [Array<Retry>(SLICE_ITEMS).fill(retry)] } as unknown as Run
  const judged = [...backoff.judge(run)].filter((one) => one !== undefined)
  expect(judged.map(({ wrong }) => wrong?.slice(0, 24))).toEqual(['r2 was retried 2000 time'])
  expect(named).toBe(1)
})

test('so are the lanes of clients', () => {
  // Of each its order is looked at (1), whether it failed (1), what may be a retry (7), and itself.
  expect(turnsOf(lanesOf(forOneThing(503)))).toBeGreaterThanOrEqual(1 + 1 + 7 + 1)
})

test('conduct takes as long as its parts', async () => {
  const requests = 2 * SLICE_ITEMS
  const service = await Service.start({}, {}, { requestsMax: requests })
  for (let index = 0; index < requests; index++) await service.send('GET /none')
  const { world } = service
  const records = [...world.journal.newestFirst()]
  const orderOf = atOnce(orderIn(records, new Slice()))
  const parts = [orderIn, gapsUsed, quotaShares, shortTtls].map((steps) =>
    turnsOf(steps(records, new Slice())),
  )
  parts.push(turnsOf(retryChains(records, orderOf, new Slice())))
  // Each is made anew (2), and an occasion of five duties at least (4).
  parts.push((requests * (2 + 5 * 4)) / SLICE_ITEMS)
  expect(turnsOf(conductOf(world))).toBeGreaterThanOrEqual(parts.reduce((sum, turns) => sum + turns))
})
