import type { Clock } from '@playwright/test'
import type { ClockInfo } from '../client/answers.js'
import type { EmulatorClient } from '../client/emulator-client.js'
import { systemTime } from '../core/clock.js'
import { skewOf } from './clock/followed-clock.js'
import type { ClockMoves } from './clock-moves.js'
import type { Course } from './page/steer.js'
import { type ClockedPage, SteeredPages } from './page/steered-pages.js'

/**
 * Moves the clocks of a world and of all pages of a browser context together.
 *
 * @example
 * const clock = await linkClock(page.clock, world)
 * await clock.advance('15m')
 */
export type LinkedClock = ClockMoves

/**
 * Moves the clocks of a world and of all pages of a browser context together, and lets both run at the same rate.
 *
 * @example
 * const clock = await linkClock(page, world)
 * await clock.rate(60)
 * await clock.unfreeze() // an hour takes the page and the service a minute
 */
export interface RunningClock extends ClockMoves {
  /** Stops both. */
  freeze(): Promise<ClockInfo>
  /** Lets both run from where they are. */
  unfreeze(): Promise<ClockInfo>
  /** Sets the virtual seconds per real second, also for when they are frozen now. */
  rate(rate: number): Promise<ClockInfo>
}

/**
 * The part of Playwright's clock that linkClock uses.
 *
 * @example
 * await linkClock(page.clock, world)
 */
export type PageClock = Pick<Clock, 'install' | 'pauseAt' | 'setSystemTime'>

type World = Pick<EmulatorClient, 'clock'>

/** A page's clock starts this much early, in ms: it runs until it is stopped, and can't be stopped in its past. */
const LEAD_MS = 60_000

/**
 * Links the clock of a world with `Date` and the timers of all pages of a context, so that entries of both expire
 * together. Both clocks freeze, and only the link moves them. A timer that is due during a move fires once, at its end,
 * as on a laptop that was closed meanwhile.
 *
 * With a page instead of its clock, the link can also let both run.
 *
 * @param pageClock link it before the page is loaded, since older timers stay real
 * @example
 * const clock = await linkClock(page.clock, world)
 * await page.goto('/')
 * await clock.advance('15m') // the session is gone from the service, and the page notices
 */
export async function linkClock(pageClock: PageClock, world: World): Promise<LinkedClock>
/** @param page before it is loaded, and before anything installs `page.clock` */
export async function linkClock(page: ClockedPage, world: World): Promise<RunningClock>
export async function linkClock(linked: PageClock | ClockedPage, world: World): Promise<LinkedClock> {
  const pages = 'context' in linked ? await SteeredPages.of(linked) : undefined
  const pageClock = 'context' in linked ? linked.clock : linked
  const { now } = await world.clock.freeze()
  await pageClock.install({ time: now - LEAD_MS })
  await pageClock.pauseAt(now)
  let shown = now

  const move = async (call: () => Promise<ClockInfo>): Promise<ClockInfo> => {
    shown = Math.max(shown, (await pages?.halt()) ?? shown)
    const sentAt = systemTime()
    const reading = await call().catch(async (error: unknown) => {
      await pages?.goOn()
      throw error
    })
    const arrivedAt = systemTime()
    // Playwright refuses to stop a clock in its past.
    if (reading.now < shown) await pageClock.setSystemTime(reading.now)
    await pageClock.pauseAt(reading.now)
    shown = reading.now
    await pages?.follow(courseOf(reading, sentAt, arrivedAt))
    return reading
  }
  const moves: LinkedClock = {
    advance: (by) => move(() => world.clock.advance(by)),
    set: (instant, options) => move(() => world.clock.set(instant, options)),
    to: (waypoint, options) => move(() => world.clock.to(waypoint, options)),
  }
  if (pages === undefined) return moves
  const running: RunningClock = {
    ...moves,
    freeze: () => move(() => world.clock.freeze()),
    unfreeze: () => move(() => world.clock.unfreeze()),
    rate: (rate) => move(() => world.clock.rate(rate)),
  }
  return running
}

/** @returns null for a frozen clock */
function courseOf({ now, rate, realNow }: ClockInfo, sentAt: number, arrivedAt: number): Course | null {
  if (realNow === undefined) return null
  return { now, rate, realNow: realNow + skewOf(realNow, sentAt, arrivedAt) }
}
