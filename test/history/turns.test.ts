import { describe, expect, test } from 'vitest'
import { answer } from '../../src/admin/router.js'
import { atOnce, SLICE_ITEMS, Slice } from '../../src/core/steps.js'
import type { AdminCall } from '../../src/domain/command.js'
import { expiriesOn, monthsOn } from '../../src/history/ahead.js'
import { Attribution } from '../../src/history/attribution.js'
import { differences, differing } from '../../src/history/difference.js'
import { differingPlaces } from '../../src/history/differing-places.js'
import { holdMarks, placed } from '../../src/history/placed.js'
import { momentOf } from '../../src/history/point.js'
import { timelineOf } from '../../src/history/timeline.js'
import { viewOf } from '../../src/history/view.js'
import { wouldDiffer } from '../../src/history/would-differ.js'
import type { WorldContext } from '../../src/worlds/context.js'
import { AdminCalls, contextOf } from '../support/admin-calls.js'
import { REAL_NOW, Service } from '../support/service.js'
import { turnsDuring, turnsOf } from '../support/turns.js'

/** How often what looks at a moment, and at two of them, lets others through for each kind of what there is. */

const HERE = 10_000
/** Turns of work that takes one item each. */
const ONCE = HERE / SLICE_ITEMS

const ids = (prefix: string) => Array.from({ length: HERE }, (_, index) => ({ id: `${prefix}_${index}` }))
const keys = (prefix: string) => ids(prefix).map(({ id }) => ({ key: id }))
const scoped = (prefix: string) => ids(prefix).map(({ id }) => ({ key: id, scope: 'read' }))

const viewWith = async (seed: object) => viewOf((await Service.start(seed)).world)

/** To compare two values takes as long as so many other items. */
const PLACE = 3

/** Faults of a seed. */
const faults = ids('f').map((fault) => ({ ...fault, status: 503 }))

const ignore = () => {}

describe('what differs between two moments is looked for in slices:', () => {
  const entries = [{ key: 'k{{index}}', value: 1, repeat: HERE }]
  test.each<[string, object, number]>([
    // The owner is compared, and each is looked through for entries.
    ['namespaces', { namespaces: ids('ns_a') }, PLACE + 1],
    ['stores', { stores: ids('ec_a') }, PLACE],
    ['keys of a namespace', { namespaces: [{ id: 'ns_a_1', keys: scoped('kv') }] }, PLACE],
    ['keys of the database', { database: { keys: keys('db') } }, PLACE],
    ['entries of a store', { stores: [{ id: 'ec_a_1', entries }] }, PLACE],
    ['entries', { namespaces: [{ id: 'ns_a_1', entries: [{ ...entries[0], ttlSeconds: 60 }] }] }, PLACE],
    ['documents', { database: { documents: [{ title: 'd', repeat: HERE }] } }, PLACE],
    ['projects', { database: { projects: [{ name: 'p', repeat: HERE }] } }, PLACE],
  ])('%s', async (_what, seed, items) => {
    const [one, other] = [await viewWith({}), await viewWith(seed)]
    expect(turnsOf(differing(one, other, ignore))).toBeGreaterThanOrEqual(items * ONCE)
    expect(turnsOf(differing(other, one, ignore))).toBeGreaterThanOrEqual(items * ONCE)
  })

  test('faults', async () => {
    const { world } = await Service.start({}, {}, { faultsMax: HERE })
    const empty = viewOf(world)
    world.faults.add(ids('f'), 0)
    expect(turnsOf(differing(viewOf(world), empty, ignore))).toBeGreaterThanOrEqual(PLACE * ONCE)
    expect(turnsOf(differing(empty, viewOf(world), ignore))).toBeGreaterThanOrEqual(PLACE * ONCE)
  })

  // Each is looked at in the order of the one moment and of the other, for what it is and for its entries.
  const ALIKE = 2 * 2 * ONCE

  test('namespaces that are alike', async () => {
    const view = await viewWith({ namespaces: ids('ns_a') })
    expect(turnsOf(differing(view, view, ignore))).toBe(ALIKE)
  })

  test('what would differ if nothing was done', async () => {
    const { world } = await Service.start({ namespaces: ids('ns_a') })
    expect(await turnsDuring(wouldDiffer(world, async () => {}, ignore))).toBeGreaterThanOrEqual(ALIKE)
  })

  test('what would differ for very many faults, of which each moment has a list', async () => {
    const { world } = await Service.start({}, {}, { faultsMax: HERE })
    world.faults.add(ids('f'), 0)
    const compared = turnsOf(differing(viewOf(world), viewOf(world), ignore))
    const turns = await turnsDuring(wouldDiffer(world, async () => {}, ignore))
    // Both moments are taken ahead.
    expect(turns).toBeGreaterThanOrEqual(2 * ONCE + compared)
  })

  test('what differs, and what made it so', async () => {
    const service = await Service.start({ namespaces: ids('ns_a'), stores: ids('ec_a') })
    const calls = new AdminCalls(service)
    const { world } = service
    const before = viewOf(world)
    await calls.send('PUT /state', { namespaces: ids('ns_b') })
    const found = turnsOf(differing(before, viewOf(world), ignore))
    const context = contextOf(service)
    const callAdmin = (asked: WorldContext, call: AdminCall) =>
      answer(asked, { ...call, origin: 'http://a.test' })
    const differ = differences({ context, callAdmin }, momentOf('start', world), momentOf('now', world))
    const turns = await turnsDuring(differ)
    const changes = [...(await differ)].length
    expect(changes).toBeGreaterThanOrEqual(3 * HERE)
    // They are found, noted, looked up and followed for the call, and settled.
    expect(turns).toBeGreaterThanOrEqual(found + (4 * changes) / SLICE_ITEMS)
  })

  test('two moments of which nothing differs', async () => {
    const calls = new AdminCalls(await Service.start({ namespaces: ids('ns_a') }))
    expect(await turnsDuring(calls.send('GET /diff'))).toBeGreaterThanOrEqual(ALIKE)
    expect(await calls.send('GET /diff')).toMatchObject({ status: 200, json: { changes: [] } })
  })
})

test('very many faults are taken ahead at both moments, and compared', async () => {
  const service = await Service.start({ faults }, {}, { faultsMax: HERE })
  const view = viewOf(service.world)
  const compared = turnsOf(differing(view, view, ignore))
  const turns = await turnsDuring(new AdminCalls(service).send('GET /diff'))
  expect(turns).toBeGreaterThanOrEqual(2 * ONCE + compared)
})

test('what a call on the whole state may have changed is looked through in slices', async () => {
  const service = await Service.start({ faults }, {}, { faultsMax: HERE })
  const { world } = service
  const [before, empty] = [viewOf(world), await viewWith({})]
  const places = [...differingPlaces(before, empty)].filter((place) => place !== undefined)
  const attribution = atOnce(Attribution.of(places, before))
  await new AdminCalls(service).send('PUT /state', {})
  const command = world.history.at(0)
  if (command === undefined) throw new Error('the call is not in the log')
  // Each is gathered, and looked at.
  const noting = Promise.resolve(attribution.note({ command, world, record: undefined, answer: undefined }))
  expect(await turnsDuring(noting)).toBeGreaterThanOrEqual(2 * ONCE)
})

test('a long value is read in slices for its life, as it was at first and as it was written', async () => {
  const value = Array.from({ length: HERE }, (_, index) => index)
  const entries = ['k', 'other'].map((key) => ({ key, value: key === 'k' ? value : 1, ttlSeconds: 60 }))
  const calls = new AdminCalls(await Service.start({ namespaces: [{ id: 'ns_a_1', entries }] }))
  await calls.send('PUT /namespaces/ns_a_1/entries/k', { value: [0, ...value], ttlSeconds: 60 })
  const turnsOfLife = (key: string) =>
    turnsDuring(calls.send(`GET /namespaces/ns_a_1/entries/${key}/history`))
  // It is read, and looked through for numbers that lose digits; the call is made again for both.
  const other = await turnsOfLife('other')
  expect((await turnsOfLife('k')) - other).toBeGreaterThanOrEqual(2 * 2 * ONCE)
})

describe('a stretch of time is looked through in slices:', () => {
  const axis = { from: REAL_NOW, to: REAL_NOW + 31 * 86_400_000, buckets: 10, names: 10 }

  test('namespaces without entries and counters', async () => {
    const { world } = await Service.start({ namespaces: ids('ns_a') })
    expect(turnsOf(expiriesOn(world.state, axis, REAL_NOW))).toBe(ONCE)
    expect(turnsOf(monthsOn(world.state, axis, REAL_NOW))).toBe(ONCE)
    expect(turnsOf(timelineOf(world, axis))).toBe(2 * ONCE)
  })

  test('commands of the log, and requests of the journal', async () => {
    const service = await Service.start({})
    const { world } = service
    const many = SLICE_ITEMS / 2
    for (let count = 0; count < many; count++) await service.send('GET /documents')
    // A row takes as long as two items.
    expect(turnsOf(timelineOf(world, axis))).toBe(2)
    const all = { from: 0, to: many, isWanted: () => true, limit: many + 1, last: undefined }
    expect(turnsOf(placed(world, all, new Slice()))).toBe(1)
    // What lies behind the first ones is not looked at.
    expect(turnsOf(placed(world, { ...all, limit: many / 2 }, new Slice()))).toBe(0)
    expect(turnsOf(holdMarks(world, new Slice()))).toBe(1)
  })
})
