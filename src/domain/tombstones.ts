import { ForkedMap } from '../core/forked-map.js'
import { formatInstant } from '../core/instants.js'

/** The id of a request in the journal, or a description of another deleter. */
export type Deleter = { readonly request: string } | string

/** When an entry expired (in virtual ms), or who deleted it. */
export type Removal = { readonly expiredAt: number } | { readonly deletedBy: Deleter }

/** The reason an entry is missing, if it's known. */
export type Absence = Removal | 'never existed' | 'no record kept'

/** A record of a removed entry. It's immutable because copies of a world share it. */
export interface Tombstone {
  readonly seq: number
  readonly name: string
  readonly removal: Removal
}

/** An immutable snapshot of tombstones. */
export interface TombstoneRecords {
  /** Keyed by name, oldest first. */
  readonly records: Pick<ForkedMap<string, Tombstone>, 'fork' | 'layers' | 'nextSeq' | 'size' | 'values'>
  /** True if nothing has been evicted yet. */
  readonly isComplete: boolean
  /** The `life` of the journal that the request ids belong to, or undefined if there are none. */
  readonly journal?: object
  /** Records with a smaller seq refer to requests of other journals. */
  readonly ownFrom?: number
}

/** The maximum number of removals that a world remembers. */
export const TOMBSTONES_MAX = 10_000

export function absenceText(absence: Absence): string {
  if (absence === 'no record kept') return `no record kept (only of the last ${TOMBSTONES_MAX})`
  if (typeof absence === 'string') return absence
  if ('expiredAt' in absence) return `expired at ${formatInstant(absence.expiredAt)}`
  const { deletedBy } = absence
  return `deleted by ${typeof deletedBy === 'string' ? deletedBy : `request ${deletedBy.request}`}`
}

/** For states from which nothing has been removed. */
export const NO_TOMBSTONES: TombstoneRecords = { records: new ForkedMap(), isComplete: true }

/** For states whose past is unknown. */
export const UNKNOWN_TOMBSTONES: TombstoneRecords = { records: new ForkedMap(), isComplete: false }

/** Creates tombstones from a list, oldest first, for a world that doesn't have the deleting requests. */
export function tombstonesOf(
  gone: Iterable<readonly [name: string, removal: Removal]>,
  isComplete: boolean,
): TombstoneRecords {
  const records = new ForkedMap<string, Tombstone>()
  for (const [name, removal] of gone) records.set(name, { seq: records.takeSeq(), name, removal })
  return { records, isComplete }
}

/** Describes a removal for a world whose journal doesn't have the deleting request. */
export function removalElsewhere(removal: Removal) {
  if ('expiredAt' in removal) return removal
  const { deletedBy } = removal
  return { deletedBy: typeof deletedBy === 'string' ? deletedBy : 'a request of another journal' }
}

/**
 * Remembers why entries were removed, so that the journal can distinguish expired keys from ones that never existed
 * (the answers must not). Evicts the oldest records if there are too many. Copies share records, so copying is cheap.
 */
export class Tombstones {
  #records = new ForkedMap<string, Tombstone>()
  #isComplete = true
  /** Records with a smaller seq refer to requests of other journals. */
  #ownFrom = 0
  #evictedSeq = 0

  /**
   * @param max how many records are kept
   * @param journal the journal that records the deleting requests
   */
  constructor(
    readonly max: number,
    private readonly journal: { readonly life: object },
  ) {}

  /** Records a removal, replacing any earlier one of the same key. */
  note(resourceId: string, key: string, removal: Removal): void {
    this.#set(nameOf(resourceId, key), removal)
    this.#evict()
  }

  /** Records removals from one resource, in order. */
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

  /** Continues from saved records. If there are too many, keeps the newest. */
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
