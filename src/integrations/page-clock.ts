import type { Clock } from '@playwright/test'
import type { ClockReading } from '../admin/calls/clock.js'
import type { EmulatorClient } from '../client/emulator-client.js'
import type { ClockMoves } from './clock-moves.js'

/**
 * Moves the clock of a world and that of the pages of a browser's context together.
 *
 * @example
 * const clock = await linkClock(page.clock, world)
 * await clock.advance('15m')
 */
export type LinkedClock = ClockMoves

/**
 * The part of Playwright's clock that is used.
 *
 * @example
 * await linkClock(page.clock, world) // a page's own clock has them
 */
export type PageClock = Pick<Clock, 'install' | 'pauseAt'>

/** A page's clock begins so much earlier, in ms: it runs until it is stopped, and is never stopped in its past. */
const LEAD_MS = 60_000

/**
 * Links the clock of a world with `Date` and the timers of a page, and of all pages of its context, so that what both
 * remember expires together. Both clocks stand still, and move by the link alone. As when the lid of a
 * laptop is closed meanwhile, a timer that is due on the way fires once, in the end, and finds the service there.
 *
 * @param pageClock the page's; to be linked before the page is loaded, since older timers stay real
 * @example
 * const clock = await linkClock(page.clock, world)
 * await page.goto('/')
 * await clock.advance('15m') // the session is gone from the service, and the page notices
 */
export async function linkClock(
  pageClock: PageClock,
  world: Pick<EmulatorClient, 'clock'>,
): Promise<LinkedClock> {
  const { now } = await world.clock.freeze()
  await pageClock.install({ time: now - LEAD_MS })
  await pageClock.pauseAt(now)

  const follow = async (reading: ClockReading): Promise<ClockReading> => {
    await pageClock.pauseAt(reading.now)
    return reading
  }
  return {
    advance: async (by) => follow(await world.clock.advance(by)),
    set: async (instant) => follow(await world.clock.set(instant)),
    to: async (waypoint, options) => follow(await world.clock.to(waypoint, options)),
  }
}
