import type { RandomStates } from '../core/random.js'
import type { TombstoneRecords } from '../domain/tombstones.js'

/**
 * Positions of records, which cursors refer to. Each pair gives the position of the record at an index; those after it
 * follow on. The index past the end stands for the next new record.
 */
export type ResumePositions = readonly (readonly [index: number, place: number])[]

/** The keys that created records, by record id. */
export type ResumeCreators = readonly (readonly [id: string, key: string])[]

/** Where a collection continues after an export. */
export interface CollectionResume {
  /** The last generated id. */
  readonly lastId: string
  readonly places: ResumePositions
  readonly creators: ResumeCreators
}

/** A key's usage of a fixed window. */
export interface FixedWindow {
  /** Counted from the epoch. */
  readonly number: number
  readonly used: number
  /** Earlier windows, latest last, for when the clock goes back. Left out if there are none. */
  readonly others?: readonly (readonly [number: number, used: number])[]
}

/** A key's requests: ascending instants in ms, with counts. */
export interface SlidingWindow {
  readonly log: readonly (readonly [at: number, count: number])[]
}

export type RateWindow = FixedWindow | SlidingWindow

/** Where an exported state continues (docs/DESIGN.md section 4, Export). */
export interface ResumePoint {
  readonly documents: CollectionResume
  readonly projects: CollectionResume
  readonly faults: number
  readonly random: RandomStates
  readonly rateWindows: readonly (readonly [string, RateWindow])[]
  /** Undefined if the seed doesn't mention removed entries. */
  readonly tombstones: TombstoneRecords | undefined
  readonly cursorNames: readonly string[]
}

const EMPTY: CollectionResume = { lastId: '0', places: [], creators: [] }

/** For seeds without a `resume`. */
export const BEGINNING: ResumePoint = {
  documents: EMPTY,
  projects: EMPTY,
  faults: 0,
  random: {},
  rateWindows: [],
  tombstones: undefined,
  cursorNames: [],
}
