import type { Clock } from '@playwright/test'
import type { ClockInfo } from '../client/answers.js'
import type { EmulatorClient } from '../client/emulator-client.js'
import { systemTime } from '../core/clock.js'
import { skewOf } from './clock/followed-clock.js'
import type { ClockMoves } from './clock-moves.js'
import type { Course } from './page/steer.js'
import { type ClockedPage, SteeredPages } from './page/steered-pages.js'

/**
 * Moves a world's clock and those of all pages in a browser context together.
 *
 * @example
 * const clock = await linkClock(page.clock, world)
 * await clock.advance('15m')
 */
export type LinkedClock = ClockMoves

/**
 * Can also let the clocks run at the same rate.
 *
 * @example
 * const clock = await linkClock(page, world)
 * await clock.rate(60)
 * await clock.unfreeze() // an hour takes the page and the service a minute
 */
export interface RunningClock extends ClockMoves {
  freeze(): Promise<ClockInfo>
  /** Lets all of them run on from their current time. */
  unfreeze(): Promise<ClockInfo>
  /** @param rate virtual seconds per real second. You can also set it while the clocks are frozen */
  rate(rate: number): Promise<ClockInfo>
}

/**
 * The members of Playwright's `page.clock` that `linkClock` uses.
 *
 * @example
 * await linkClock(page.clock, world)
 */
export type PageClock = Pick<Clock, 'install' | 'pauseAt' | 'setSystemTime'>

type World = Pick<EmulatorClient, 'clock'>

/** In ms. A page's clock starts this much earlier, since it runs until paused and can't be paused in its own past. */
const LEAD_MS = 60_000

/**
 * Links a world's clock to `Date` and the timers of all pages in a context, so that entries in the service and in the
 * pages expire together. The clocks are frozen and should only be moved with the link. Timers that come due during a
 * move fire once, at the end of it, as if the laptop had been asleep in the meantime.
 *
 * If you pass a page instead of its clock, you can also let the clocks run.
 *
 * @param pageClock link it before loading the page, since existing timers stay real
 * @example
 * const clock = await linkClock(page.clock, world)
 * await page.goto('/')
 * await clock.advance('15m') // the session is gone from the service, and the page notices
 */
export async function linkClock(pageClock: PageClock, world: World): Promise<LinkedClock>
/** @param page link it before loading the page, and before anything installs `page.clock` */
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
    // Playwright can't pause a clock at a time in its past.
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

/** Returns null if the clock is frozen. */
function courseOf({ now, rate, realNow }: ClockInfo, sentAt: number, arrivedAt: number): Course | null {
  if (realNow === undefined) return null
  return { now, rate, realNow: realNow + skewOf(realNow, sentAt, arrivedAt) }
}
