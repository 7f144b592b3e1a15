import type { RandomStates } from '../core/random.js'
import type { TombstoneRecords } from '../domain/tombstones.js'
import type { ResumePlaces } from '../services/documents/collection.js'
import type { RateWindow } from '../services/documents/rate-limit.js'

/** Where an exported state goes on from (docs/DESIGN.md section 4, Export). */
export interface ResumePoint {
  /** The last ids that were generated, as digits. */
  readonly documents: string
  readonly projects: string
  readonly faults: number
  readonly random: RandomStates
  readonly rateWindows: readonly (readonly [string, RateWindow])[]
  /** undefined if the seed says nothing of entries that left. */
  readonly tombstones: TombstoneRecords | undefined
  readonly cursorNames: readonly string[]
  /** The places in order that records have, which cursors name. */
  readonly places: { readonly documents: ResumePlaces; readonly projects: ResumePlaces }
}

/** The resume point of a seed that does not have one. */
export const BEGINNING: ResumePoint = {
  documents: '0',
  projects: '0',
  faults: 0,
  random: {},
  rateWindows: [],
  tombstones: undefined,
  cursorNames: [],
  places: { documents: [], projects: [] },
}
