import { expect, test, vi } from 'vitest'
import { atOnce, SLICE_ITEMS } from '../../src/core/steps.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { RateWindows } from '../../src/domain/rate-limit.js'
import { World } from '../../src/domain/world.js'
import { Attribution } from '../../src/history/attribution.js'
import { type Difference, differing } from '../../src/history/difference.js'
import { differingPlaces } from '../../src/history/differing-places.js'
import { Turns } from '../../src/history/replay.js'
import { type Place, type View, viewOf, viewSteps } from '../../src/history/view.js'
import { AdminCalls } from '../support/admin-calls.js'
import { Service } from '../support/service.js'
import { turnsDuring, turnsOf } from '../support/turns.js'

/** What looks at the past lets others through. */

const HERE = 10_000
const NS = 'ns_a_1'

/** Places of a view that has much, beside one that has nothing. */
async function placesOf(view: View): Promise<Place[]> {
  const empty = viewOf((await Service.start({})).world)
  return [...differingPlaces(view, empty)].filter((place) => place !== undefined)
}

function differencesOf(before: View, after: View): Difference[] {
  const found: Difference[] = []
  atOnce(differing(before, after, (one) => found.push(one)))
  return found
}

const ignore = () => {}

const namespaces = Array.from({ length: HERE }, (_, index) => ({ id: `ns_a_${index}` }))

test('two moments of very many namespaces are compared in slices', async () => {
  const view = viewOf((await Service.start({ namespaces })).world)
  // Each is looked at for what it is, and for its entries: in the order of the one, and then of the other.
  expect(turnsOf(differing(view, view, ignore))).toBe((2 * 2 * HERE) / SLICE_ITEMS)
})

test('very many faults are taken into a view in slices', async () => {
  const faults = Array.from({ length: HERE }, () => ({ status: 503 }))
  const { baseline } = (await Service.start({})).world
  const world = new World(baseline, () => 0, { ...defaultBounds, faults: HERE })
  world.faults.add(faults, 0)
  expect(turnsOf(viewSteps(world))).toBe(HERE / SLICE_ITEMS)
  expect(viewOf(world).faults.get('f_7')?.spec).toEqual({ status: 503 })
})

test('entries that may have expired meanwhile are looked at in slices', async () => {
  const entries = [
    { key: 'first', value: 1, ttlSeconds: 60 },
    { key: 'k{{index}}', value: 1, ttlSeconds: 600, repeat: HERE },
  ]
  const { world } = await Service.start({ namespaces: [{ id: NS, entries }] })
  const before = viewOf(world)
  world.clock.set(world.clock.now() + 60_000)
  const after = viewOf(world)
  expect(turnsOf(differing(before, after, ignore))).toBe(HERE / SLICE_ITEMS)
  expect(differencesOf(before, after).map(({ place }) => place.path)).toEqual([
    '/clock/now',
    `/namespaces/${NS}/entries/first`,
  ])
})

test('what made very many values differ is found out in slices', async () => {
  const view = viewOf((await Service.start({ namespaces })).world)
  const places = await placesOf(view)
  expect(turnsOf(Attribution.of(places, view))).toBeGreaterThanOrEqual(HERE / SLICE_ITEMS)
})

test('a long value counts as much work as many short ones', async () => {
  const ids = Array.from({ length: HERE }, (_, index) => index + HERE)
  const viewWith = async (projects: readonly number[]) => {
    const keys = Array.from({ length: 10 }, (_, index) => ({ key: `db_${index}`, projects }))
    return viewOf((await Service.start({ database: { keys } })).world)
  }
  const [none, short, long] = [await viewWith([]), await viewWith([1]), await viewWith(ids)]
  expect(turnsOf(differing(none, short, ignore))).toBe(0)
  // Ten texts of 60,000 characters.
  expect(turnsOf(differing(none, long, ignore))).toBeGreaterThanOrEqual(2)
  const places = await placesOf(short)
  expect(turnsOf(Attribution.of(places, long))).toBeGreaterThanOrEqual(2)
  const attribution = atOnce(Attribution.of(places, none))
  expect(turnsOf(attribution.settle(long))).toBeGreaterThanOrEqual(2)
})

test('a difference of very many entries is told with turns for others', async () => {
  const entries = [{ key: 'k{{index}}', value: 1, ttlSeconds: 600, repeat: HERE }]
  const calls = new AdminCalls(await Service.start({ namespaces: [{ id: NS, entries }] }))
  await calls.send(`DELETE /namespaces/${NS}`)
  const told = calls.send('GET /diff')
  // Found, compared, read anew by what made them, told of, and written, 500 at once.
  expect(await turnsDuring(told)).toBeGreaterThanOrEqual((5 * HERE) / SLICE_ITEMS + HERE / 500)
  expect((await told).json).toMatchObject({ changes: expect.objectContaining({ length: HERE + 1 }) })
})

test('a window of requests and a month of counters are read without a look at the others', async () => {
  const months = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`20${index + 10}-01`, { reads: 1 }]),
  )
  const keys = Array.from({ length: 10 }, (_, index) => ({ key: `db_${index}` }))
  const database = { rateLimit: { requests: 5, per: '1m' }, keys }
  const service = await Service.start({ database, namespaces: [{ id: NS, usage: months }] })
  for (const { key } of keys) await service.send('GET /documents', { headers: { 'X-API-Key': key } })
  const view = viewOf(service.world)
  const places = await placesOf(view)
  const [windows, copy] = [
    vi.spyOn(RateWindows.prototype, 'entries'),
    vi.spyOn(Object.getPrototypeOf(view.state.namespaces.get(NS)?.usage), 'copy'),
  ]
  const values = places.map((place) => place.read(view))
  expect(values.filter((value) => value === 1)).toHaveLength(12 + 1)
  expect(windows).not.toHaveBeenCalled()
  expect(copy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('there may be more keys than a function takes arguments', async () => {
  const { world } = await Service.start({})
  const many = 150_000
  for (let index = 0; index < many; index++) world.state.addDatabaseKey(`db_${index}`)
  expect((await placesOf(viewOf(world))).length).toBeGreaterThan(many)
})

test('a run looks at the time behind each command: one may take long', () => {
  let now = 0
  const turns = new Turns(() => now)
  const taken = [1, 3, 1, 30].map((ms) => {
    now += ms
    return turns.isOver()
  })
  expect(taken).toEqual([false, false, true, true])
})

test('the life of an entry reads its value once, however many commands there are', async () => {
  const service = await Service.start({
    namespaces: [{ id: NS, entries: [{ key: 'a', value: 1, ttlSeconds: 60 }] }],
  })
  const calls = new AdminCalls(service)
  for (let count = 0; count < 5; count++) await calls.send('PATCH /profile', { kv: { putStatus: 201 } })
  await calls.send('POST /clock', { advance: '2m' })
  await calls.send('POST /clock', { set: service.world.clock.now() - 110_000, force: true })
  const read = vi.spyOn(JSON, 'parse')
  const { json } = await calls.send(`GET /namespaces/${NS}/entries/a/history`)
  const values = read.mock.calls.filter(([text]) => text === '1')
  read.mockRestore()
  expect((json as { events: { kind: string }[] }).events.map(({ kind }) => kind)).toEqual([
    'written',
    'expired',
    'written',
    'expires',
  ])
  expect(values).toHaveLength(2)
})
