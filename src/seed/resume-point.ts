import type { RandomStates } from '../core/random.js'
import type { TombstoneRecords } from '../domain/tombstones.js'
import type { CollectionResume } from '../services/documents/collection.js'
import type { RateWindow } from '../services/documents/rate-limit.js'

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
