import { describe, expect, test } from 'vitest'
import type { Refusal } from '../../../src/core/refusal.js'
import type { Addition, Baseline } from '../../../src/domain/baseline.js'
import { type Bounds, defaultBounds } from '../../../src/domain/bounds.js'
import {
  makeRoomForAddition,
  makeRoomForBaseline,
  makeRoomInSlices,
  makeRoomToRead,
} from '../../../src/domain/contents/room.js'
import type { FaultSpec } from '../../../src/domain/faults/fault.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import { State } from '../../../src/domain/state.js'
import { World } from '../../../src/domain/world.js'

const MEMORY = 1_000_000
const small: Bounds = { ...defaultBounds, memory: MEMORY }

function baselineOf(state: State, faults: readonly FaultSpec[] = []) {
  return {
    state,
    profile: defaultProfile,
    clock: { now: 0, frozen: true },
    randomSeed: 1,
    randomStates: {},
    faults,
    lastFaultId: 0,
  }
}

/** A state with a namespace whose owner has so many characters. */
function ownedBy(length: number): State {
  const state = State.empty()
  state.addNamespace('big', 'x'.repeat(length), {})
  return state
}

const faultOf = (length: number): FaultSpec[] => [{ status: 503, body: 'x'.repeat(length) }]

const makeWorld = () => new World(baselineOf(State.empty()), () => 0, small)

const additionOf = ({ state, profile }: World, length: number, faults: readonly FaultSpec[] = []) => {
  const fork = state.fork()
  fork.addNamespace('big', 'x'.repeat(length), {})
  return {
    state: fork,
    profile,
    clock: {},
    randomSeed: undefined,
    randomStates: {},
    faults,
    lastFaultId: 0,
    now: 0,
  }
}

/** Looks for room for a baseline, and then does something with it. */
function withRoom(world: World, baseline: Baseline, then: (baseline: Baseline) => void): void {
  makeRoomForBaseline(baseline, world.memory)
  then(baseline)
}

function merge(world: World, addition: Addition): void {
  makeRoomForAddition(addition, world, world.memory)
  world.merge(addition)
}

const reseed = (world: World, baseline: Baseline) => withRoom(world, baseline, (made) => world.reseed(made))

test('bytes that there is no room for are refused to whoever can wait, too', () => {
  const { memory } = makeWorld()
  expect(() => makeRoomInSlices(MEMORY, memory)).toThrow(
    expect.objectContaining<Partial<Refusal>>({ code: 'out_of_memory' }),
  )
  expect(() => makeRoomInSlices(MEMORY / 4, memory)).not.toThrow()
})

test('what is read and brings nothing is let through however full the memory is', () => {
  const { memory } = makeWorld()
  memory.contents.hold(() => MEMORY)
  memory.contents.noteLess()
  memory.contents.settle()
  expect(() => makeRoomToRead(0, memory)).not.toThrow()
  expect(() => makeRoomToRead(1, memory)).toThrow(
    expect.objectContaining<Partial<Refusal>>({ code: 'out_of_memory' }),
  )
})
/** What brings contents of so many bytes, half of them in faults where it can have some. */
const bringing: readonly [string, (world: World, bytes: number) => void][] = [
  ['a seed', (world, bytes) => reseed(world, baselineOf(ownedBy(bytes)))],
  ['the faults of a seed', (world, bytes) => reseed(world, baselineOf(State.empty(), faultOf(bytes)))],
  ['a state', (world, bytes) => withRoom(world, baselineOf(ownedBy(bytes)), (made) => world.replace(made))],
  ['what joins the state', (world, bytes) => merge(world, additionOf(world, bytes))],
  ['faults that join', (world, bytes) => merge(world, additionOf(world, 0, faultOf(bytes)))],
  ['both together', (world, bytes) => merge(world, additionOf(world, bytes * 0.6, faultOf(bytes * 0.6)))],
]

describe('contents that the memory has no room for are refused, and the world stays as it was:', () => {
  test.each(bringing)('%s', (_, bring) => {
    const world = makeWorld()
    const { state, baseline } = world
    expect(() => bring(world, MEMORY)).toThrow(
      expect.objectContaining<Partial<Refusal>>({
        code: 'out_of_memory',
        reason: expect.stringContaining('there is no memory left for this'),
        details: { remedy: 'free-memory' },
      }),
    )
    expect([world.state, world.baseline, world.faults.size]).toEqual([state, baseline, 0])
  })
})

describe('contents that there is room for are taken:', () => {
  test.each(bringing)('%s', (_, bring) => {
    const world = makeWorld()
    bring(world, MEMORY / 4)
    expect(world.state.namespaces.size + world.faults.size).toBeGreaterThan(0)
  })
})

test('what joins the state counts without what that has already', () => {
  const world = makeWorld()
  reseed(world, baselineOf(ownedBy(MEMORY / 2)))
  const before = world.memory.contents.bytes
  merge(world, { ...additionOf(world, 0), state: world.state.fork() })
  expect(world.memory.contents.bytes).toBeLessThan(before + 10_000)
})

test('what the log keeps for undoing makes room for contents', () => {
  const world = makeWorld()
  reseed(world, baselineOf(ownedBy(MEMORY * 0.4)))
  reseed(world, baselineOf(State.empty()))
  expect(world.history.captures()).toHaveLength(1)
  reseed(world, baselineOf(ownedBy(MEMORY * 0.4)))
  expect(world.state.namespaces.size).toBe(1)
})

test('there is room for another snapshot until the snapshots take all of it, however little is in them', () => {
  const world = new World(baselineOf(State.empty()), () => 0, { ...small, memory: MEMORY / 10 })
  const keepAll = () => {
    for (let index = 0; index < defaultBounds.snapshots; index++) world.keep()
  }
  expect(keepAll).toThrow(expect.objectContaining({ code: 'out_of_memory' }))
  expect(world.snapshots.list().length).toBeGreaterThan(5)
})

test('a snapshot takes memory for what is known of records that are gone', () => {
  const world = makeWorld()
  for (let index = 0; index < 100; index++)
    world.tombstones.note('ns', `${index}`.padEnd(1000), { expiredAt: 0 })
  const { used } = world.memory
  world.keep()
  expect(world.memory.used - used).toBeGreaterThan(100_000)
})
