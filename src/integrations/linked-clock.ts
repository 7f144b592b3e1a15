import type { VitestUtils } from 'vitest'
import type { ClockReading } from '../admin/calls/clock.js'
import type { DurationText, Instant } from '../client/clock.js'
import type { EmulatorClient } from '../client/emulator-client.js'
import type { Waypoint } from '../domain/travel.js'

/**
 * Moves the clock of a world and vitest's fake timers together.
 *
 * @example
 * using clock = await linkClock(vi, world)
 * await clock.advance('15m')
 */
export interface LinkedClock extends Disposable {
  /** Goes forwards by a duration: `clock.advance('1h30m')`. */
  advance(by: DurationText): Promise<ClockReading>
  /** Goes to an instant: `clock.set('2026-02-01')`. */
  set(instant: Instant): Promise<ClockReading>
  /** Goes to the next event of a kind in the service: `clock.to('next-expiry')`. */
  to(waypoint: Waypoint, options?: { readonly plus?: DurationText }): Promise<ClockReading>
  /** Puts the real timers back, as leaving the scope of `using` does. The world's clock stays as it is. */
  unlink(): void
}

/**
 * The part of vitest's `vi` that is used.
 *
 * @example
 * await linkClock(vi, world) // vitest's own vi has them
 */
export type FakeTimers = Pick<
  VitestUtils,
  'useFakeTimers' | 'useRealTimers' | 'setSystemTime' | 'getMockedSystemTime' | 'advanceTimersByTimeAsync'
>

/**
 * The globals with which code under test measures time or waits. Those that Node needs to move bytes (nextTick,
 * setImmediate, queueMicrotask) stay real: if they were faked, no request would be answered. Missing ones are skipped.
 */
const FAKED = [
  'Date',
  'performance',
  'hrtime',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
] as const

/**
 * Links the clock of a world with `Date` and the timers of the code under test, so that entries of both expire
 * together. Fake timers begin at the world's time; its clock is frozen, and moves by the link alone: first the
 * service's, then the timers that fall due. Timers are the whole process's: no other test may run meanwhile.
 *
 * @param vi vitest's
 * @example
 * using clock = await linkClock(vi, world)
 * await clock.advance('15m') // the session is gone from the service and from the app's cache
 */
export async function linkClock(vi: FakeTimers, world: Pick<EmulatorClient, 'clock'>): Promise<LinkedClock> {
  // The clock is frozen before Date is faked: a clock that runs along with Date would be moved twice.
  const { now } = await world.clock.freeze()
  vi.useFakeTimers({ now, toFake: [...FAKED] })

  const follow = async (moving: Promise<ClockReading>): Promise<ClockReading> => {
    const reading = await moving
    const behindMs = reading.now - (vi.getMockedSystemTime()?.getTime() ?? reading.now)
    if (behindMs >= 0) await vi.advanceTimersByTimeAsync(behindMs)
    // The timers were moved alone.
    else vi.setSystemTime(reading.now)
    return reading
  }
  const unlink = (): void => {
    vi.useRealTimers()
  }
  return {
    advance: (by) => follow(world.clock.advance(by)),
    set: (instant) => follow(world.clock.set(instant)),
    to: (waypoint, options = {}) => follow(world.clock.to(waypoint, options)),
    unlink,
    [Symbol.dispose]: unlink,
  }
}
