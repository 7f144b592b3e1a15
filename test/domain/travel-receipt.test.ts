import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LAST_INSTANT_MS } from '../../src/core/instants.js'
import { type Move, travel } from '../../src/domain/travel.js'
import { EXPIRED_KEYS_MAX } from '../../src/domain/travel-receipt.js'
import { KV } from '../../src/services/kv/contents.js'
import { DAY, HOUR, makeWorld, ms, NOW } from './clocked-worlds.js'

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

  test('the receipt lists what the move crossed', () => {
    const { world } = makeWorld(entries)
    expect(travel(world, { advance: ms(DAY), receipt: true })).toEqual({
      clock: { now: NOW + DAY, mode: 'frozen', rate: 1 },
      receipt: crossed,
    })
  })

  test('the receipt of a dry run lists the same and moves nothing', () => {
    const { world } = makeWorld(entries)
    const clock = { now: NOW, mode: 'frozen', rate: 1 }
    const move: Move = { advance: ms(DAY), rate: 5, freeze: false, dryRun: true }
    expect(travel(world, move)).toEqual({ clock, receipt: crossed })
    expect(world.clock.save()).toEqual(clock)
  })

  test('the receipt of a move back lists what is undone, the last first', () => {
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

  test('the receipt of a move to another month lists the counters that fall to 0, those that change the most first', () => {
    const { world } = makeWorld(entries)
    world.state.of(KV).namespaces.get('ns_a')?.usage.set('2026-01', { reads: 5 })
    world.state.of(KV).namespaces.get('ns_b')?.usage.set('2026-01', { reads: 70, lists: 2 })
    world.state.of(KV).namespaces.get('ns_b')?.usage.set('2026-02', { reads: 1 })
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

  test('the receipt of a move back counts only the keys that still exist', () => {
    const { world } = makeWorld(entries)
    travel(world, { advance: ms(DAY) })
    const [namespace] = [...world.state.of(KV).namespaces.values()]
    const gone = namespace?.entries.get('c')
    if (gone !== undefined) namespace?.delete(gone, { expiredAt: gone.expiresAt }, world.tombstones)
    const { receipt } = travel(world, { advance: ms(-DAY), force: true, receipt: true })
    expect(receipt?.keysRevived.count).toBe(3)
  })

  test('the receipt of a move back names the first twelve months and counts them all', () => {
    const { world } = makeWorld()
    const { receipt } = travel(world, { set: 0, force: true, receipt: true })
    expect(receipt?.monthsUnrolled).toHaveLength(12)
    expect(receipt?.monthsUnrolled.slice(0, 2)).toEqual(['2026-01', '2025-12'])
    expect(receipt?.monthsUnrolledCount).toBe((2026 - 1970) * 12)
  })

  test('the receipt of a move forward names the first twelve months and counts them all', () => {
    const { world } = makeWorld()
    const { receipt } = travel(world, { set: LAST_INSTANT_MS, receipt: true })
    expect(receipt?.monthsRolled).toHaveLength(12)
    expect(receipt?.monthsRolled.slice(-2)).toEqual(['2026-12', '2027-01'])
    expect(receipt?.monthsRolledCount).toBe((9999 - 2026) * 12 + 11)
  })

  test('the receipt names the first keys that the move comes to, in whatever order they were written', () => {
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

  test('the receipt names the first ten namespaces whose counters change, and leaves out those without a change', () => {
    const { world } = makeWorld()
    for (let index = 0; index < 12; index++) {
      const { usage } = world.state.of(KV).addNamespace(`ns_${index}`, 'alice', {})
      usage.set('2026-01', { reads: index + 1 })
    }
    const { usage } = world.state.of(KV).addNamespace('ns_same', 'alice', {})
    for (const month of ['2026-01', '2026-02']) usage.set(month, { reads: 50, writes: 3 })
    const { receipt } = travel(world, { to: 'next-month', dryRun: true })
    expect(receipt?.countersChanged.count).toBe(12)
    expect(receipt?.countersChanged.first.map(({ namespace }) => namespace)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `ns_${index}`),
    )
  })

  test('the receipt agrees with a naive look at everything', () => {
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
        const stored = [...world.state.of(KV).namespaces.values()].flatMap(({ id, entries }) =>
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
