import type { KvEntry, StoredBytes } from './entry.js'

/** Entries that leave together: how many, what they count, and the last of them. There may be a million. */
export class GoneEntries {
  readonly bytes: StoredBytes = { keys: 0, values: 0 }
  readonly #last: KvEntry[] = []
  #count = 0

  /** @param max how many it keeps */
  constructor(private readonly max: number) {}

  get count(): number {
    return this.#count
  }

  add(entry: KvEntry, keyBytes: number, valueBytes: number): void {
    if (this.max > 0) this.#last[this.#count % this.max] = entry
    this.#count++
    this.bytes.keys += keyBytes
    this.bytes.values += valueBytes
  }

  /** The last of them, `max` at most, in the order in which they were added. */
  last(max: number): readonly KvEntry[] {
    // Where fewer were added than it keeps, this is behind all of them.
    const oldest = this.#count % this.max
    const all = [...this.#last.slice(oldest), ...this.#last.slice(0, oldest)]
    return all.slice(Math.max(0, all.length - max))
  }
}
