import type { ClockStart } from '../core/clock.js'
import type { RandomStates } from '../core/random.js'
import type { FaultSpec } from './faults/fault.js'
import type { Faults } from './faults/faults.js'
import type { Profile } from './profile/profile.js'
import type { State } from './state.js'
import type { TombstoneRecords } from './tombstones.js'

/** The contents that a world starts with and a reset restores. */
export interface Baseline {
  readonly state: State
  readonly profile: Profile
  /** Defaults to a running clock that shows the real time. */
  readonly clock: ClockStart
  readonly randomSeed: number
  /** Saved positions of the random streams. The others start over. */
  readonly randomStates: RandomStates
  /** Specs have times relative to the world's origin. A copied world keeps its absolute instants. */
  readonly faults: Faults | readonly FaultSpec[]
  /** The number used in the last generated fault id. */
  readonly lastFaultId: number
  /** Undefined if nothing has ever been removed. */
  readonly tombstones?: TombstoneRecords
  /**
   * Cursors sealed with any of these are accepted; new ones are sealed with the first. Defaults to the world's own
   * name.
   */
  readonly cursorNames?: readonly string[]
  /** In ms. Relative times count from here. Defaults to the start of the clock. */
  readonly origin?: number
  /** The seed that this was created from, if it was kept. */
  readonly source?: object
}

export interface Addition {
  /** A fork of the current state with the addition merged in. */
  readonly state: State
  readonly profile: Profile
  /** Undefined members leave the clock alone. */
  readonly clock: ClockStart
  /** A new seed restarts every stream. If undefined, the seed and streams not in `randomStates` stay as they are. */
  readonly randomSeed: number | undefined
  readonly randomStates: RandomStates
  /** Relative times count from `now`. */
  readonly faults: readonly FaultSpec[]
  readonly lastFaultId: number
  /** In ms. */
  readonly now: number
}

/** Everything except the journal. */
export interface WorldCopy {
  readonly contents: Baseline
  /** The time of the copy, in virtual ms. */
  readonly at: number
}
