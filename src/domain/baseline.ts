import type { ClockStart } from '../core/clock.js'
import type { RandomStates } from '../core/random.js'
import type { FaultSpec } from './faults/fault.js'
import type { Faults } from './faults/faults.js'
import type { Profile } from './profile/profile.js'
import type { State } from './state.js'
import type { TombstoneRecords } from './tombstones.js'

/** The contents that a world begins with, and that a reset goes back to. */
export interface Baseline {
  readonly state: State
  readonly profile: Profile
  /** By default it starts at the real time and runs along with it. */
  readonly clock: ClockStart
  readonly randomSeed: number
  /** Where the streams of chance continue; those not named start again. */
  readonly randomStates: RandomStates
  /** In a seed's baseline their relative times count from the world's origin; a copy has them as they were. */
  readonly faults: Faults | readonly FaultSpec[]
  /** The number in the last fault id that was generated. */
  readonly lastFaultId: number
  /** Undefined: nothing ever left. */
  readonly tombstones?: TombstoneRecords
  /**
   * The names that seal cursors which are accepted, the one for new cursors first; left out or empty: that of
   * the world.
   */
  readonly cursorNames?: readonly string[]
  /** The instant that relative times count from, in ms, if that is not the start of the clock. */
  readonly origin?: number
  /** The seed that it was made from, if that is kept beside it. */
  readonly source?: object
}

/** Contents that join the present ones of a world. */
export interface Addition {
  /** A fork of the world's present state, with what joins it. */
  readonly state: State
  readonly profile: Profile
  /** Members that are undefined leave the clock as it is. */
  readonly clock: ClockStart
  /** A new seed starts every stream again; undefined keeps the seed and the streams that are not named. */
  readonly randomSeed: number | undefined
  readonly randomStates: RandomStates
  /** Their relative times count from `now`. */
  readonly faults: readonly FaultSpec[]
  readonly lastFaultId: number
  /** ms */
  readonly now: number
}

/** All of a world but its journal, at one moment. */
export interface WorldCopy {
  readonly contents: Baseline
  /** The virtual time of that moment, in ms. */
  readonly at: number
}

/** All of a world but its journal, before a command. */
export interface Checkpoint {
  /** The number of commands that came before it in this life. */
  readonly index: number
  readonly copy: WorldCopy
}
