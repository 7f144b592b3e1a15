import type { ClockInfo } from '../client/answers.js'
import type { DurationText, Instant } from '../client/clock.js'
import type { Waypoint } from '../domain/travel.js'

/** Moves the clock of a world and everything linked to it. */
export interface ClockMoves {
  /** Moves forward by a duration: `clock.advance('1h30m')`. */
  advance(by: DurationText): Promise<ClockInfo>
  /** Moves to an instant: `clock.set('2026-02-01')`. Going back after a request needs `{ force: true }`. */
  set(instant: Instant, options?: { readonly force?: boolean }): Promise<ClockInfo>
  /** Moves to the next event of a kind: `clock.to('next-expiry')`. */
  to(waypoint: Waypoint, options?: { readonly plus?: DurationText }): Promise<ClockInfo>
}
