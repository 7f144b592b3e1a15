import type { ClockStart } from '../core/clock.js'
import type { RandomStates } from '../core/random.js'
import type { Stretch } from './command.js'
import type { FaultSpec } from './faults/fault.js'
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
  /** Where the streams of chance continue; those not named start anew. */
  readonly randomStates: RandomStates
  /** Their relative times count from the world's origin; PreparedFaults are added at no cost. */
  readonly faults: Iterable<FaultSpec>
  /** The number in the last fault id that was generated. */
  readonly lastFaultId: number
  /** Undefined: nothing ever left. */
  readonly tombstones?: TombstoneRecords
  /** The names that seal cursors which are taken back, the one for new cursors first; left out or empty: that of the world. */
  readonly cursorNames?: readonly string[]
  /** The instant that relative times count from, in ms, where that is not the start of the clock. */
  readonly origin?: number
  /** The seed that it was made from, where that is kept beside it. */
  readonly source?: object
}

/** Contents that join the present ones of a world. */
export interface Addition {
  /** A fork of the world's present state, with what joins it. */
  readonly state: State
  readonly profile: Profile
  /** Members that are undefined leave the clock as it is. */
  readonly clock: ClockStart
  /** A new seed starts every stream anew; undefined keeps the seed and the streams that are not named. */
  readonly randomSeed: number | undefined
  readonly randomStates: RandomStates
  /** Their relative times count from `now`; PreparedFaults of the world are added at little cost. */
  readonly faults: Iterable<FaultSpec>
  readonly lastFaultId: number
  /** ms */
  readonly now: number
}

/** All of a world but its journal, at one moment. */
export interface Capture {
  readonly contents: Baseline
  /** The virtual time of that moment, in ms. */
  readonly at: number
}

/** All of a world but its journal, ahead of a command. */
export interface Checkpoint {
  /** The number of commands that came before it in this life. */
  readonly index: number
  readonly capture: Capture
}

/** A checkpoint; the commands up to the next one belong to it. */
export class Segment implements Checkpoint, Stretch {
  /** Of the checkpoint. */
  readonly ownBytes: number
  /** Of the commands. */
  bytes = 0
  earliest = Number.POSITIVE_INFINITY
  latest = Number.NEGATIVE_INFINITY

  constructor(
    readonly index: number,
    readonly capture: Capture,
  ) {
    this.ownBytes = bytesOfCheckpoint(capture)
  }

  /** Notes that the clock showed a time at one of its commands. */
  widen(at: number): void {
    this.earliest = Math.min(this.earliest, at)
    this.latest = Math.max(this.latest, at)
  }
}

/** A fork of a state that nothing was written to, without its tombstones. */
const CHECKPOINT_BYTES = 4096
const TOMBSTONE_BYTES = 100

/** Bytes that a checkpoint takes beside what it shares: an estimate. */
const bytesOfCheckpoint = ({ contents: { tombstones } }: Capture): number =>
  CHECKPOINT_BYTES + TOMBSTONE_BYTES * (tombstones?.records.size ?? 0)
