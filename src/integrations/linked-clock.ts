import type { VitestUtils } from 'vitest'
import type { ClockInfo } from '../client/answers.js'
import type { MovedClock } from '../client/clock.js'
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
  /** Restores the real timers, as leaving the scope of `using` does. The world's clock stays as it is. */
  unlink(): void
}

/**
 * The part of vitest's `vi` that linkClock uses.
 *
 * @example
 * await linkClock(vi, world)
 */
export type FakeTimers = Pick<
  VitestUtils,
  'useFakeTimers' | 'useRealTimers' | 'setSystemTime' | 'getMockedSystemTime' | 'advanceTimersByTimeAsync'
>

/**
 * The globals with which code under test measures time or waits. Those that Node needs for I/O (nextTick, setImmediate,
 * queueMicrotask) stay real: no request would be answered if they were faked. Missing ones are skipped.
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
 * A move stops at this many due times at most and then jumps the rest of the way, since each stop costs calls to the
 * service.
 */
const STEPS_MAX = 500

/**
 * Finds when the next fake timer after an instant is due, in ms; undefined if there is none, or the timers don't tell.
 */
function nextDue(after: number): number | undefined {
  // The library of fake timers attaches its clock to each function it replaces.
  const timers: unknown = Reflect.get(Object(Reflect.get(setTimeout, 'clock')), 'timers')
  let first = Number.POSITIVE_INFINITY
  for (const timer of Object.values(Object(timers))) {
    const dueAt = Math.ceil(Number(Reflect.get(Object(timer), 'callAt')))
    if (dueAt > after && dueAt < first) first = dueAt
  }
  return Number.isFinite(first) ? first : undefined
}

/**
 * Links the clock of a world with `Date`, `Temporal.Now` and the timers of the code under test, so that entries of both
 * expire together. Fake timers start at the world's time. The world's clock is frozen, and only the link moves it:
 * whenever timers are due, the service's clock moves first, and then the timers fire. Timers belong to the whole
 * process, so no other test may run meanwhile.
 *
 * @example
 * using clock = await linkClock(vi, world)
 * await clock.advance('15m') // the session is gone from the service and from the app's cache
 */
export async function linkClock(vi: FakeTimers, world: Pick<EmulatorClient, 'clock'>): Promise<LinkedClock> {
  // Freeze the clock before faking Date: a clock that runs along with Date would move twice.
  const { now } = await world.clock.freeze()
  vi.useFakeTimers({ now, toFake: [...FAKED] })
  // Vitest's fake timers don't know Temporal, so make it follow the fake Date.
  const { Date: FakeDate } = globalThis
  const putTemporalBack = replaceTemporalNow(globalThis, () => FakeDate.now())

  const follow = async (reading: ClockInfo): Promise<ClockInfo> => {
    const behindMs = reading.now - (vi.getMockedSystemTime()?.getTime() ?? reading.now)
    if (behindMs >= 0) await vi.advanceTimersByTimeAsync(behindMs)
    // The test moved the timers directly.
    else vi.setSystemTime(reading.now)
    return reading
  }
  /** Stops at each timer that is due, so that its requests reach the service at that time and not before. */
  const move = async (by: (options: { dryRun?: true }) => Promise<ClockInfo>): Promise<ClockInfo> => {
    if (nextDue(0) === undefined) return follow(await by({}))
    const { mode, receipt } = (await by({ dryRun: true })) as MovedClock<{ dryRun: true }>
    if (mode !== 'frozen' || receipt.to < receipt.from) return follow(await by({}))
    let at = receipt.from
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      const due = nextDue(at)
      if (due === undefined || due >= receipt.to) break
      await follow(await world.clock.set(due))
      // Wait as long as a request with a new connection takes: its answer may set a timer that is due before the
      // others.
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
