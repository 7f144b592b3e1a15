import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClockStart } from '../../src/core/clock.js'
import { addDuration, type Duration } from '../../src/core/durations.js'
import { ForkedMap } from '../../src/core/forked-map.js'
import { LAST_INSTANT_MS, parseInstant } from '../../src/core/instants.js'
import { Refusal } from '../../src/core/refusal.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { defaultProfile } from '../../src/domain/profile/profile.js'
import { State } from '../../src/domain/state.js'
import { type MakeMove, type Move, travel as travelSteps } from '../../src/domain/travel.js'
import { EXPIRED_KEYS_MAX } from '../../src/domain/travel-receipt.js'
import { World } from '../../src/domain/world.js'
import { Offset } from '../../src/services/kv/entry.js'
import { Namespace } from '../../src/services/kv/namespace.js'
import { MonthlyUsage } from '../../src/services/kv/quotas.js'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const NOW = at('2026-01-31T12:00:00Z')

function at(iso: string): number {
  const ms = parseInstant(iso)
  if (ms === undefined) throw new Error(`${iso} is no instant`)
  return ms
}

const ms = (length: number): Duration => ({ months: 0, ms: length })
const months = (length: number): Duration => ({ months: length, ms: 0 })

interface TestEntry {
  readonly namespace?: string
  readonly key: string
  /** ms; an offset from the origin where `isOffset` */
  readonly expiresAt: number
  readonly isOffset?: boolean
}

/** A world with these entries, and a hand on its real time. */
function makeWorld(entries: readonly TestEntry[] = [], clock: ClockStart = { now: NOW, frozen: true }) {
  const state = State.empty()
  for (const { namespace: id = 'ns_a', key, expiresAt, isOffset = false } of entries) {
    const namespace = state.namespaces.get(id) ?? makeNamespace(state, id)
    namespace.put({
      key,
      text: '1',
      ttlSeconds: 60,
      createdAt: 0,
      expiresAt,
      offsets: isOffset ? Offset.expiresAt : Offset.none,
    })
  }
  const real = { now: 5_000_000 }
  const baseline = {
    state,
    profile: defaultProfile,
    clock,
    randomSeed: 1,
    faults: [],
    randomStates: {},
    lastFaultId: 0,
  }
  const world = new World(baseline, () => real.now, {
    ...defaultBounds,
    requests: 10,
  })
  return { world, real }
}

function makeNamespace(state: State, id: string): Namespace {
  const entries = new ForkedMap<string, never>()
  const made = new Namespace(
    state.namespaces.takeSeq(),
    id,
    'u',
    {},
    new MonthlyUsage(),
    entries,
    state.epoch,
  )
  state.namespaces.set(id, made)
  return made
}

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

const travel = (world: World, move: Move, make?: MakeMove) => travelSteps(world, move, make)

describe('a move', () => {
  it.each<[string, Move, number, 'frozen' | 'running', number]>([
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
  ])('%s', (_, move, now, mode, rate) => {
    const { world, real } = makeWorld()
    const sampled = mode === 'running' ? { realNow: real.now } : {}
    expect(travel(world, move)).toEqual({ clock: { now, mode, rate, ...sampled } })
    expect(world.clock.save()).toEqual({ now, mode, rate })
  })

  it('freezes a running clock where it was sent by name', () => {
    const { world, real } = makeWorld([], { now: NOW })
    expect(travel(world, { to: 'next-month' }).clock.mode).toBe('frozen')
    real.now += HOUR
    expect(world.clock.now()).toBe(at('2026-02-01'))
  })

  it('leaves a running clock running', () => {
    const { world, real } = makeWorld([], { now: NOW })
    travel(world, { advance: ms(DAY), rate: 60 })
    real.now += SECOND
    expect(world.clock.save()).toEqual({ now: NOW + DAY + 60 * SECOND, mode: 'running', rate: 60 })
  })

  it.each<[string, Move, number]>([
    ['frozen where it was sent', { set: NOW + DAY, freeze: true }, NOW + DAY],
    ['frozen at the instant of the call', { freeze: true }, NOW + SECOND],
    ['advanced from the instant of the call', { advance: ms(5), freeze: true }, NOW + SECOND + 5],
  ])('that takes real time does not blur it: %s', (_, move, expected) => {
    const real = { now: 0 }
    const readSlowly = () => {
      real.now += SECOND
      return real.now
    }
    const baseline = {
      state: State.empty(),
      profile: defaultProfile,
      clock: { now: NOW },
      randomSeed: 1,
      faults: [],
      randomStates: {},
      lastFaultId: 0,
    }
    const world = new World(baseline, readSlowly, {
      ...defaultBounds,
      requests: 1,
    })
    expect(travel(world, move).clock.now).toBe(expected)
  })

  it('applies the new rate only from the instant that it leads to', () => {
    const { world, real } = makeWorld([], { now: NOW, rate: 1_000_000 })
    travel(world, { set: NOW + DAY, rate: 1 })
    real.now += 10
    expect(world.clock.now()).toBe(NOW + DAY + 10)
  })

  it('does not look at the state unless it must', () => {
    const { world } = makeWorld([{ key: 'k', expiresAt: NOW + 5 }])
    Object.defineProperty(world, 'state', {
      get: () => {
        throw new Error('looked at the state')
      },
    })
    travel(world, { set: NOW, advance: ms(DAY), rate: 2, freeze: true })
    travel(world, { to: 'next-month', freeze: false })
    expect(() => travel(world, { to: 'next-expiry' })).toThrow('looked at the state')
    expect(() => travel(world, { advance: ms(1), receipt: true })).toThrow('looked at the state')
  })

  it.each<[string, Move]>([
    ['frozen', { freeze: true }],
    ['advanced', { advance: ms(DAY) }],
    ['back', { set: NOW - DAY, force: true }],
    ['by name', { to: 'next-month', plus: ms(5), rate: 2 }],
    ['to an expiry, running', { to: 'next-expiry', freeze: false }],
  ])('comes to what does the same again, wherever the clock is by then: %s', (_, move) => {
    const { world } = makeWorld([{ key: 'k', expiresAt: NOW + HOUR }], { now: NOW })
    let settled: Move = {}
    const { clock } = travel(world, move, (made, work) => {
      settled = made
      work()
    })
    for (const now of [NOW - 2 * DAY, NOW + 60 * DAY]) {
      expect(travel(makeWorld([], { now }).world, settled).clock).toEqual(clock)
    }
  })

  it('is told to who listens, and a dry run is not', () => {
    const { world } = makeWorld()
    const told: unknown[] = []
    world.events.listen({ hear: ({ event }) => told.push(event), end: () => {} })
    travel(world, { advance: ms(DAY), dryRun: true })
    const { clock } = travel(world, { advance: ms(DAY) })
    expect(told).toEqual([{ type: 'clock', clock }])
  })

  it('that does not say where to leaves the clock where it is by then', () => {
    const { world, real } = makeWorld([], { now: NOW })
    for (const move of [{ rate: 1 }, { freeze: false }]) {
      travel(world, move, (_, work) => {
        real.now += SECOND
        work()
      })
    }
    expect(world.clock.now()).toBe(NOW + 2 * SECOND)
  })

  it('advances by months as addDuration does', () => {
    fc.assert(
      fc.property(fc.nat(at('2300-01-01')), fc.nat(1200), fc.nat(10 * DAY), (start, count, rest) => {
        const { world } = makeWorld([], { now: start, frozen: true })
        const advance = { months: count, ms: rest }
        expect(travel(world, { advance }).clock.now).toBe(addDuration(start, advance))
      }),
      { seed: 4 },
    )
  })
})

describe('a refused move changes nothing', () => {
  const range = 'it knows 1970-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z'
  const before = `the move leads before the first instant of the clock: ${range}`
  const beyond = `the move leads beyond the last instant of the clock: ${range}`
  const rest = { rate: 7, freeze: false } as const

  it.each<[Move, Refusal['code'], string]>([
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
      'set and to both say where the clock is to go: give one of them',
    ],
    [
      { advance: ms(5), plus: ms(1) },
      'invalid_request',
      'plus goes with to (next-expiry or next-month); without it, use advance',
    ],
    [
      { set: NOW - 2 * HOUR },
      'clock_backwards',
      'the clock is at 2026-01-31T12:00:00.000Z, and 2026-01-31T10:00:00.000Z lies 2h before it',
    ],
    [
      { advance: ms(-1) },
      'clock_backwards',
      'the clock is at 2026-01-31T12:00:00.000Z, and 2026-01-31T11:59:59.999Z lies 1ms before it',
    ],
    [
      { to: 'next-month', plus: ms(-DAY) },
      'clock_backwards',
      'the clock is at 2026-01-31T12:00:00.000Z, and 2026-01-31T00:00:00.000Z lies 12h before it',
    ],
    [
      { to: 'next-expiry' },
      'nothing_ahead',
      'no key of any namespace expires between 2026-01-31T12:00:00.000Z and the last instant, 9999-12-31T23:59:59.999Z',
    ],
  ])('%j', (move, code, reason) => {
    const { world } = makeWorld([
      { key: 'expires now', expiresAt: NOW },
      { key: 'never expires', expiresAt: LAST_INSTANT_MS + 1 },
    ])
    expect(refusalOf(world, { ...move, ...rest })).toMatchObject({ code, reason })
    expect(refusalOf(world, { ...move, ...rest, dryRun: true })).toMatchObject({ code, reason })
  })

  it('says how to go back all the same', () => {
    const { hint } = refusalOf(makeWorld().world, { advance: ms(-1) }).details
    expect(hint).toMatch(/^force: true goes back; removed entries stay gone/)
  })

  it('there is no month after the last', () => {
    const { world } = makeWorld([], { now: at('9999-12-01'), frozen: true })
    const refusal = refusalOf(world, { to: 'next-month' })
    expect(refusal).toMatchObject({
      code: 'nothing_ahead',
      reason: '9999-12 is the last month that the clock knows',
    })
  })
})

describe('next-expiry', () => {
  const entries = [
    { key: 'gone', expiresAt: NOW - HOUR },
    { key: 'later', expiresAt: NOW + 2 * HOUR },
    { namespace: 'ns_b', key: 'next', expiresAt: HOUR, isOffset: true },
  ]

  it('is where the next key is expired, whichever namespace it is in', () => {
    const { world } = makeWorld(entries)
    expect(travel(world, { to: 'next-expiry' }).clock.now).toBe(NOW + HOUR)
    expect(travel(world, { to: 'next-expiry', plus: ms(-1) }).clock.now).toBe(NOW + 2 * HOUR - 1)
    expect(travel(world, { to: 'next-expiry' }).clock.now).toBe(NOW + 2 * HOUR)
    expect(refusalOf(world, { to: 'next-expiry' }).code).toBe('nothing_ahead')
  })

  it('may be the last instant', () => {
    const { world } = makeWorld([{ key: 'k', expiresAt: LAST_INSTANT_MS }])
    expect(travel(world, { to: 'next-expiry' })).toEqual({
      clock: { now: LAST_INSTANT_MS, mode: 'frozen', rate: 1 },
    })
  })

  it('does not touch the namespaces', () => {
    const { world } = makeWorld(entries)
    const before = [...world.state.namespaces.values()]
    expect(before).not.toHaveLength(0)
    travel(world, { to: 'next-expiry', receipt: true })
    const after = [...world.state.namespaces.values()]
    expect(after.map((namespace, index) => namespace === before[index])).toEqual(before.map(() => true))
  })
})

describe('a receipt', () => {
  const entries = [
    { key: 'expired before', expiresAt: NOW },
    { key: 'c', expiresAt: NOW + 2 * HOUR },
    { key: 'beyond', expiresAt: NOW + DAY + 1 },
    { key: 'at the end', expiresAt: NOW + DAY },
    { namespace: 'ns_b', key: 'a', expiresAt: 1, isOffset: true },
    { namespace: 'ns_b', key: 'd', expiresAt: NOW + 2 * HOUR },
  ]
  const crossed = {
    from: NOW,
    to: NOW + DAY,
    fromIso: '2026-01-31T12:00:00.000Z',
    toIso: '2026-02-01T12:00:00.000Z',
    keysExpired: {
      count: 4,
      first: [
        { namespace: 'ns_b', key: 'a', expiredAt: NOW + 1 },
        { namespace: 'ns_a', key: 'c', expiredAt: NOW + 2 * HOUR },
        { namespace: 'ns_b', key: 'd', expiredAt: NOW + 2 * HOUR },
        { namespace: 'ns_a', key: 'at the end', expiredAt: NOW + DAY },
      ],
    },
    keysRevived: { count: 0, first: [] },
    monthsRolled: ['2026-02'],
    monthsRolledCount: 1,
    monthsUnrolled: [],
    monthsUnrolledCount: 0,
    countersChanged: { count: 0, first: [] },
    faultWindows: { begun: [], ended: [], reopened: [], unbegun: [] },
  }

  it('tells what the move crossed', () => {
    const { world } = makeWorld(entries)
    expect(travel(world, { advance: ms(DAY), receipt: true })).toEqual({
      clock: { now: NOW + DAY, mode: 'frozen', rate: 1 },
      receipt: crossed,
    })
  })

  it('of a dry run tells the same and moves nothing', () => {
    const { world } = makeWorld(entries)
    const clock = { now: NOW, mode: 'frozen', rate: 1 }
    const move: Move = { advance: ms(DAY), rate: 5, freeze: false, dryRun: true }
    expect(travel(world, move)).toEqual({ clock, receipt: crossed })
    expect(world.clock.save()).toEqual(clock)
  })

  it('of standing still is empty', () => {
    const { world } = makeWorld(entries)
    expect(travel(world, { receipt: true }).receipt).toMatchObject({
      keysExpired: { count: 0, first: [] },
      keysRevived: { count: 0, first: [] },
      monthsRolledCount: 0,
      monthsUnrolledCount: 0,
    })
  })

  it('of the way back tells what is undone, the last first', () => {
    const { world } = makeWorld(entries)
    world.faults.add([{ status: 503, from: { offset: HOUR }, until: { offset: 2 * HOUR } }], NOW)
    travel(world, { advance: ms(DAY) })
    const { keysExpired, ...there } = crossed
    expect(travel(world, { advance: ms(-DAY), force: true, receipt: true }).receipt).toEqual({
      ...there,
      from: crossed.to,
      to: crossed.from,
      fromIso: crossed.toIso,
      toIso: crossed.fromIso,
      keysExpired: { count: 0, first: [] },
      keysRevived: { count: 4, first: [3, 1, 2, 0].map((index) => keysExpired.first[index]) },
      monthsRolled: [],
      monthsRolledCount: 0,
      monthsUnrolled: ['2026-02'],
      monthsUnrolledCount: 1,
      faultWindows: { begun: [], ended: [], reopened: ['f_1'], unbegun: ['f_1'] },
    })
  })

  it('of another month tells which counters fall to 0, those that change the most first', () => {
    const { world } = makeWorld(entries)
    world.state.namespaces.get('ns_a')?.usage.set('2026-01', { reads: 5 })
    world.state.namespaces.get('ns_b')?.usage.set('2026-01', { reads: 70, lists: 2 })
    world.state.namespaces.get('ns_b')?.usage.set('2026-02', { reads: 1 })
    const none = { reads: 0, writes: 0, deletes: 0, lists: 0 }
    const january = { ...none, reads: 70, lists: 2 }
    const february = { ...none, reads: 1 }
    expect(travel(world, { to: 'next-month', dryRun: true }).receipt?.countersChanged).toEqual({
      count: 2,
      first: [
        { namespace: 'ns_b', before: january, after: february },
        { namespace: 'ns_a', before: { ...none, reads: 5 }, after: none },
      ],
    })
    expect(travel(world, { to: 'next-month', plus: ms(-1), dryRun: true }).receipt?.countersChanged).toEqual({
      count: 0,
      first: [],
    })
    travel(world, { to: 'next-month' })
    const back = travel(world, { advance: ms(-1), force: true, dryRun: true }).receipt
    expect(back?.countersChanged.first[0]).toEqual({ namespace: 'ns_b', before: february, after: january })
  })

  it('of the way back names the keys that are there still', () => {
    const { world } = makeWorld(entries)
    travel(world, { advance: ms(DAY) })
    const [namespace] = [...world.state.namespaces.values()]
    const gone = namespace?.entries.get('c')
    if (gone !== undefined) namespace?.delete(gone, { expiredAt: gone.expiresAt }, world.tombstones)
    const { receipt } = travel(world, { advance: ms(-DAY), force: true, receipt: true })
    expect(receipt?.keysRevived.count).toBe(3)
  })

  it('names so many months of the way back and counts the others', () => {
    const { world } = makeWorld()
    const { receipt } = travel(world, { set: 0, force: true, receipt: true })
    expect(receipt?.monthsUnrolled).toHaveLength(12)
    expect(receipt?.monthsUnrolled.slice(0, 2)).toEqual(['2026-01', '2025-12'])
    expect(receipt?.monthsUnrolledCount).toBe((2026 - 1970) * 12)
  })

  it('names so many months and counts the others', () => {
    const { world } = makeWorld()
    const { receipt } = travel(world, { set: LAST_INSTANT_MS, receipt: true })
    expect(receipt?.monthsRolled).toHaveLength(12)
    expect(receipt?.monthsRolled.slice(-2)).toEqual(['2026-12', '2027-01'])
    expect(receipt?.monthsRolledCount).toBe((9999 - 2026) * 12 + 11)
  })

  it('names the first keys that the move comes to, in whatever order they were written', () => {
    const expiries = [9, 3, 12, 1, 7, 15, 5, 11, 2, 14, 4, 13, 6, 10, 8]
    const { world } = makeWorld(
      expiries.map((expiresAt) => ({ key: `k${expiresAt}`, expiresAt: NOW + expiresAt })),
    )
    const namedOn = (move: Move) => travel(world, { ...move, receipt: true, force: true }).receipt
    const keys = (...numbers: number[]) => numbers.map((number) => `k${number}`)
    const there = namedOn({ advance: ms(20) })?.keysExpired
    expect(there?.count).toBe(15)
    expect(there?.first.map(({ key }) => key)).toEqual(keys(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
    const back = namedOn({ advance: ms(-20) })?.keysRevived
    expect(back?.first.map(({ key }) => key)).toEqual(keys(15, 14, 13, 12, 11, 10, 9, 8, 7, 6))
  })

  it('of keys that expire at once names those that were there first', () => {
    const at = NOW + HOUR
    const second = Array.from({ length: 6 }, (_, index) => ({ key: `b${index}`, expiresAt: at }))
    const first = Array.from({ length: 6 }, (_, index) => ({ key: `a${index}`, expiresAt: at }))
    const { world } = makeWorld([
      { namespace: 'ns_first', key: 'earlier', expiresAt: at - 1 },
      ...second.map((entry) => ({ ...entry, namespace: 'ns_second' })),
      ...first.map((entry) => ({ ...entry, namespace: 'ns_first' })),
    ])
    const { receipt } = travel(world, { set: at, receipt: true })
    expect(receipt?.keysExpired.count).toBe(13)
    expect(receipt?.keysExpired.first.map(({ key }) => key)).toEqual([
      'earlier',
      ...['a0', 'a1', 'a2', 'a3', 'a4', 'a5'],
      ...['b0', 'b1', 'b2'],
    ])
  })

  it('of namespaces whose counters change as much names those that were there first, however many there are', () => {
    const { world } = makeWorld()
    for (let index = 0; index <= 2100; index++) {
      const { usage } = world.state.addNamespace(`ns_${index}`, 'alice', {})
      usage.set('2026-01', { reads: index % 1050 === 0 ? 5 : 1 })
    }
    const { receipt } = travel(world, { to: 'next-month', dryRun: true })
    const first = [0, 1050, 2100, 1, 2, 3, 4, 5, 6, 7].map((index) => `ns_${index}`)
    expect(receipt?.countersChanged.first.map(({ namespace }) => namespace)).toEqual(first)
  })

  it('names so many namespaces whose counters change, and leaves out those whose counters are the same', () => {
    const { world } = makeWorld()
    for (let index = 0; index < 12; index++) {
      const { usage } = world.state.addNamespace(`ns_${index}`, 'alice', {})
      usage.set('2026-01', { reads: index + 1 })
    }
    const { usage } = world.state.addNamespace('ns_same', 'alice', {})
    for (const month of ['2026-01', '2026-02']) usage.set(month, { reads: 50, writes: 3 })
    const { receipt } = travel(world, { to: 'next-month', dryRun: true })
    expect(receipt?.countersChanged.count).toBe(12)
    expect(receipt?.countersChanged.first.map(({ namespace }) => namespace)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `ns_${index}`),
    )
  })

  it('agrees with a naive look at everything', () => {
    const entry = fc.record({
      namespace: fc.constantFrom('ns_a', 'ns_b', 'ns_c'),
      key: fc.string({ minLength: 1, maxLength: 3 }),
      expiresAt: fc.integer({ min: -50, max: 150 }),
    })
    const some = fc.uniqueArray(entry, {
      maxLength: 60,
      selector: ({ namespace, key }) => `${namespace}/${key}`,
    })
    fc.assert(
      fc.property(some, fc.nat(120), (offsets, length) => {
        const { world } = makeWorld(offsets.map((offset) => ({ ...offset, isOffset: true })))
        const stored = [...world.state.namespaces.values()].flatMap(({ id, entries }) =>
          [...entries.values()].map(({ key, expiresAt }) => ({
            namespace: id,
            key,
            expiredAt: NOW + expiresAt,
          })),
        )
        const ahead = stored.filter(({ expiredAt }) => expiredAt > NOW)
        const expired = ahead
          .filter(({ expiredAt }) => expiredAt <= NOW + length)
          .sort((a, b) => a.expiredAt - b.expiredAt)
        const dryRun = travel(world, { advance: ms(length), dryRun: true })
        expect(dryRun.receipt?.keysExpired).toEqual({
          count: expired.length,
          first: expired.slice(0, EXPIRED_KEYS_MAX),
        })
        travel(world, { advance: ms(length) })
        const back = travel(world, { advance: ms(-length), force: true, receipt: true })
        expect(back.receipt?.keysRevived.count).toBe(expired.length)
        if (ahead.length === 0) return
        const next = Math.min(...ahead.map(({ expiredAt }) => expiredAt))
        expect(travel(world, { to: 'next-expiry' }).clock.now).toBe(next)
      }),
      { seed: 5 },
    )
  })
})
