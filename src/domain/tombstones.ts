/** Why an entry is no longer there: the virtual time in ms, or in words who deleted it. */
export type Passing = { readonly expiredAt: number } | { readonly deletedBy: string }

/** The reason why an entry is not there, as far as it is known. */
export type Absence = Passing | 'never existed' | 'no record kept'

/**
 * Remembers why entries are gone, so that the journal can tell an expired key from one that never was; the answers
 * themselves must not. Bounded: beyond `max` the oldest records are given up.
 */
export class Tombstones {
  #records = new Map<string, Passing>()
  /** Goes from the oldest record on: to look for it from the start, past all that were given up, would be slow. */
  #oldest = this.#records.keys()
  /** Records noted since #oldest was made. */
  #noted = 0
  #isComplete = true

  constructor(private readonly max: number) {}

  /** Notes that an entry left; a later passing of the same key replaces the earlier. */
  note(resourceId: string, key: string, passing: Passing): void {
    const name = nameOf(resourceId, key)
    this.#records.delete(name)
    this.#records.set(name, passing)
    this.#renewOldest()
    if (this.#records.size <= this.max) return
    const oldest = this.#oldest.next()
    if (oldest.done !== true) this.#records.delete(oldest.value)
    this.#isComplete = false
  }

  /** Notes that entries of a resource left, in this order: only those are worth the work that will be remembered. */
  noteAll<Gone extends { readonly key: string }>(
    resourceId: string,
    gone: readonly Gone[],
    passingOf: (entry: Gone) => Passing,
  ): void {
    if (gone.length > this.max) this.#isComplete = false
    for (const entry of gone.slice(Math.max(0, gone.length - this.max)))
      this.note(resourceId, entry.key, passingOf(entry))
  }

  /** Why an entry that is not there is not there. */
  find(resourceId: string, key: string): Absence {
    return (
      this.#records.get(nameOf(resourceId, key)) ?? (this.#isComplete ? 'never existed' : 'no record kept')
    )
  }

  clear(): void {
    this.#records = new Map()
    this.#oldest = this.#records.keys()
    this.#noted = 0
    this.#isComplete = true
  }

  /**
   * An iterator that is not advanced keeps every table that its Map has outgrown since: where the same keys go again
   * and again, memory would grow without end.
   */
  #renewOldest(): void {
    if (++this.#noted <= this.max) return
    this.#oldest = this.#records.keys()
    this.#noted = 0
  }
}

/** Ids of namespaces and stores hold no NUL, so no two entries share a name. */
const nameOf = (resourceId: string, key: string): string => `${resourceId}\0${key}`
