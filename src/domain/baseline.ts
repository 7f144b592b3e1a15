import type { ClockStart } from '../core/clock.js'
import type { RandomStates } from '../core/random.js'
import type { FaultSpec } from './faults/fault.js'
import type { Faults } from './faults/faults.js'
import type { Profile } from './profile/profile.js'
import type { State } from './state.js'
import type { TombstoneRecords } from './tombstones.js'

/** The contents that a world starts with and that a reset restores. */
export interface Baseline {
  readonly state: State
  readonly profile: Profile
  /** Defaults to the real time, running. */
  readonly clock: ClockStart
  readonly randomSeed: number
  /** State of the random streams; those not named start over. */
  readonly randomStates: RandomStates
  /** Relative times in a seed's baseline count from the world's origin; a copy keeps its instants. */
  readonly faults: Faults | readonly FaultSpec[]
  /** The number in the last generated fault id. */
  readonly lastFaultId: number
  /** Undefined if nothing was ever removed. */
  readonly tombstones?: TombstoneRecords
  /** Names that seal accepted cursors; the first seals new ones. Defaults to the world's own name. */
  readonly cursorNames?: readonly string[]
  /** The instant that relative times count from, in ms, if it isn't the start of the clock. */
  readonly origin?: number
  /** The seed it was made from, if kept. */
  readonly source?: object
}

/** Contents to merge into a world. */
export interface Addition {
  /** A fork of the world's present state, with the addition merged in. */
  readonly state: State
  readonly profile: Profile
  /** Undefined members leave the clock as it is. */
  readonly clock: ClockStart
  /** A new seed restarts every stream; undefined keeps the seed and the streams that aren't named. */
  readonly randomSeed: number | undefined
  readonly randomStates: RandomStates
  /** Their relative times count from `now`. */
  readonly faults: readonly FaultSpec[]
  readonly lastFaultId: number
  /** ms */
  readonly now: number
}

/** A world without its journal, at one moment. */
export interface WorldCopy {
  readonly contents: Baseline
  /** Virtual time of that moment, in ms. */
  readonly at: number
}

/** A world without its journal, before a command. */
export interface Checkpoint {
  /** Commands before it since the last reset. */
  readonly index: number
  readonly copy: WorldCopy
}
