import { numberOf, readRequestId } from '../core/command-id.js'
import type { RequestRecord } from './requests/record.js'

export interface JournalBounds {
  /** Entries kept. */
  readonly entriesMax: number
  /** Bytes of bodies kept, over all entries. */
  readonly bodyBytesMax: number
}

/** The last requests of a world. The oldest go once there are too many; the oldest bodies go once they take too much. */
export class Journal {
  /** Once it is full, the next entry takes the place of the oldest. */
  #ring: RequestRecord[] = []
  /** Index of the oldest entry in the ring. */
  #oldest = 0
  /** How many of the oldest entries have lost their bodies. */
  #withoutBodies = 0
  #bodyBytes = 0
  #count = 0
  #dropped = 0
  #added = 0
  #lastArrivedMs: number | undefined
  #life: object = {}

  constructor(readonly bounds: JournalBounds) {}

  /** The life in which its ids name one request each; ids that begin again begin another life. */
  get life(): object {
    return this.#life
  }

  /** How many entries were lost to the bound on their number. */
  get dropped(): number {
    return this.#dropped
  }

  /** How many entries there ever were, with those that are gone. */
  get added(): number {
    return this.#added
  }

  /** When the last entry came, gone or not, in real ms from some start; undefined if there never was one. */
  get lastArrivedMs(): number | undefined {
    return this.#lastArrivedMs
  }

  /** The last entry; undefined if there is none. */
  get newest(): RequestRecord | undefined {
    return this.#at(this.#ring.length - 1)
  }

  /** The number in the last id that was given. */
  get lastNumber(): number {
    return this.#count
  }

  /** Sets the number after which ids go on. */
  continueFrom(lastNumber: number): void {
    this.#count = lastNumber
  }

  /** Returns the number for the id of the next entry. */
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

  /** The present entries, newest first, in a new list. */
  list(): RequestRecord[] {
    return [...this.#ring.slice(this.#oldest), ...this.#ring.slice(0, this.#oldest)].reverse()
  }

  /** The entry with this id; undefined if there is none, or none any more. */
  find(id: string): RequestRecord | undefined {
    const known = readRequestId(id)
    if (known === undefined) return undefined
    // Nearly all are in the order of their numbers.
    const likely = this.#at(this.#ring.length - 1 - (this.#count - numberOf(known)))
    return likely?.id === id ? likely : this.#ring.find((entry) => entry.id === id)
  }

  /** The entry that was added as the number-th of all; undefined if it is gone. */
  entryAdded(number: number): RequestRecord | undefined {
    const index = number - 1 - (this.#added - this.#ring.length)
    return index < 0 ? undefined : this.#at(index)
  }

  /** Removes all entries; ids go on. */
  clear(): void {
    this.#ring = []
    this.#oldest = 0
    this.#withoutBodies = 0
    this.#bodyBytes = 0
    this.#dropped = 0
  }

  /** Removes all entries; ids begin again. */
  reset(): void {
    this.clear()
    this.#count = 0
    this.#life = {}
  }

  /** Takes the ids of another journal, whose requests are answered again here. */
  repeat({ life }: Pick<Journal, 'life'>): void {
    this.#life = life
  }

  /** The entry at a place, the oldest being at 0; undefined if there is none. */
  #at(index: number): RequestRecord | undefined {
    return this.#ring[(this.#oldest + index) % this.#ring.length]
  }

  /** Puts an entry in the place of the oldest; false if the journal keeps none at all. */
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
