import type { ClockStart } from '../core/clock.js'
import type { RandomStates } from '../core/random.js'
import type { FaultSpec } from './faults/fault.js'
import type { Faults } from './faults/faults.js'
import type { Profile } from './profile/profile.js'
import type { State } from './state.js'
import type { TombstoneRecords } from './tombstones.js'

/** The contents a world starts with. Resetting the world restores them. */
export interface Baseline {
  readonly state: State
  readonly profile: Profile
  /** Defaults to a running clock that shows the real time. */
  readonly clock: ClockStart
  readonly randomSeed: number
  /** Saved positions of the random streams. Streams that aren't listed start over. */
  readonly randomStates: RandomStates
  /** Relative times in a seed are resolved against the world's origin. A copied world keeps its absolute instants. */
  readonly faults: Faults | readonly FaultSpec[]
  /** The number used in the last generated fault id. */
  readonly lastFaultId: number
  /** Undefined if nothing has ever been removed. */
  readonly tombstones?: TombstoneRecords
  /** Names that seal accepted cursors. New ones use the first. Defaults to the world's own name. */
  readonly cursorNames?: readonly string[]
  /** The instant, in ms, that relative times are resolved against. Defaults to the start of the clock. */
  readonly origin?: number
  /** The seed it was created from, if that was kept. */
  readonly source?: object
}

/** Contents to merge into a world. */
export interface Addition {
  /** A fork of the world's current state with the addition merged in. */
  readonly state: State
  readonly profile: Profile
  /** Undefined members leave the clock alone. */
  readonly clock: ClockStart
  /** A new seed restarts every stream. If undefined, the seed and all unlisted streams are kept. */
  readonly randomSeed: number | undefined
  readonly randomStates: RandomStates
  /** Their relative times are resolved against `now`. */
  readonly faults: readonly FaultSpec[]
  readonly lastFaultId: number
  /** In ms. */
  readonly now: number
}

/** A world's contents at one moment, without its journal. */
export interface WorldCopy {
  readonly contents: Baseline
  /** Virtual time when the copy was made, in ms. */
  readonly at: number
}

/** A copy of the world taken just before a command. */
export interface Checkpoint {
  /** The number of commands logged between the last reset and this checkpoint. */
  readonly index: number
  readonly copy: WorldCopy
}
