import { type MemoryAccount, MemoryBudget } from '../core/memory.js'

/** The members of an entry that the journal uses; its writers and readers know the others. */
export interface JournalEntry {
  /** "r1", "r2", …: given by the journal. */
  readonly id: string
  /** Bytes that its kept bodies take, and what its head takes beyond the usual. */
  readonly bodyBytes: number
  /** Bytes that all of it takes, as it is now. */
  readonly memoryBytes: number
  /** Drops the bodies, and shortens a head that is unusually long, to keep the bound. */
  dropBodies(): void
}

export interface JournalBounds {
  /** Entries kept. */
  readonly entriesMax: number
  /** Bytes of bodies kept, over all entries. */
  readonly bodyBytesMax: number
}

/** The last requests of a world, bounded in number and in the bytes of their bodies; the oldest go first. */
export class Journal<Entry extends JournalEntry> {
  #entries: (Entry | undefined)[] = []
  /** Slots before it are empty: shifting an array for every request would move all the others. */
  #first = 0
  #count = 0
  #bodyBytes = 0
  /** The oldest entry that may still have its bodies. */
  #firstWithBodies = 0
  #dropped = 0
  #added = 0
  readonly #account: MemoryAccount

  constructor(
    readonly bounds: JournalBounds,
    memory = new MemoryBudget(Number.POSITIVE_INFINITY),
  ) {
    this.#account = memory.open(() => this.#dropOldest())
  }

  /** How many entries were lost to the bound on their number, or on all memory. */
  get dropped(): number {
    return this.#dropped
  }

  /** How many there ever were, with those that are forgotten. */
  get added(): number {
    return this.#added
  }

  /** The last entry; undefined where there is none. */
  get newest(): Entry | undefined {
    return this.#entries.at(-1)
  }

  /** The number in the last id that was given. */
  get lastNumber(): number {
    return this.#count
  }

  /** Ids go on behind this number. */
  continueFrom(lastNumber: number): void {
    this.#count = lastNumber
  }

  /** The id that the next entry is to carry. */
  nextId(): string {
    this.#count++
    return `r${this.#count}`
  }

  add(entry: Entry): void {
    this.#added++
    this.#entries.push(entry)
    this.#bodyBytes += entry.bodyBytes
    this.#account.add(entry.memoryBytes)
    if (this.#entries.length - this.#first > this.bounds.entriesMax) this.#dropOldest()
    while (this.#bodyBytes > this.bounds.bodyBytesMax) this.#dropOldestBodies()
  }

  /** The entries, newest first. */
  *newestFirst(): IterableIterator<Entry> {
    for (let i = this.#entries.length - 1; i >= this.#first; i--) {
      const entry = this.#entries[i]
      if (entry !== undefined) yield entry
    }
  }

  /** The entries of this moment, newest first: far sooner than one by one. */
  list(): readonly Entry[] {
    const list: Entry[] = []
    for (let i = this.#entries.length - 1; i >= this.#first; i--) {
      const entry = this.#entries[i]
      if (entry !== undefined) list.push(entry)
    }
    return list
  }

  /** The entry with this id; undefined where there is none, or none any more. */
  find(id: string): Entry | undefined {
    for (const entry of this.newestFirst()) if (entry.id === id) return entry
    return undefined
  }

  /** Forgets all entries; ids continue. */
  clear(): void {
    this.#entries = []
    this.#first = 0
    this.#firstWithBodies = 0
    this.#bodyBytes = 0
    this.#dropped = 0
    this.#account.add(-this.#account.bytes)
  }

  /** Forgets all entries, for good. */
  close(): void {
    this.clear()
    this.#account.close()
  }

  /** As if nothing had ever been recorded: ids begin anew. */
  reset(): void {
    this.clear()
    this.#count = 0
  }

  #dropOldest(): boolean {
    const oldest = this.#entries[this.#first]
    if (oldest === undefined) return false
    if (this.#first >= this.#firstWithBodies) this.#bodyBytes -= oldest.bodyBytes
    this.#account.add(-oldest.memoryBytes)
    this.#dropped++
    this.#entries[this.#first] = undefined
    this.#first++
    if (this.#first <= this.bounds.entriesMax) return true
    this.#entries = this.#entries.slice(this.#first)
    this.#firstWithBodies = Math.max(0, this.#firstWithBodies - this.#first)
    this.#first = 0
    return true
  }

  #dropOldestBodies(): void {
    const index = Math.max(this.#firstWithBodies, this.#first)
    const entry = this.#entries[index]
    if (entry === undefined) return
    this.#bodyBytes -= entry.bodyBytes
    const before = entry.memoryBytes
    entry.dropBodies()
    this.#account.add(entry.memoryBytes - before)
    this.#firstWithBodies = index + 1
  }
}
