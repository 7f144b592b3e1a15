import { describe, expect, test } from 'vitest'
import { SLICE_ITEMS, Slice } from '../../src/core/steps.js'
import { expiriesOn, monthsOn } from '../../src/history/ahead.js'
import { differing } from '../../src/history/difference.js'
import { listPlaces } from '../../src/history/list-places.js'
import { holdMarks, placed } from '../../src/history/placed.js'
import { timelineOf } from '../../src/history/timeline.js'
import { placesOf, viewOf } from '../../src/history/view.js'
import { wouldDiffer } from '../../src/history/would-differ.js'
import { AdminCalls } from '../support/admin-calls.js'
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

describe('the places of a moment are gathered in slices:', () => {
  test.each<[string, object]>([
    ['namespaces', { namespaces: ids('ns_a') }],
    ['stores', { stores: ids('ec_a') }],
    ['keys of a namespace', { namespaces: [{ id: 'ns_a_1', keys: scoped('kv') }] }],
    ['keys of the database', { database: { keys: keys('db') } }],
  ])('%s', async (_what, seed) => {
    expect(turnsOf(placesOf(await viewWith(seed)))).toBeGreaterThanOrEqual(ONCE)
  })

  test('faults', async () => {
    const { world } = await Service.start({}, {}, { faultsMax: HERE })
    world.faults.add(ids('f'), 0)
    expect(turnsOf(placesOf(viewOf(world)))).toBeGreaterThanOrEqual(ONCE)
  })
})

describe('what differs between two moments is looked for in slices:', () => {
  const entries = [{ key: 'k{{index}}', value: 1, repeat: HERE }]
  test.each<[string, object, number]>([
    // The ids are gathered, and each is looked at.
    ['stores', { stores: ids('ec_a') }, 2],
    ['entries of a store', { stores: [{ id: 'ec_a_1', entries }] }, 1],
    ['entries', { namespaces: [{ id: 'ns_a_1', entries: [{ ...entries[0], ttlSeconds: 60 }] }] }, 1],
    ['documents', { database: { documents: [{ title: 'd', repeat: HERE }] } }, 1],
    ['projects', { database: { projects: [{ name: 'p', repeat: HERE }] } }, 1],
  ])('%s', async (_what, seed, times) => {
    const [one, other] = [await viewWith({}), await viewWith(seed)]
    expect(turnsOf(listPlaces(one, other, new Slice()))).toBe(times * ONCE)
  })

  test('values that are alike', async () => {
    const view = await viewWith({ namespaces: ids('ns_a') })
    // Each is gathered and compared (3) twice, and looked through for entries (3).
    expect(turnsOf(differing(view, view))).toBeGreaterThanOrEqual((2 * (1 + 3) + 3) * ONCE)
  })

  test('what would differ if nothing was done', async () => {
    const { world } = await Service.start({ namespaces: ids('ns_a') })
    const turns = await turnsDuring(wouldDiffer(world, async () => {}))
    expect(turns).toBeGreaterThanOrEqual((2 * (1 + 3) + 3) * ONCE)
  })

  test('two moments of which nothing differs', async () => {
    const calls = new AdminCalls(await Service.start({ namespaces: ids('ns_a') }))
    expect(await turnsDuring(calls.send('GET /diff'))).toBeGreaterThanOrEqual((2 * (1 + 3) + 3) * ONCE)
    expect(await calls.send('GET /diff')).toMatchObject({ status: 200, json: { changes: [] } })
  })
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
