/** Why an entry is no longer there: the virtual time in ms, or in words who deleted it. */
export type Passing = { readonly expiredAt: number } | { readonly deletedBy: string }

/** The reason why an entry is not there, as far as it is known. */
export type Absence = Passing | 'never existed' | 'no record kept'

/** What tombstones knew at one moment; shared, and never changed. */
export interface TombstoneRecords {
  /** Oldest first, by the name that nameOf() gives. */
  readonly records: ReadonlyMap<string, Passing>
  /** No record was ever given up. */
  readonly isComplete: boolean
}

/** The most removed entries of one world of which the reason is kept. */
export const TOMBSTONES_MAX = 10_000

/** Nothing ever left. */
export const NO_TOMBSTONES: TombstoneRecords = { records: new Map(), isComplete: true }

/** The tombstones of a state whose history is not known. */
export const UNKNOWN_TOMBSTONES: TombstoneRecords = { records: new Map(), isComplete: false }

/** A copy for a world with another journal, which does not have the request that deleted an entry. */
export function withoutRequests({ records, isComplete }: TombstoneRecords): TombstoneRecords {
  const copies = new Map<string, Passing>()
  for (const [name, passing] of records) copies.set(name, passingElsewhere(passing))
  return { isComplete, records: copies }
}

/** The tombstone of one entry for such a world. */
export const passingElsewhere = (passing: Passing): Passing =>
  'deletedBy' in passing && passing.deletedBy.startsWith('request ') ? BY_A_REQUEST : passing

const BY_A_REQUEST: Passing = { deletedBy: 'a request of another journal' }

/**
 * Remembers why entries are gone, so that the journal distinguishes an expired key from one that never was; the
 * answers themselves must not. Bounded in number: the oldest records are given up.
 */
export class Tombstones {
  #records = new Map<string, Passing>()
  #isComplete = true

  /** @param max how many records are kept */
  constructor(readonly max: number) {}

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
    return (
      this.#records.get(nameOf(resourceId, key)) ?? (this.#isComplete ? 'never existed' : 'no record kept')
    )
  }

  /** Returns a copy of what is known now. */
  save(): TombstoneRecords {
    return { records: new Map(this.#records), isComplete: this.#isComplete }
  }

  /** Goes on from what was known elsewhere, as far as the bound allows. */
  load({ records, isComplete }: TombstoneRecords): void {
    this.#records = new Map(records)
    this.#isComplete = isComplete
    this.#evict()
  }

  #set(name: string, passing: Passing): void {
    // Noted again, it is the youngest.
    this.#records.delete(name)
    this.#records.set(name, passing)
  }

  #evict(): void {
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= this.max) return
      this.#records.delete(oldest)
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
