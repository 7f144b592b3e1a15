import { describe, expect, test } from 'vitest'
import { atOnce, inTurns, Slice, type Steps } from '../../src/core/steps.js'
import { contentsOf } from '../../src/domain/kv.js'
import type { State } from '../../src/domain/state.js'
import { travel } from '../../src/domain/travel.js'
import { makeReceipt } from '../../src/domain/travel-receipt.js'
import { Service } from '../support/service.js'
import { turnsDuring, turnsOf } from '../support/turns.js'

const HERE = 10_000
/** Slices are not longer than this. */
const SLICE_MAX = 2500

/** Ten namespaces of a thousand entries, and ten thousand documents. */
const service = () =>
  Service.start({
    clock: { now: '2026-01-31T12:00:00Z', freeze: true },
    namespaces: Array.from({ length: 10 }, (_, index) => ({
      id: `ns_a_${index}`,
      entries: [{ key: 'k{{index}}', value: 1, ttlSeconds: 99 - index, repeat: HERE / 10 }],
    })),
    database: {
      keys: [
        { key: 'db_blind', projects: ['7'], documents: [] },
        { key: 'db_shut', documents: [], outOfScope: 'forbidden' },
      ],
      documents: [{ title: 'd', repeat: HERE }],
    },
  })

describe('work on ten thousand records lets others through', () => {
  test.each([
    ['to next-expiry', { to: 'next-expiry' }],
    ['a move with a receipt', { set: Date.UTC(2026, 1, 1), receipt: true }],
    ['a dry run', { set: Date.UTC(2026, 1, 1), dryRun: true }],
  ] as const)('%s', async (_name, move) => {
    const { world } = await service()
    expect(turnsOf(travel(world, move))).toBeGreaterThanOrEqual(HERE / SLICE_MAX)
  })

  test.each([
    ['to next-expiry', { to: 'next-expiry' }, 1],
    // For keys that expire, and for months that end.
    ['a move with a receipt', { set: Date.UTC(2026, 1, 1), receipt: true }, 2],
  ] as const)('%s over namespaces in which nothing expires', async (_name, move, times) => {
    const namespaces = Array.from({ length: HERE }, (_, index) => ({
      id: `ns_a_${index}`,
      entries: index === 0 ? [{ key: 'k', value: 1, ttlSeconds: 99 }] : [],
    }))
    const { world } = await Service.start({
      clock: { now: '2026-01-31T12:00:00Z', freeze: true },
      namespaces,
    })
    expect(turnsOf(travel(world, move))).toBeGreaterThanOrEqual((times * HERE) / SLICE_MAX)
  })

  test('the contents of namespaces', async () => {
    const { world } = await service()
    const slice = new Slice()
    let turns = 0
    for (const namespace of world.state.namespaces.values()) {
      const { state, profile } = world
      const context = { namespace, profile: profile.kv, now: 0, origin: state.origin }
      turns += turnsOf(contentsOf(context, slice))
    }
    expect(turns).toBeGreaterThanOrEqual(HERE / SLICE_MAX)
  })

  test('the keys of namespaces', async () => {
    const { world } = await service()
    for (let index = 0; index < HERE; index++) world.state.addKey(`k${index}`, 'ns_a_0', 'read')
    expect(turnsOf(world.state.keysByResource(new Slice()))).toBeGreaterThanOrEqual(HERE / SLICE_MAX)
  })

  test('a page for a key that sees nothing', async () => {
    const { world } = await service()
    const key = world.state.databaseKeys.get('db_blind')
    expect(key).toBeDefined()
    if (key === undefined) return
    expect(turnsOf(world.state.documents.page(key, 0, 10))).toBeGreaterThanOrEqual(HERE / SLICE_MAX)
  })

  test('a list for a key that sees nothing, which is looked through again for anything at all', async () => {
    const listed = (await service()).send('GET /documents', { headers: { 'X-API-Key': 'db_shut' } })
    expect(await turnsDuring(listed)).toBeGreaterThanOrEqual((2 * HERE) / SLICE_MAX)
    expect((await listed).status).toBe(403)
  })
})

test('a move tells of the state as it was, whatever is written meanwhile', async () => {
  const { world } = await service()
  const moved = travel(world, { set: Date.UTC(2026, 1, 1), receipt: true })
  moved.next()
  for (const { id } of [...world.state.namespaces.values()]) world.state.removeResource(id)
  expect(atOnce(moved).receipt?.keysExpired.count).toBe(HERE)
})

test('one slice alone gives its result at once', async () => {
  function* counting(turns: number): Steps<number> {
    for (let turn = 0; turn < turns; turn++) yield
    return turns
  }
  expect(inTurns(counting(0))).toBe(0)
  const late = inTurns(counting(2))
  expect(late).toBeInstanceOf(Promise)
  expect(await late).toBe(2)
})

test('which counters a move changes the most is found in slices', () => {
  let looks = 0
  let longest = 0
  const counters = (reads: number) => ({
    get reads() {
      looks++
      return reads
    },
    writes: 0,
    deletes: 0,
    lists: 0,
  })
  const used = Array.from({ length: HERE }, (_, index) => {
    const usage = { of: (month: string) => counters(month === '2026-01' ? 1 + ((index * 7919) % HERE) : 0) }
    return { id: `ns_a_${index}`, usage, earliestExpiry: () => Number.POSITIVE_INFINITY }
  })
  const state = { origin: 0, namespaces: { values: () => used.values() } } as unknown as State
  const receipt = makeReceipt(state, [], Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 1))
  for (let step = receipt.next(); step.done !== true; step = receipt.next()) {
    longest = Math.max(longest, looks)
    looks = 0
  }
  expect(Math.max(longest, looks)).toBeLessThanOrEqual(2 * SLICE_MAX)
})
