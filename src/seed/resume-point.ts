import type { RandomStates } from '../core/random.js'
import type { TombstoneRecords } from '../domain/tombstones.js'

/**
 * Records' positions, which cursors refer to. Each pair sets the position of the record at that index, and the records
 * after it count up from there. The index past the end stands for the next new record.
 */
export type ResumePositions = readonly (readonly [index: number, place: number])[]

/** The API keys that created the records. */
export type ResumeCreators = readonly (readonly [id: string, key: string])[]

export interface CollectionResume {
  readonly lastId: string
  readonly places: ResumePositions
  readonly creators: ResumeCreators
}

export interface FixedWindow {
  /** The window's number, counted from the epoch. */
  readonly number: number
  readonly used: number
  /** Earlier windows, latest last, in case the clock is moved back. Only set if there are any. */
  readonly others?: readonly (readonly [number: number, used: number])[]
}

/** When a key's requests arrived, in ascending order (in ms), with counts. */
export interface SlidingWindow {
  readonly log: readonly (readonly [at: number, count: number])[]
}

export type RateWindow = FixedWindow | SlidingWindow

/** Where an exported state continues (docs/DESIGN.md section 4, Export). */
export interface ResumePoint {
  /** Keyed by the names of their lists. A collection that's missing starts from scratch. */
  readonly collections: Readonly<Record<string, CollectionResume>>
  readonly faults: number
  readonly random: RandomStates
  readonly rateWindows: readonly (readonly [string, RateWindow])[]
  /** Undefined if the seed doesn't mention any removed entries. */
  readonly tombstones: TombstoneRecords | undefined
  readonly cursorNames: readonly string[]
}

export const NEW_COLLECTION: CollectionResume = { lastId: '0', places: [], creators: [] }

/** Used for seeds without a `resume`. */
export const BEGINNING: ResumePoint = {
  collections: {},
  faults: 0,
  random: {},
  rateWindows: [],
  tombstones: undefined,
  cursorNames: [],
}
