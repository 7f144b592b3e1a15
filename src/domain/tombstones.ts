import { ForkedMap } from '../core/forked-map.js'
import { formatInstant } from '../core/instants.js'

/** A journal request by its id, or a description of anybody else. */
export type Deleter = { readonly request: string } | string

/** When an entry expired (virtual ms), or who deleted it. */
export type Removal = { readonly expiredAt: number } | { readonly deletedBy: Deleter }

/** Why an entry is missing, as far as is known. */
export type Absence = Removal | 'never existed' | 'no record kept'

/** A removed entry. Immutable, since copies share it. */
export interface Tombstone {
  readonly seq: number
  /** From nameOf(). */
  readonly name: string
  readonly removal: Removal
}

/** An immutable snapshot of tombstones. */
export interface TombstoneRecords {
  /** By name, oldest first. */
  readonly records: Pick<ForkedMap<string, Tombstone>, 'fork' | 'layers' | 'nextSeq' | 'size' | 'values'>
  /** Nothing has been evicted yet. */
  readonly isComplete: boolean
  /** The journal life that the request ids belong to; undefined if there are none. */
  readonly journal?: object
  /** Records with a smaller seq refer to requests of other journals. */
  readonly ownFrom?: number
}

/** Most removals that a world remembers. */
export const TOMBSTONES_MAX = 10_000

export function absenceText(absence: Absence): string {
  if (absence === 'no record kept') return `no record kept (only of the last ${TOMBSTONES_MAX})`
  if (typeof absence === 'string') return absence
  if ('expiredAt' in absence) return `expired at ${formatInstant(absence.expiredAt)}`
  const { deletedBy } = absence
  return `deleted by ${typeof deletedBy === 'string' ? deletedBy : `request ${deletedBy.request}`}`
}

/** Nothing was ever removed. */
export const NO_TOMBSTONES: TombstoneRecords = { records: new ForkedMap(), isComplete: true }

/** For states whose past is unknown. */
export const UNKNOWN_TOMBSTONES: TombstoneRecords = { records: new ForkedMap(), isComplete: false }

/** Rebuilds records of removed entries, oldest first, for a world without the requests that deleted them. */
export function tombstonesOf(
  gone: Iterable<readonly [name: string, removal: Removal]>,
  isComplete: boolean,
): TombstoneRecords {
  const records = new ForkedMap<string, Tombstone>()
  for (const [name, removal] of gone) records.set(name, { seq: records.takeSeq(), name, removal })
  return { records, isComplete }
}

/** Describes a removal for a world whose journal doesn't have the request. */
export function removalElsewhere(removal: Removal) {
  if ('expiredAt' in removal) return removal
  const { deletedBy } = removal
  return { deletedBy: typeof deletedBy === 'string' ? deletedBy : 'a request of another journal' }
}

/**
 * Remembers why entries were removed, so the journal can tell an expired key from one that never existed; the answers
 * themselves must not. Evicts the oldest records beyond a bound. Copies share records, so copying is cheap.
 */
export class Tombstones {
  #records = new ForkedMap<string, Tombstone>()
  #isComplete = true
  /** Records with a smaller seq refer to requests of other journals. */
  #ownFrom = 0
  /** The seq of the last evicted record. */
  #evictedSeq = 0

  /**
   * @param max how many records are kept
   * @param journal has the requests that will delete entries
   */
  constructor(
    readonly max: number,
    private readonly journal: { readonly life: object },
  ) {}

  /** Records a removal, replacing an earlier one of the same key. */
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

  /** Explains why an entry is missing. */
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

  /** Continues from saved records, keeping the youngest if there are too many. */
  load({ records, isComplete, journal, ownFrom = 0 }: TombstoneRecords): void {
    this.#records = records.fork()
    this.#isComplete = isComplete
    this.#ownFrom = journal === this.journal.life ? ownFrom : records.nextSeq
    this.#evictedSeq = 0
    this.#evict()
  }

  /** Re-inserts the record, so that it is evicted last. */
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

/** Ids of namespaces and stores contain no NUL, so names are unique. */
export const nameOf = (resourceId: string, key: string): string => `${resourceId}\0${key}`

/** Reverses nameOf(). */
export function namedBy(name: string): readonly [resourceId: string, key: string] {
  const end = name.indexOf('\0')
  return [name.slice(0, end), name.slice(end + 1)]
}
