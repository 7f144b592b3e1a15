import type { ForkedMap } from '../../core/forked-map.js'
import { EarliestExpiry, expiryOf, isOffset, type KvEntry } from './entry.js'

type Entries = ForkedMap<string, KvEntry>

/**
 * The entries of a namespace by expiry, so that finding the expired ones does not look at all of them.
 * Entries that were replaced or removed may still be in it: they are passed over.
 */
export class Expiries {
  /** Two heaps, since entries with offsets expire by another origin: the earliest expiry is first. */
  readonly #instants: KvEntry[] = []
  readonly #offsets: KvEntry[] = []

  constructor(entries: Entries) {
    for (const entry of entries.values()) this.add(entry)
  }

  /** The number of entries, with those that are passed over. */
  get size(): number {
    return this.#instants.length + this.#offsets.length
  }

  add(entry: KvEntry): void {
    push(isOffset(entry) ? this.#offsets : this.#instants, entry)
  }

  /** Removes those that have expired by an instant, and returns them in order of insertion. Times in ms. */
  take(entries: Entries, now: number, origin: number): readonly KvEntry[] {
    const taken: KvEntry[] = []
    for (const heap of [this.#instants, this.#offsets]) {
      for (let first = heap[0]; first !== undefined && expiryOf(first, origin) <= now; first = heap[0]) {
        pop(heap)
        if (entries.get(first.key) === first) taken.push(first)
      }
    }
    return taken.sort((one, other) => one.seq - other.seq)
  }

  /** Returns those that have expired by an instant, in no order. Times in ms. */
  expired(entries: Entries, now: number, origin: number): readonly KvEntry[] {
    const expired: KvEntry[] = []
    const look = (heap: readonly KvEntry[], index: number): void => {
      const entry = heap[index]
      if (entry === undefined || expiryOf(entry, origin) > now) return
      if (entries.get(entry.key) === entry) expired.push(entry)
      look(heap, 2 * index + 1)
      look(heap, 2 * index + 2)
    }
    look(this.#instants, 0)
    look(this.#offsets, 0)
    return expired
  }

  /** The earliest expiry of the entries. */
  earliest(entries: Entries): EarliestExpiry {
    const earliest = new EarliestExpiry()
    for (const heap of [this.#instants, this.#offsets]) {
      while (heap[0] !== undefined && entries.get(heap[0].key) !== heap[0]) pop(heap)
      if (heap[0] !== undefined) earliest.note(heap[0].expiresAt, isOffset(heap[0]))
    }
    return earliest
  }
}

function push(heap: KvEntry[], entry: KvEntry): void {
  let index = heap.length
  while (index > 0) {
    const parent = (index - 1) >>> 1
    const above = heap[parent] as KvEntry
    if (above.expiresAt <= entry.expiresAt) break
    heap[index] = above
    index = parent
  }
  heap[index] = entry
}

/** Removes the first entry. */
function pop(heap: KvEntry[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let index = 0
  for (;;) {
    let child = 2 * index + 1
    const [left, right] = [heap[child], heap[child + 1]]
    if (left !== undefined && right !== undefined && right.expiresAt < left.expiresAt) child++
    const next = heap[child]
    if (next === undefined || next.expiresAt >= last.expiresAt) break
    heap[index] = next
    index = child
  }
  heap[index] = last
}
