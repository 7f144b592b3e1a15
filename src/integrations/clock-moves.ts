import type { ClockInfo } from '../client/answers.js'
import type { DurationText, Instant } from '../client/clock.js'
import type { Waypoint } from '../domain/travel.js'

/** Moves a world's clock, along with everything that's linked to it. */
export interface ClockMoves {
  advance(by: DurationText): Promise<ClockInfo>
  /** Moves to a point in time. Going back after a request takes `{ force: true }`. */
  set(instant: Instant, options?: { readonly force?: boolean }): Promise<ClockInfo>
  /** Moves to the next event of a kind, e.g. `clock.to('next-expiry')`. */
  to(waypoint: Waypoint, options?: { readonly plus?: DurationText }): Promise<ClockInfo>
}
