import { describe, expect, test } from 'vitest'
import { HeapGuard } from '../../src/core/heap.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { defaultProfile, patchProfile } from '../../src/domain/profile/profile.js'
import { UNKNOWN_TOMBSTONES } from '../../src/domain/tombstones.js'
import { type KeptPart, World } from '../../src/domain/world.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { services } from '../../src/services/index.js'
import { WorldSeed } from '../../src/worlds/world-seed.js'
import { recordOf } from '../support/calls.js'

const NOW_TEXT = '2026-01-15T12:00:00Z'
const NOW = Date.UTC(2026, 0, 15, 12)
const REAL = Date.UTC(2027, 0, 1)
const SECOND = 1000
const CALL = { method: 'PUT', path: '/state', body: '' }

async function baselineOf(seed: object = {}) {
  const text = JSON.stringify({ clock: { now: NOW_TEXT, freeze: true }, random: 42, ...seed })
  return (await WorldSeed.of(services, parseSeeds([{ name: 'seed', text }], services), {})).baseline
}

async function start(seed: object = {}, id?: string) {
  const baseline = await baselineOf(seed)
  const world = new World(services, baseline, () => REAL, defaultBounds, { id })
  const told: unknown[] = []
  return {
    world,
    baseline,
    told,
    listen: () => world.events.listen({ hear: ({ event }) => told.push(event), end: () => {} }),
  }
}

test('a copy is restored, cursors, chances and clock included', async () => {
  const { world } = await start()
  const before = world.copy()
  const chance = world.random.stream('ids').next()
  world.clock.set(NOW + SECOND)
  world.changeProfile(patchProfile(defaultProfile, { kv: { putStatus: 201 } }))
  world.replace({ ...before.contents, cursorNames: ['other'] })
  expect(world.cursorNames).toEqual(['other'])
  world.restore(before)
  expect(world.random.stream('ids').next()).toBe(chance)
  expect([world.cursorNames, world.clock.now(), world.profile]).toEqual([['/42'], NOW, defaultProfile])
  const { cursorNames: _, ...nameless } = before.contents
  world.restore({ at: NOW, contents: nameless })
  expect(world.cursorNames).toEqual(['/42'])
})

test('a copy has the mode of the clock, is told to listeners when restored, and begins the log', async () => {
  const { world, listen, told } = await start()
  listen()
  for (const modes of [
    ['running', 'frozen'],
    ['frozen', 'running'],
  ] as const) {
    const copies = modes.map((mode) => {
      if (mode === 'running') world.clock.run()
      else world.clock.freeze()
      return world.copy()
    })
    const [first] = copies
    if (first !== undefined) world.restore(first)
    expect(world.clock.save().mode).toBe(modes[0])
  }
  expect(told).toEqual(new Array(2).fill({ type: 'reset', cause: 'restore' }))
  world.reset()
  expect(told.at(-1)).toEqual({ type: 'reset', cause: 'reset' })
  world.change({ area: 'state', id: undefined, call: CALL }, () => 0)
  expect(world.history.checkpoints[0]?.copy.at).toBe(NOW)
})

test('a merged seed continues the chances, unless it has a random seed', async () => {
  const { world } = await start()
  const { state, profile } = world
  const addition = { state, profile, now: NOW, clock: {}, faults: [], lastFaultId: 0, randomStates: {} }
  world.random.stream('ids').next()
  const before = world.random.save()
  world.merge({ ...addition, randomSeed: undefined })
  expect([world.random.seed, world.random.save()]).toEqual([42, before])
  world.merge({ ...addition, randomSeed: 7 })
  expect([world.random.seed, world.random.save()]).toEqual([7, {}])
})

test('the memory is looked at again after a change, which may have freed some', async () => {
  const memory = { used: 99 }
  const heap = new HeapGuard({ limit: 100, used: () => memory.used, collect: () => {} })
  const world = new World(services, await baselineOf(), () => REAL, defaultBounds, { heap })
  expect(() => heap.admit()).toThrow()
  memory.used = 1
  expect(() => heap.admitWrite(1)).toThrow()
  world.change({ area: 'state', id: undefined, call: CALL }, () => 0)
  expect(() => heap.admitWrite(1)).not.toThrow()
})

describe('a new world', () => {
  test('a new world knows the missing records of its baseline', async () => {
    const baseline = await baselineOf()
    const findIn = (from: object) =>
      new World(services, { ...baseline, ...from }, () => REAL, defaultBounds).tombstones.find('ns', 'k')
    expect(findIn({})).toBe('never existed')
    expect(findIn({ tombstones: UNKNOWN_TOMBSTONES })).toBe('no record kept')
  })

  test('a new world begins at the time of its clock, or else of the machine', async () => {
    const startedAt = async (clock: object) =>
      new World(services, await baselineOf({ clock }), () => REAL, defaultBounds).history.startedAt
    expect(await startedAt({ now: NOW_TEXT })).toBe(NOW)
    expect(await startedAt({})).toBe(REAL)
  })

  test('a life begins with a reset, after the requests that are kept', async () => {
    const { world } = await start()
    for (let index = 0; index < 3; index++) world.journal.nextNumber()
    world.reset(new Set<KeptPart>(['requests']))
    expect(world.history.beginning).toMatchObject({ by: 'reset', lastRequest: 3 })
    expect((['r3', 'r4'] as const).map((id) => world.history.hasGiven(id))).toEqual([true, false])
    world.reset()
    expect(world.history.beginning.lastRequest).toBe(0)
  })
})

test('the names of cursors are those of the contents in the default world, and follow its own in another', async () => {
  const baseline = { ...(await baselineOf()), cursorNames: ['a', 'b'] }
  const namesOf = (from: object, id?: string) =>
    new World(services, { ...baseline, ...from }, () => REAL, defaultBounds, { id }).cursorNames
  expect(namesOf({})).toEqual(['a', 'b'])
  expect(namesOf({ cursorNames: [] })).toEqual(['/42'])
  expect(namesOf({ cursorNames: undefined })).toEqual(['/42'])
  expect(namesOf({}, 'w')).toEqual(['w/42', 'a', 'b'])
  expect(namesOf({ cursorNames: undefined }, 'w')).toEqual(['w/42'])
  const many = Array.from({ length: 30 }, (_, index) => `n${index}`)
  expect(namesOf({ cursorNames: many }, 'w')).toEqual(['w/42', ...many.slice(0, 19)])
})

test('the names of cursors stay if the new contents have none', async () => {
  const { world, baseline } = await start()
  world.replace({ ...baseline, cursorNames: ['kept'] })
  world.replace({ ...baseline, cursorNames: [] })
  expect(world.cursorNames).toEqual(['kept'])
  for (const { cursorNames: _, ...nameless } of [baseline]) world.replace(nameless)
  expect(world.cursorNames).toEqual(['kept'])
  world.reset()
  expect(world.cursorNames).toEqual(['/42'])
})

test('a state that replaces the present one brings its clock, or keeps the present instant', async () => {
  const { world, baseline } = await start()
  world.clock.set(NOW + SECOND)
  world.replace({ ...baseline, clock: { frozen: false, rate: 2 } })
  expect([world.clock.now(), world.clock.save()]).toMatchObject([NOW + SECOND, { mode: 'running', rate: 2 }])
  world.replace({ ...baseline, clock: { now: NOW - SECOND, frozen: true } })
  expect([world.clock.now(), world.clock.save().mode]).toEqual([NOW - SECOND, 'frozen'])
})

test('a state that replaces the present one counts from its origin, from its time, or from the time of the clock', async () => {
  const { world, baseline } = await start()
  const originAfter = (change: object) => {
    world.replace({ ...baseline, ...change })
    return world.state.origin
  }
  expect(originAfter({ origin: 5, clock: { now: NOW } })).toBe(5)
  expect(originAfter({ clock: { now: NOW + 1 } })).toBe(NOW + 1)
  world.clock.set(NOW + 7)
  expect(originAfter({ clock: {} })).toBe(NOW + 7)
})

test('listeners hear of a change, which is made at one instant', async () => {
  const real = { now: REAL }
  const world = new World(services, await baselineOf({ clock: {} }), () => real.now++, defaultBounds)
  const told: unknown[] = []
  world.events.listen({ hear: ({ event }) => told.push(event), end: () => {} })
  const call = { method: 'PUT', path: '/clock', body: '' }
  const times = world.change({ area: 'clock', id: 'c', call }, () => [
    world.atOneInstant(() => world.realNow()),
    world.realNow(),
    world.realNow(),
  ])
  expect(new Set(times).size).toBe(1)
  expect(told).toEqual([expect.objectContaining({ type: 'change', area: 'clock', id: 'c' })])
  expect(world.realNow()).not.toBe(world.realNow())
  expect(() =>
    world.change({ area: 'clock', id: 'c', call }, () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(world.realNow()).not.toBe(world.realNow())
  expect(told).toHaveLength(1)
})

test('a world begins at one instant, even if time passes whenever it is read', async () => {
  const real = { now: REAL }
  const world = new World(services, await baselineOf({ clock: {} }), () => real.now++, defaultBounds)
  expect([world.state.origin, world.history.startedAt]).toEqual([REAL, REAL])
})

test('the bounds of a world hold for its journal and its history', async () => {
  const bounds = { ...defaultBounds, requests: 2, snapshots: 1, faults: 1 }
  const world = new World(services, await baselineOf(), () => REAL, bounds)
  for (let index = 0; index < 3; index++) {
    const id = `r${world.journal.nextNumber()}` as const
    world.journal.add(recordOf(id, 6))
  }
  expect([world.journal.dropped, world.journal.list().length]).toEqual([1, 2])
  const refused = (what: string) => expect.objectContaining({ reason: expect.stringContaining(what) })
  const two = [{ status: 500 }, { status: 501 }]
  expect(() => world.faults.add(two, NOW)).toThrow(refused('at most 1 faults'))
  world.keep('one')
  expect(() => world.keep('two')).toThrow(refused('at most 1 snapshots'))
  for (let index = 0; index < 250; index++)
    world.change({ area: 'state', id: undefined, call: CALL }, () => 0)
  expect(world.history.length).toBe(250)
  expect(world.history.oldest).toBeGreaterThan(0)
})
