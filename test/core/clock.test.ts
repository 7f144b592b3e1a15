import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemTime, VirtualClock } from '../../src/core/clock.js'
import { LAST_INSTANT_MS } from '../../src/core/instants.js'

const REAL_START = Date.UTC(2026, 0, 31)
const START = Date.UTC(2030, 5, 1)

/** A real clock that moves only when told to. */
function realTime() {
  let now = REAL_START
  return {
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('VirtualClock', () => {
  test('the virtual clock runs along with the real time by default', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now)
    expect(clock.save()).toEqual({ now: REAL_START, mode: 'running', rate: 1 })
    real.pass(1234)
    expect(clock.now()).toBe(REAL_START + 1234)
  })

  test('the virtual clock takes the machine time from systemTime', () => {
    const clock = new VirtualClock(systemTime)
    expect(clock.now()).toBeGreaterThan(Date.UTC(2024, 0))
  })

  test('the virtual clock starts at the given instant', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now, { now: START, frozen: true, rate: 60 })
    real.pass(1000)
    expect(clock.save()).toEqual({ now: START, mode: 'frozen', rate: 60 })
    clock.run()
    expect(clock.now()).toBe(START)
    real.pass(1000)
    expect(clock.now()).toBe(START + 60_000)
  })

  test('the virtual clock returns the real time of its reading while it runs', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now, { now: START, rate: 60 })
    real.pass(1000)
    expect(clock.sample()).toEqual({
      now: START + 60_000,
      mode: 'running',
      rate: 60,
      realNow: REAL_START + 1000,
    })
    clock.freeze()
    expect(clock.sample()).toEqual({ now: START + 60_000, mode: 'frozen', rate: 60 })
  })

  test('the virtual clock runs on from an instant it is set to, forwards or back', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now)
    for (const target of [START, 0, LAST_INSTANT_MS - 5000]) {
      clock.set(target)
      expect(clock.now()).toBe(target)
      real.pass(250)
      expect(clock.now()).toBe(target + 250)
    }
  })

  test('a frozen clock stays frozen when it is set', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now, { frozen: true })
    clock.set(START)
    real.pass(5000)
    expect(clock.now()).toBe(START)
    expect(clock.mode).toBe('frozen')
  })

  test('the virtual clock shows whole ms whatever the real clock and the rate', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now, { now: START, rate: 0.3 })
    real.pass(5.7)
    expect(clock.now()).toBe(START + 1)
    clock.freeze()
    expect(clock.now()).toBe(START + 1)
  })

  test('the virtual clock loses no fraction of a ms to a change of rate', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now, { now: START, rate: 0.5 })
    for (let step = 0; step < 1000; step++) {
      real.pass(1)
      clock.setRate(0.5)
    }
    expect(clock.now()).toBe(START + 500)
  })

  test('the virtual clock loses no real time between two readings', () => {
    let real = REAL_START
    const clock = new VirtualClock(() => ++real)
    for (let step = 0; step < 100; step++) clock.setRate(1)
    expect(clock.now()).toBe(real)
  })

  test('the virtual clock goes on from the latest instant when the real clock is put back', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now, { now: START, rate: 2 })
    real.pass(1000)
    expect(clock.now()).toBe(START + 2000)
    real.pass(-3_600_000)
    expect(clock.now()).toBe(START + 2000)
    real.pass(10)
    expect(clock.now()).toBe(START + 2020)
  })

  test('the clock stops at the last instant', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now, { now: LAST_INSTANT_MS - 1, rate: Number.MAX_VALUE })
    real.pass(1000)
    expect(clock.now()).toBe(LAST_INSTANT_MS)
    clock.setRate(1)
    real.pass(1000)
    expect(clock.now()).toBe(LAST_INSTANT_MS)
    clock.set(START)
    expect(clock.now()).toBe(START)
  })

  test('the virtual clock refuses instants and rates that make no sense, and then changes nothing', () => {
    const clock = new VirtualClock(realTime().now, { now: START, frozen: true })
    for (const ms of [-1, 0.5, LAST_INSTANT_MS + 1, Number.NaN]) {
      expect(() => clock.set(ms)).toThrow(RangeError)
      expect(() => new VirtualClock(realTime().now, { now: ms })).toThrow(RangeError)
    }
    for (const rate of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => clock.setRate(rate)).toThrow(RangeError)
      expect(() => new VirtualClock(realTime().now, { now: 0, rate })).toThrow(RangeError)
    }
    expect(clock.save()).toEqual({ now: START, mode: 'frozen', rate: 1 })
  })

  test('a new clock runs on from the saved instant, however much later', () => {
    const real = realTime()
    const clock = new VirtualClock(real.now, { now: START, rate: 3 })
    real.pass(100)
    const saved = clock.save()
    real.pass(86_400_000)
    const restored = new VirtualClock(real.now, { now: saved.now, frozen: false, rate: saved.rate })
    expect(restored.save()).toEqual(saved)
    real.pass(100)
    expect(restored.now()).toBe(START + 600)
    expect(saved.now).toBe(START + 300)
  })

  test('the virtual clock never goes back, and never jumps, through any freezing, running and change of rate', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('pass' as const), by: fc.integer({ min: -50, max: 5000 }) }),
      fc.record({ do: fc.constant('rate' as const), by: fc.double({ min: 0.001, max: 1000, noNaN: true }) }),
      fc.record({ do: fc.constantFrom('freeze' as const, 'run' as const), by: fc.constant(0) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const real = realTime()
        const clock = new VirtualClock(real.now, { now: START })
        let before = clock.now()
        for (const { do: action, by } of steps) {
          const allowed = action === 'pass' && clock.mode === 'running' ? Math.max(0, by) * clock.rate + 1 : 0
          if (action === 'pass') real.pass(by)
          else if (action === 'rate') clock.setRate(by)
          else clock[action]()
          const now = clock.now()
          expect(Number.isInteger(now)).toBe(true)
          expect(now).toBeGreaterThanOrEqual(before)
          expect(now - before).toBeLessThanOrEqual(allowed)
          before = now
        }
      }),
      { seed: 3, numRuns: 300 },
    )
  })
})
