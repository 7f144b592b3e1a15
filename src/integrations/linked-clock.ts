import type { VitestUtils } from 'vitest'
import type { ClockReading } from '../admin/calls/clock.js'
import type { Moved } from '../client/clock.js'
import type { EmulatorClient } from '../client/emulator-client.js'
import { replaceTemporalNow } from './clock/replace-temporal.js'
import type { ClockMoves } from './clock-moves.js'

/**
 * Moves the clock of a world and vitest's fake timers together.
 *
 * @example
 * using clock = await linkClock(vi, world)
 * await clock.advance('15m')
 */
export interface LinkedClock extends ClockMoves, Disposable {
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

/** A move stops at this many due times at most, and goes the rest of the way at once: each costs calls to the service. */
const STEPS_MAX = 500

/** When the first fake timer after an instant is due, in ms; undefined if there is none, or none that shows it. */
function nextDue(after: number): number | undefined {
  // The library of fake timers leaves its clock with each function that it replaces.
  const timers: unknown = Reflect.get(Object(Reflect.get(setTimeout, 'clock')), 'timers')
  let first = Number.POSITIVE_INFINITY
  for (const timer of Object.values(Object(timers))) {
    const dueAt = Math.ceil(Number(Reflect.get(Object(timer), 'callAt')))
    if (dueAt > after && dueAt < first) first = dueAt
  }
  return Number.isFinite(first) ? first : undefined
}

/**
 * Links the clock of a world with `Date`, `Temporal.Now` and the timers of the code under test, so that
 * entries of both expire together. Fake timers begin at the world's time. The world's clock is frozen and
 * moves by the link alone: at each time when timers are due, first the service's clock moves and then the
 * timers fire. Timers belong to the whole process, so no other test may run in the meantime.
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
  // Vitest's fake timers know no Temporal: it follows the Date that they fake.
  const { Date: FakeDate } = globalThis
  const putTemporalBack = replaceTemporalNow(globalThis, () => FakeDate.now())

  const follow = async (reading: ClockReading): Promise<ClockReading> => {
    const behindMs = reading.now - (vi.getMockedSystemTime()?.getTime() ?? reading.now)
    if (behindMs >= 0) await vi.advanceTimersByTimeAsync(behindMs)
    // The timers were moved alone.
    else vi.setSystemTime(reading.now)
    return reading
  }
  /** Moves by way of the timers that fall due: what they send reaches the service at their time, and not before it. */
  const move = async (by: (options: { dryRun?: true }) => Promise<ClockReading>): Promise<ClockReading> => {
    if (nextDue(0) === undefined) return follow(await by({}))
    const { mode, receipt } = (await by({ dryRun: true })) as Moved<{ dryRun: true }>
    if (mode !== 'frozen' || receipt.to < receipt.from) return follow(await by({}))
    let at = receipt.from
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      const due = nextDue(at)
      if (due === undefined || due >= receipt.to) break
      await follow(await world.clock.set(due))
      // As long as a request takes that opens a connection: its answer may set a timer that is due before the others.
      for (let calls = 0; calls < 2; calls++) await world.clock.get()
      at = due
    }
    return follow(await world.clock.set(receipt.to))
  }
  const unlink = (): void => {
    putTemporalBack()
    vi.useRealTimers()
  }
  return {
    advance: (by) => move((options) => world.clock.advance(by, options)),
    set: (instant, given) => move((options) => world.clock.set(instant, { ...given, ...options })),
    to: (waypoint, given) => move((options) => world.clock.to(waypoint, { ...given, ...options })),
    unlink,
    [Symbol.dispose]: unlink,
  }
}
