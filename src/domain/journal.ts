import { type MemoryAccount, MemoryBudget } from '../core/memory.js'
import { NumberQueue } from '../core/rows/number-queue.js'
import { type MayBeRow, Rows } from '../core/rows/rows.js'

/** The members of an entry that the journal uses; its writers and readers know the others. */
export interface JournalEntry extends MayBeRow {
  /** "r1", "r2", …, by the number that the journal gave. */
  readonly id: string
  /** Real ms from some start to its arrival. */
  readonly arrivedMs: number
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
  readonly #entries = new Rows<Entry>()
  /** Bytes of each entry, noted here, since to look an old one up makes it anew. */
  readonly #bytesOf = new NumberQueue()
  readonly #bodyBytesOf = new NumberQueue()
  #count = 0
  #bodyBytes = 0
  /** The place of the oldest entry that may still have its bodies. */
  #firstWithBodies = 0
  #dropped = 0
  #added = 0
  #lastArrivedMs: number | undefined
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

  /** How many of them are forgotten. */
  get forgotten(): number {
    return this.#added - this.#entries.length
  }

  /** When the last of them came, forgotten or not, in real ms from some start; undefined where there never was one. */
  get lastArrivedMs(): number | undefined {
    return this.#lastArrivedMs
  }

  /** The last entry; undefined where there is none. */
  get newest(): Entry | undefined {
    return this.#entries.at(this.#entries.length - 1)
  }

  /** The number in the last id that was given. */
  get lastNumber(): number {
    return this.#count
  }

  /** Ids go on behind this number. */
  continueFrom(lastNumber: number): void {
    this.#count = lastNumber
  }

  /** The number in the id that the next entry is to carry. */
  nextNumber(): number {
    this.#count++
    return this.#count
  }

  add(entry: Entry): void {
    this.#added++
    const { arrivedMs, bodyBytes, memoryBytes } = entry
    this.#lastArrivedMs = arrivedMs
    this.#entries.push(entry)
    this.#bodyBytesOf.push(bodyBytes)
    this.#bytesOf.push(memoryBytes)
    this.#bodyBytes += bodyBytes
    this.#account.add(memoryBytes)
    if (this.#entries.length > this.bounds.entriesMax) this.#dropOldest()
    while (this.#bodyBytes > this.bounds.bodyBytesMax) this.#dropOldestBodies()
  }

  /** The entries, newest first. */
  newestFirst(): IterableIterator<Entry> {
    return this.#entries.lastFirst()
  }

  /** The entries of this moment, newest first, whatever the journal forgets meanwhile: each is made when it comes. */
  list(): Iterable<Entry> {
    return this.#entries.lastFirstAsOfNow()
  }

  /** The entry with this id; undefined where there is none, or none any more. */
  find(id: string): Entry | undefined {
    const number = Number(id.slice(1))
    // Most are in the order of their numbers.
    const likely = this.#entries.at(this.#entries.length - 1 - (this.#count - number))
    if (likely?.id === id) return likely
    return this.#entries.at(this.#entries.findLastIndex(number, (entry) => entry.id === id))
  }

  /** Forgets all up to so many of those that there ever were. */
  forgetUntil(added: number): void {
    while (this.forgotten < added && this.#dropOldest());
  }

  /** Forgets all entries; ids continue. */
  clear(): void {
    this.#entries.clear()
    this.#bytesOf.clear()
    this.#bodyBytesOf.clear()
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
    if (this.#entries.length === 0) return false
    const bodyBytes = this.#bodyBytesOf.shift()
    if (this.#firstWithBodies === 0) this.#bodyBytes -= bodyBytes
    else this.#firstWithBodies--
    this.#account.add(-this.#bytesOf.shift())
    this.#dropped++
    this.#entries.dropFirst()
    return true
  }

  #dropOldestBodies(): void {
    const index = this.#firstWithBodies
    const entry = this.#entries.at(index)
    if (entry === undefined) return
    this.#bodyBytes -= this.#bodyBytesOf.at(index)
    entry.dropBodies()
    this.#entries.set(index, entry)
    this.#account.add(entry.memoryBytes - this.#bytesOf.at(index))
    this.#bytesOf.set(index, entry.memoryBytes)
    this.#firstWithBodies++
  }
}
