import { ForkedMap } from '../core/forked-map.js'

/** Who deleted an entry: a request of the journal by its id, or anybody else in words. */
export type Deleter = { readonly request: string } | string

/** Why an entry is no longer there: the virtual time in ms, or who deleted it. */
export type Passing = { readonly expiredAt: number } | { readonly deletedBy: Deleter }

/** The reason why an entry is not there, as far as it is known. */
export type Absence = Passing | 'never existed' | 'no record kept'

/** An entry that is no longer there. Immutable, since copies share it. */
export interface Tombstone {
  readonly seq: number
  /** As nameOf() gives it. */
  readonly name: string
  readonly passing: Passing
}

/** What tombstones knew at one moment; shared, and never changed. */
export interface TombstoneRecords {
  /** Oldest first, by name. */
  readonly records: Pick<ForkedMap<string, Tombstone>, 'fork' | 'layers' | 'nextSeq' | 'size' | 'values'>
  /** No record was ever given up. */
  readonly isComplete: boolean
  /** The life of the journal whose requests they name; undefined if they name none. */
  readonly journal?: object
  /** Records with a smaller seq name requests of other journals. */
  readonly ownFrom?: number
}

/** The most removed entries of one world of which the reason is kept. */
export const TOMBSTONES_MAX = 10_000

/** Nothing ever left. */
export const NO_TOMBSTONES: TombstoneRecords = { records: new ForkedMap(), isComplete: true }

/** The tombstones of a state whose history is not known. */
export const UNKNOWN_TOMBSTONES: TombstoneRecords = { records: new ForkedMap(), isComplete: false }

/** Builds the records of removed entries, oldest first, for a world without the requests that deleted them. */
export function tombstonesOf(
  gone: Iterable<readonly [name: string, passing: Passing]>,
  isComplete: boolean,
): TombstoneRecords {
  const records = new ForkedMap<string, Tombstone>()
  for (const [name, passing] of gone) records.set(name, { seq: records.takeSeq(), name, passing })
  return { records, isComplete }
}

/** Returns why an entry is gone, for a world whose journal does not have the request that deleted it. */
export function passingElsewhere(passing: Passing) {
  if ('expiredAt' in passing) return passing
  const { deletedBy } = passing
  return { deletedBy: typeof deletedBy === 'string' ? deletedBy : 'a request of another journal' }
}

/**
 * Remembers why entries are gone, so that the journal distinguishes an expired key from one that never was; the
 * answers themselves must not. Bounded in number: the oldest records are given up. Copies share the records, so that
 * they cost the same however many there are.
 */
export class Tombstones {
  #records = new ForkedMap<string, Tombstone>()
  #isComplete = true
  /** Records with a smaller seq name requests of other journals. */
  #ownFrom = 0
  /** The seq of the last record that was given up. */
  #evictedSeq = 0

  /**
   * @param max how many records are kept
   * @param journal has the requests that delete entries from now on
   */
  constructor(
    readonly max: number,
    private readonly journal: { readonly life: object },
  ) {}

  /** Notes that an entry left; a later passing of the same key replaces the earlier. */
  note(resourceId: string, key: string, passing: Passing): void {
    this.#set(nameOf(resourceId, key), passing)
    this.#evict()
  }

  /** Notes that entries of a resource left, in order. */
  noteAll<Gone extends { readonly key: string }>(
    resourceId: string,
    gone: readonly Gone[],
    passingOf: (entry: Gone) => Passing,
  ): void {
    for (const entry of gone) this.#set(nameOf(resourceId, entry.key), passingOf(entry))
    this.#evict()
  }

  /** Why an entry that is not there is not there. */
  find(resourceId: string, key: string): Absence {
    const found = this.#records.get(nameOf(resourceId, key))
    if (found === undefined) return this.#isComplete ? 'never existed' : 'no record kept'
    return found.seq < this.#ownFrom ? passingElsewhere(found.passing) : found.passing
  }

  /** Returns what is known now. */
  save(): TombstoneRecords {
    return {
      records: this.#records.fork(),
      isComplete: this.#isComplete,
      journal: this.journal.life,
      ownFrom: this.#ownFrom,
    }
  }

  /** Goes on from what was known elsewhere, as far as the bound allows. */
  load({ records, isComplete, journal, ownFrom = 0 }: TombstoneRecords): void {
    this.#records = records.fork()
    this.#isComplete = isComplete
    this.#ownFrom = journal === this.journal.life ? ownFrom : records.nextSeq
    this.#evictedSeq = 0
    this.#evict()
  }

  /** The youngest is the one that was noted last. */
  #set(name: string, passing: Passing): void {
    this.#records.set(name, { seq: this.#records.takeSeq(), name, passing })
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

/** Ids of namespaces and stores hold no NUL, so no two entries share a name. */
export const nameOf = (resourceId: string, key: string): string => `${resourceId}\0${key}`

/** The resource and the key of a name that nameOf() gave. */
export function namedBy(name: string): readonly [resourceId: string, key: string] {
  const end = name.indexOf('\0')
  return [name.slice(0, end), name.slice(end + 1)]
}
