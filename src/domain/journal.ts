import { numberOf, readRequestId } from '../core/command-id.js'
import type { RequestRecord } from './requests/record.js'

export interface JournalBounds {
  readonly entriesMax: number
  readonly bodyBytesMax: number
}

/**
 * A world's most recent requests. If there are too many, the oldest go. If their bodies take too much memory, the
 * oldest bodies go.
 */
export class Journal {
  /** Once it's full, each new entry overwrites the oldest one. */
  #ring: RequestRecord[] = []
  /** The index in the ring. */
  #oldest = 0
  /** The number of entries that have lost their bodies. Those are always the oldest. */
  #withoutBodies = 0
  #bodyBytes = 0
  #count = 0
  #dropped = 0
  #added = 0
  #lastArrivedMs: number | undefined
  #life: object = {}

  constructor(readonly bounds: JournalBounds) {}

  /** Identifies a period in which ids are unique. A new one begins when ids restart. */
  get life(): object {
    return this.#life
  }

  /** Entries dropped because the journal was full. */
  get dropped(): number {
    return this.#dropped
  }

  /** Includes dropped entries. */
  get added(): number {
    return this.#added
  }

  /** Monotonic real ms. Known even if that entry has been dropped. Undefined before the first one. */
  get lastArrivedMs(): number | undefined {
    return this.#lastArrivedMs
  }

  get newest(): RequestRecord | undefined {
    return this.#at(this.#ring.length - 1)
  }

  /** The number in the last id. */
  get lastNumber(): number {
    return this.#count
  }

  /** Ids start after this number. */
  continueFrom(lastNumber: number): void {
    this.#count = lastNumber
  }

  nextNumber(): number {
    this.#count++
    return this.#count
  }

  add(entry: RequestRecord): void {
    this.#added++
    this.#lastArrivedMs = entry.arrivedMs
    if (this.#ring.length < this.bounds.entriesMax) this.#ring.push(entry)
    else if (!this.#replaceOldest(entry)) return
    this.#bodyBytes += entry.bodyBytes
    while (this.#bodyBytes > this.bounds.bodyBytesMax) this.#dropOldestBodies()
  }

  /** Newest first, in a new list. */
  list(): RequestRecord[] {
    return [...this.#ring.slice(this.#oldest), ...this.#ring.slice(0, this.#oldest)].reverse()
  }

  /** Undefined if the id is unknown or the entry was dropped. */
  find(id: string): RequestRecord | undefined {
    const known = readRequestId(id)
    if (known === undefined) return undefined
    // Entries are almost always in the order of their numbers.
    const likely = this.#at(this.#ring.length - 1 - (this.#count - numberOf(known)))
    return likely?.id === id ? likely : this.#ring.find((entry) => entry.id === id)
  }

  /** The nth entry ever added, unless it was dropped. */
  entryAdded(number: number): RequestRecord | undefined {
    const index = number - 1 - (this.#added - this.#ring.length)
    return index < 0 ? undefined : this.#at(index)
  }

  /** Doesn't restart the ids. */
  clear(): void {
    this.#ring = []
    this.#oldest = 0
    this.#withoutBodies = 0
    this.#bodyBytes = 0
    this.#dropped = 0
  }

  /** Also restarts the ids. */
  reset(): void {
    this.clear()
    this.#count = 0
    this.#life = {}
  }

  /** Takes over the ids of another journal, whose requests are replayed here. */
  repeat({ life }: Pick<Journal, 'life'>): void {
    this.#life = life
  }

  /** Index 0 is the oldest entry. */
  #at(index: number): RequestRecord | undefined {
    return this.#ring[(this.#oldest + index) % this.#ring.length]
  }

  /** Returns false if the journal keeps no entries at all. */
  #replaceOldest(entry: RequestRecord): boolean {
    this.#dropped++
    const oldest = this.#at(0)
    if (oldest === undefined) return false
    this.#bodyBytes -= oldest.bodyBytes
    this.#withoutBodies = Math.max(0, this.#withoutBodies - 1)
    this.#ring[this.#oldest] = entry
    this.#oldest = (this.#oldest + 1) % this.#ring.length
    return true
  }

  #dropOldestBodies(): void {
    const entry = this.#at(this.#withoutBodies)
    this.#withoutBodies++
    if (entry === undefined) return
    this.#bodyBytes -= entry.bodyBytes
    entry.dropBodies()
  }
}
