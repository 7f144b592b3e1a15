import { describe, expect, test } from 'vitest'
import { LAST_INSTANT_MS } from '../../src/core/instants.js'
import { Refusal } from '../../src/core/refusal.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { defaultProfile } from '../../src/domain/profile/profile.js'
import { State } from '../../src/domain/state.js'
import { type Move, travel } from '../../src/domain/travel.js'
import { World } from '../../src/domain/world.js'
import { services } from '../../src/services/index.js'
import { at, DAY, HOUR, makeWorld, months, ms, NOW, SECOND } from './clocked-worlds.js'

/** The refusal of a move, which must have changed nothing. */
function refusalOf(world: World, move: Move): Refusal {
  const before = world.clock.save()
  try {
    travel(world, move)
  } catch (error) {
    expect(world.clock.save()).toEqual(before)
    expect(error).toBeInstanceOf(Refusal)
    return error as Refusal
  }
  throw new Error('the move was not refused')
}

test.each<[string, Move, number, 'frozen' | 'running', number]>([
  ['nothing', {}, NOW, 'frozen', 1],
  ['set', { set: NOW + DAY }, NOW + DAY, 'frozen', 1],
  ['set to the present', { set: NOW }, NOW, 'frozen', 1],
  ['set to the last instant', { set: LAST_INSTANT_MS }, LAST_INSTANT_MS, 'frozen', 1],
  ['advance', { advance: ms(90 * SECOND) }, NOW + 90 * SECOND, 'frozen', 1],
  ['advance by a month', { advance: months(1) }, at('2026-02-28T12:00:00Z'), 'frozen', 1],
  ['set, then advance', { set: NOW + DAY, advance: ms(5) }, NOW + DAY + 5, 'frozen', 1],
  ['back and on again, in all not back', { set: NOW - DAY, advance: ms(2 * DAY) }, NOW + DAY, 'frozen', 1],
  ['next-month', { to: 'next-month' }, at('2026-02-01'), 'frozen', 1],
  ['next-month, a ms short', { to: 'next-month', plus: ms(-1) }, at('2026-02-01') - 1, 'frozen', 1],
  ['next-month and a month', { to: 'next-month', plus: months(1) }, at('2026-03-01'), 'frozen', 1],
  ['next-month, then on', { to: 'next-month', advance: ms(7) }, at('2026-02-01') + 7, 'frozen', 1],
  ['next-month, running', { to: 'next-month', freeze: false }, at('2026-02-01'), 'running', 1],
  ['rate', { rate: 60 }, NOW, 'frozen', 60],
  ['running', { freeze: false }, NOW, 'running', 1],
  ['everything', { set: NOW + 1, advance: ms(1), rate: 0.5, freeze: false }, NOW + 2, 'running', 0.5],
  ['back by force', { set: 0, force: true }, 0, 'frozen', 1],
  ['back by force, a month', { advance: months(-2), force: true }, at('2025-11-30T12:00:00Z'), 'frozen', 1],
])('the clock is moved: %s', (_, move, now, mode, rate) => {
  const { world, real } = makeWorld()
  const sampled = mode === 'running' ? { realNow: real.now } : {}
  expect(travel(world, move)).toEqual({ clock: { now, mode, rate, ...sampled } })
  expect(world.clock.save()).toEqual({ now, mode, rate })
})

test('freezes a running clock at the named instant that it moves to', () => {
  const { world, real } = makeWorld([], { now: NOW })
  expect(travel(world, { to: 'next-month' }).clock.mode).toBe('frozen')
  real.now += HOUR
  expect(world.clock.now()).toBe(at('2026-02-01'))
})

test('a move leaves a running clock running', () => {
  const { world, real } = makeWorld([], { now: NOW })
  travel(world, { advance: ms(DAY), rate: 60 })
  real.now += SECOND
  expect(world.clock.save()).toEqual({ now: NOW + DAY + 60 * SECOND, mode: 'running', rate: 60 })
})

test.each<[string, Move, number]>([
  ['frozen at the given instant', { set: NOW + DAY, freeze: true }, NOW + DAY],
  ['frozen at the instant of the call', { freeze: true }, NOW + SECOND],
  ['advanced from the instant of the call', { advance: ms(5), freeze: true }, NOW + SECOND + 5],
])('a move that takes real time is exact: %s', (_, move, expected) => {
  const real = { now: 0 }
  const readSlowly = () => {
    real.now += SECOND
    return real.now
  }
  const baseline = {
    state: State.empty(services),
    profile: defaultProfile,
    clock: { now: NOW },
    randomSeed: 1,
    faults: [],
    randomStates: {},
    lastFaultId: 0,
  }
  const world = new World(services, baseline, readSlowly, {
    ...defaultBounds,
    requests: 1,
  })
  expect(travel(world, move).clock.now).toBe(expected)
})

test('a move applies the new rate only from the instant that it leads to', () => {
  const { world, real } = makeWorld([], { now: NOW, rate: 1_000_000 })
  travel(world, { set: NOW + DAY, rate: 1 })
  real.now += 10
  expect(world.clock.now()).toBe(NOW + DAY + 10)
})

test.each<[string, Move]>([
  ['frozen', { freeze: true }],
  ['advanced', { advance: ms(DAY) }],
  ['back', { set: NOW - DAY, force: true }],
  ['by name', { to: 'next-month', plus: ms(5), rate: 2 }],
  ['to an expiry, running', { to: 'next-expiry', freeze: false }],
])('a move resolves to a move with the same result, wherever the clock is by then: %s', (_, move) => {
  const { world } = makeWorld([{ key: 'k', expiresAt: NOW + HOUR }], { now: NOW })
  let settled: Move = {}
  const { clock } = travel(world, move, (made, work) => {
    settled = made
    work()
  })
  for (const now of [NOW - 2 * DAY, NOW + 60 * DAY]) {
    const { world: other } = makeWorld([], { now })
    other.journal.nextNumber()
    expect(travel(other, settled).clock).toEqual(clock)
  }
})

test('a move is reported to listeners, unless it is a dry run', () => {
  const { world } = makeWorld()
  const told: unknown[] = []
  world.events.listen({ hear: ({ event }) => told.push(event), end: () => {} })
  travel(world, { advance: ms(DAY), dryRun: true })
  const { clock } = travel(world, { advance: ms(DAY) })
  expect(told).toEqual([{ type: 'clock', clock }])
})

test('a move without a target leaves the clock at its present instant', () => {
  const { world, real } = makeWorld([], { now: NOW })
  for (const move of [{ rate: 1 }, { freeze: false }]) {
    travel(world, move, (_, work) => {
      real.now += SECOND
      work()
    })
  }
  expect(world.clock.now()).toBe(NOW + 2 * SECOND)
})

describe('a refused move changes nothing', () => {
  const range = 'it can show 1970-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z'
  const before = `the move goes before the first instant of the clock: ${range}`
  const beyond = `the move goes beyond the last instant of the clock: ${range}`
  const rest = { rate: 7, freeze: false } as const

  test.each<[Move, Refusal['code'], string]>([
    [{ set: -1, force: true }, 'invalid_request', before],
    [{ set: -1, advance: ms(DAY) }, 'invalid_request', before],
    [{ set: LAST_INSTANT_MS + 1 }, 'invalid_request', beyond],
    [{ advance: months(12 * 8000) }, 'invalid_request', beyond],
    [{ advance: months(1e9) }, 'invalid_request', beyond],
    [{ advance: months(-1e9), force: true }, 'invalid_request', before],
    [{ to: 'next-month', plus: ms(-NOW - 2 * DAY), force: true }, 'invalid_request', before],
    [
      { set: NOW, to: 'next-month' },
      'invalid_request',
      'set and to both say where the clock goes: give only one of them',
    ],
    [
      { advance: ms(5), plus: ms(1) },
      'invalid_request',
      'plus goes with to (next-expiry or next-month); without it, use advance',
    ],
    [
      { set: NOW - 2 * HOUR },
      'clock_backwards',
      'the clock is at 2026-01-31T12:00:00.000Z, and 2026-01-31T10:00:00.000Z is 2h before it',
    ],
    [
      { advance: ms(-1) },
      'clock_backwards',
      'the clock is at 2026-01-31T12:00:00.000Z, and 2026-01-31T11:59:59.999Z is 1ms before it',
    ],
    [
      { to: 'next-month', plus: ms(-DAY) },
      'clock_backwards',
      'the clock is at 2026-01-31T12:00:00.000Z, and 2026-01-31T00:00:00.000Z is 12h before it',
    ],
    [
      { to: 'next-expiry' },
      'nothing_ahead',
      'no key in any namespace expires between 2026-01-31T12:00:00.000Z and the last instant, 9999-12-31T23:59:59.999Z',
    ],
  ])('the move %j is refused, and changes nothing', (move, code, reason) => {
    const { world } = makeWorld([
      { key: 'expires now', expiresAt: NOW },
      { key: 'never expires', expiresAt: LAST_INSTANT_MS + 1 },
    ])
    // Before the first request, the clock may go back.
    world.journal.nextNumber()
    expect(refusalOf(world, { ...move, ...rest })).toMatchObject({ code, reason })
    expect(refusalOf(world, { ...move, ...rest, dryRun: true })).toMatchObject({ code, reason })
  })

  test('the hint explains how to go back anyway', () => {
    const { world } = makeWorld()
    world.journal.nextNumber()
    const { hint } = refusalOf(world, { advance: ms(-1) }).details
    expect(hint).toMatch(/^go back anyway with force: true; removed entries stay gone/)
  })

  test('before the first request of a life the clock goes back without force', () => {
    const { world } = makeWorld()
    expect(travel(world, { set: NOW - DAY }).clock.now).toBe(NOW - DAY)
    world.journal.nextNumber()
    expect(refusalOf(world, { set: NOW - 2 * DAY }).code).toBe('clock_backwards')
    expect(travel(world, { set: NOW - DAY }).clock.now).toBe(NOW - DAY)
    world.reset(new Set(['requests']))
    expect(travel(world, { set: NOW - 2 * DAY }).clock.now).toBe(NOW - 2 * DAY)
  })

  test('the last month has no next month', () => {
    const { world } = makeWorld([], { now: at('9999-12-01'), frozen: true })
    const refusal = refusalOf(world, { to: 'next-month' })
    expect(refusal).toMatchObject({
      code: 'nothing_ahead',
      reason: '9999-12 is the last month that the clock can show',
    })
  })
})

describe('next-expiry', () => {
  const entries = [
    { key: 'gone', expiresAt: NOW - HOUR },
    { key: 'later', expiresAt: NOW + 2 * HOUR },
    { namespace: 'ns_b', key: 'next', expiresAt: HOUR, isOffset: true },
  ]

  test('next-expiry is the instant at which the next key expires, in any namespace', () => {
    const { world } = makeWorld(entries)
    expect(travel(world, { to: 'next-expiry' }).clock.now).toBe(NOW + HOUR)
    expect(travel(world, { to: 'next-expiry', plus: ms(-1) }).clock.now).toBe(NOW + 2 * HOUR - 1)
    expect(travel(world, { to: 'next-expiry' }).clock.now).toBe(NOW + 2 * HOUR)
    expect(refusalOf(world, { to: 'next-expiry' }).code).toBe('nothing_ahead')
  })

  test('next-expiry may be the last instant', () => {
    const { world } = makeWorld([{ key: 'k', expiresAt: LAST_INSTANT_MS }])
    expect(travel(world, { to: 'next-expiry' })).toEqual({
      clock: { now: LAST_INSTANT_MS, mode: 'frozen', rate: 1 },
    })
  })
})
