import type { VitestUtils } from 'vitest'
import type { ClockInfo } from '../client/answers.js'
import type { MovedClock } from '../client/clock.js'
import type { EmulatorClient } from '../client/emulator-client.js'
import { replaceTemporalNow } from './clock/replace-temporal.js'
import type { ClockMoves } from './clock-moves.js'

/**
 * Moves a world's clock and vitest's fake timers together.
 *
 * @example
 * using clock = await linkClock(vi, world)
 * await clock.advance('15m')
 */
export interface LinkedClock extends ClockMoves, Disposable {
  /** Restores the real timers without changing the world's clock. `using` does this for you. */
  unlink(): void
}

/**
 * The members of vitest's `vi` that `linkClock` uses.
 *
 * @example
 * await linkClock(vi, world)
 */
export type FakeTimers = Pick<
  VitestUtils,
  'useFakeTimers' | 'useRealTimers' | 'setSystemTime' | 'getMockedSystemTime' | 'advanceTimersByTimeAsync'
>

/**
 * Globals that code under test uses to measure time or to wait. Node needs `nextTick`, `setImmediate` and
 * `queueMicrotask` for I/O, so they're not faked. Otherwise no request would ever complete.
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
 * The maximum number of times that a move stops for due timers before it jumps the rest of the way. Each stop takes
 * several calls to the service.
 */
const STEPS_MAX = 500

/** In ms. Returns undefined if no fake timer is due after this time. */
function nextDue(after: number): number | undefined {
  // The fake timers library attaches its clock to every function it replaces.
  const timers: unknown = Reflect.get(Object(Reflect.get(setTimeout, 'clock')), 'timers')
  let first = Number.POSITIVE_INFINITY
  for (const timer of Object.values(Object(timers))) {
    const dueAt = Math.ceil(Number(Reflect.get(Object(timer), 'callAt')))
    if (dueAt > after && dueAt < first) first = dueAt
  }
  return Number.isFinite(first) ? first : undefined
}

/**
 * Links a world's clock to `Date`, `Temporal.Now` and the timers in the code under test, so that entries in the service
 * and in the code's own caches expire together. Fake timers start at the world's time. The world's clock is frozen and
 * should only be moved with the link. Whenever timers are due, the service's clock moves first, and then the timers
 * fire. The whole process shares its timers, so don't run other tests at the same time.
 *
 * @example
 * using clock = await linkClock(vi, world)
 * await clock.advance('15m') // the session is gone from the service and from the app's cache
 */
export async function linkClock(vi: FakeTimers, world: Pick<EmulatorClient, 'clock'>): Promise<LinkedClock> {
  // Freeze the clock before faking `Date`, or a clock that runs along with `Date` would move twice.
  const { now } = await world.clock.freeze()
  vi.useFakeTimers({ now, toFake: [...FAKED] })
  // Vitest's fake timers don't include `Temporal`, so make that follow the fake `Date`.
  const { Date: FakeDate } = globalThis
  const putTemporalBack = replaceTemporalNow(globalThis, () => FakeDate.now())

  const follow = async (reading: ClockInfo): Promise<ClockInfo> => {
    const behindMs = reading.now - (vi.getMockedSystemTime()?.getTime() ?? reading.now)
    if (behindMs >= 0) await vi.advanceTimersByTimeAsync(behindMs)
    // The test must have moved the timers itself.
    else vi.setSystemTime(reading.now)
    return reading
  }
  /** Stops whenever a timer is due, so that its requests reach the service at exactly that time. */
  const move = async (by: (options: { dryRun?: true }) => Promise<ClockInfo>): Promise<ClockInfo> => {
    if (nextDue(0) === undefined) return follow(await by({}))
    const { mode, receipt } = (await by({ dryRun: true })) as MovedClock<{ dryRun: true }>
    if (mode !== 'frozen' || receipt.to < receipt.from) return follow(await by({}))
    let at = receipt.from
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      const due = nextDue(at)
      if (due === undefined || due >= receipt.to) break
      await follow(await world.clock.set(due))
      // Wait as long as a request with a new connection takes, as its response may start a timer that's due earlier.
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
