import type { RandomStates } from '../core/random.js'
import type { TombstoneRecords } from '../domain/tombstones.js'

/**
 * The places of records in order, which cursors name, by index in a list of records. A pair says that the records
 * from its index on have this place and those that follow. The index after the last is the next new record's.
 */
export type ResumePositions = readonly (readonly [index: number, place: number])[]

/** The keys that created records, by the id of the record. */
export type ResumeCreators = readonly (readonly [id: string, key: string])[]

/** Where a collection goes on from after an export. */
export interface CollectionResume {
  /** The last id that was generated. */
  readonly lastId: string
  readonly places: ResumePositions
  readonly creators: ResumeCreators
}

/** How much of a fixed window a key has used. */
export interface FixedWindow {
  /** The window's number, counted from the epoch. */
  readonly number: number
  readonly used: number
  /**
   * The windows that it used before, the last one last: the clock may go back to them. Left out if there are
   * none.
   */
  readonly others?: readonly (readonly [number: number, used: number])[]
}

/** The requests of a key: instants in ms, ascending, and how many there were then. */
export interface SlidingWindow {
  readonly log: readonly (readonly [at: number, count: number])[]
}

export type RateWindow = FixedWindow | SlidingWindow

/** Where an exported state goes on from (docs/DESIGN.md section 4, Export). */
export interface ResumePoint {
  readonly documents: CollectionResume
  readonly projects: CollectionResume
  readonly faults: number
  readonly random: RandomStates
  readonly rateWindows: readonly (readonly [string, RateWindow])[]
  /** undefined if the seed says nothing of entries that left. */
  readonly tombstones: TombstoneRecords | undefined
  readonly cursorNames: readonly string[]
}

const EMPTY: CollectionResume = { lastId: '0', places: [], creators: [] }

/** The resume point of a seed that does not have one. */
export const BEGINNING: ResumePoint = {
  documents: EMPTY,
  projects: EMPTY,
  faults: 0,
  random: {},
  rateWindows: [],
  tombstones: undefined,
  cursorNames: [],
}
