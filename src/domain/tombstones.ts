import { ForkedMap } from '../core/forked-map.js'
import { formatInstant } from '../core/instants.js'

/** A request in the journal, or a description of whatever else deleted the entry. */
export type Deleter = { readonly request: string } | string

/** Virtual ms of the expiry, or who deleted the entry. */
export type Removal = { readonly expiredAt: number } | { readonly deletedBy: Deleter }

/** Why an entry is missing, if that's known. */
export type Absence = Removal | 'never existed' | 'no record kept'

/** Remembers a removed entry. Immutable, because copies of a world share it. */
export interface Tombstone {
  readonly seq: number
  readonly name: string
  readonly removal: Removal
}

/** Immutable. */
export interface TombstoneRecords {
  /** By name, oldest first. */
  readonly records: Pick<ForkedMap<string, Tombstone>, 'fork' | 'layers' | 'nextSeq' | 'size' | 'values'>
  /** True if every removal is on record. */
  readonly isComplete: boolean
  /** The `life` of the journal that the request ids belong to, if there are any. */
  readonly journal?: object
  /** Records with a smaller seq refer to requests of other journals. */
  readonly ownFrom?: number
}

export const TOMBSTONES_MAX = 10_000

export function absenceText(absence: Absence): string {
  if (absence === 'no record kept') return `no record (only the last ${TOMBSTONES_MAX} are kept)`
  if (typeof absence === 'string') return absence
  if ('expiredAt' in absence) return `expired at ${formatInstant(absence.expiredAt)}`
  const { deletedBy } = absence
  return `deleted by ${typeof deletedBy === 'string' ? deletedBy : `request ${deletedBy.request}`}`
}

/** Nothing has ever been removed. */
export const NO_TOMBSTONES: TombstoneRecords = { records: new ForkedMap(), isComplete: true }

/** The past is unknown. */
export const UNKNOWN_TOMBSTONES: TombstoneRecords = { records: new ForkedMap(), isComplete: false }

/** For a world whose journal doesn't have the requests that deleted the entries. @param gone oldest first */
export function tombstonesOf(
  gone: Iterable<readonly [name: string, removal: Removal]>,
  isComplete: boolean,
): TombstoneRecords {
  const records = new ForkedMap<string, Tombstone>()
  for (const [name, removal] of gone) records.set(name, { seq: records.takeSeq(), name, removal })
  return { records, isComplete }
}

/** For a world whose journal doesn't have the request that deleted the entry. */
export function removalElsewhere(removal: Removal) {
  if ('expiredAt' in removal) return removal
  const { deletedBy } = removal
  return { deletedBy: typeof deletedBy === 'string' ? deletedBy : 'a request in another journal' }
}

/**
 * Remembers why entries were removed, so that the journal can tell expired keys from ones that never existed (the
 * answers must not). Evicts the oldest records if there are too many. Copying is cheap, since copies share records.
 */
export class Tombstones {
  #records = new ForkedMap<string, Tombstone>()
  #isComplete = true
  #ownFrom = 0
  #evictedSeq = 0

  /**
   * @param max how many records are kept
   * @param journal contains the requests that delete entries
   */
  constructor(
    readonly max: number,
    private readonly journal: { readonly life: object },
  ) {}

  /** Replaces an earlier removal of the same key. */
  note(resourceId: string, key: string, removal: Removal): void {
    this.#set(nameOf(resourceId, key), removal)
    this.#evict()
  }

  noteAll<Gone extends { readonly key: string }>(
    resourceId: string,
    gone: readonly Gone[],
    passingOf: (entry: Gone) => Removal,
  ): void {
    for (const entry of gone) this.#set(nameOf(resourceId, entry.key), passingOf(entry))
    this.#evict()
  }

  find(resourceId: string, key: string): Absence {
    const found = this.#records.get(nameOf(resourceId, key))
    if (found === undefined) return this.#isComplete ? 'never existed' : 'no record kept'
    return found.seq < this.#ownFrom ? removalElsewhere(found.removal) : found.removal
  }

  save(): TombstoneRecords {
    return {
      records: this.#records.fork(),
      isComplete: this.#isComplete,
      journal: this.journal.life,
      ownFrom: this.#ownFrom,
    }
  }

  /** Keeps the newest records if there are too many. */
  load({ records, isComplete, journal, ownFrom = 0 }: TombstoneRecords): void {
    this.#records = records.fork()
    this.#isComplete = isComplete
    this.#ownFrom = journal === this.journal.life ? ownFrom : records.nextSeq
    this.#evictedSeq = 0
    this.#evict()
  }

  /** Re-inserts an existing record, so that it's evicted last. */
  #set(name: string, removal: Removal): void {
    this.#records.set(name, { seq: this.#records.takeSeq(), name, removal })
  }

  #evict(): void {
    if (this.#records.size <= this.max) return
    for (const { name, seq } of this.#records.after(this.#evictedSeq)) {
      if (this.#records.size <= this.max) return
      this.#records.delete(name)
      this.#evictedSeq = seq
      this.#isComplete = false
    }
  }
}

/** Namespace and store ids can't contain NUL, so names are unique. */
export const nameOf = (resourceId: string, key: string): string => `${resourceId}\0${key}`

/** Reverses nameOf(). */
export function namedBy(name: string): readonly [resourceId: string, key: string] {
  const end = name.indexOf('\0')
  return [name.slice(0, end), name.slice(end + 1)]
}
