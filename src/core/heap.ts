import { Refusal } from './refusal.js'
import { type Heap, systemHeap } from './system-heap.js'

const MIB = 1024 * 1024
/** With this share of its limit in use, garbage included, the heap is looked at more closely. */
const LOOK_SHARE = 0.7
/** The share that contents may leave in use: V8 aborts the process if it keeps collecting garbage in a fuller heap. */
const FULL_SHARE = 0.55
/** To ask V8 takes microseconds. */
const WRITES_A_CHECK = 256
/** A larger write is checked by itself. */
const SMALL_BYTES_MAX = 64 * 1024

/** With this share taken by a growing text and all else, garbage included, the heap is looked at more closely. */
const TEXT_LOOK_SHARE = 0.9
/** The share that a text and all else may take. */
const TEXT_FULL_SHARE = 0.8
/** How often a text is in the heap while it is written. */
const TIMES_WRITTEN = 2
/** All else may take this part of it at most: objects that are copied take about what their text takes. */
const BESIDE_TEXT_SHARE = 0.55
/** Bytes of text around a content: its fields, and blanks. */
const BYTES_AROUND = 200
const TEXT_BYTES_A_CHECK = 1024 * 1024

/** What to do if there is not enough memory for one thing. */
export const MORE_MEMORY = 'start with a larger heap: NODE_OPTIONS=--max-old-space-size=8192'

/** Refuses to add contents while the heap is nearly full, before V8 aborts the process. */
export class HeapGuard {
  #writes = 0
  #isFull = false
  #mayBeFreed = false
  readonly #releases = new Set<() => void>()

  constructor(private readonly heap: Heap = systemHeap) {}

  /**
   * Calls `release` when the heap is nearly full, to release what is kept for convenience.
   *
   * @returns ends that
   */
  onFull(release: () => void): () => void {
    this.#releases.add(release)
    return () => this.#releases.delete(release)
  }

  /** The most bytes that may be in use. */
  get limit(): number {
    return this.heap.limit
  }

  /** Call after something was removed: the next write is checked. */
  noteRemoval(): void {
    this.#mayBeFreed = this.#isFull
  }

  /** Admits a write of this many bytes. Most small writes are not checked. @throws Refusal out_of_memory */
  admitWrite(bytes: number): void {
    this.#writes++
    if (bytes > SMALL_BYTES_MAX || this.#writes >= WRITES_A_CHECK || this.#mayBeFreed) this.admit()
    else if (this.#isFull) throw this.#refusal()
  }

  /**
   * Begins an answer that may be as long as all contents.
   *
   * @returns call it with each part, before the part is copied; throws Refusal out_of_memory
   */
  beginText(): (part: string) => void {
    let [bytes, unchecked] = [0, 0]
    const share = () => {
      const used = this.heap.used()
      return Math.max(used / BESIDE_TEXT_SHARE, used + bytes * TIMES_WRITTEN) / this.heap.limit
    }
    return (part) => {
      const more = Buffer.byteLength(part) + BYTES_AROUND
      bytes += more
      unchecked += more
      if (unchecked < TEXT_BYTES_A_CHECK) return
      unchecked = 0
      if (share() < TEXT_LOOK_SHARE) return
      this.heap.collect()
      if (share() >= TEXT_FULL_SHARE) throw this.#refusal('the heap has no room for an answer this long')
    }
  }

  /** Writes a JSON list, which may be as long as all contents, of the JSON of each item. @throws Refusal out_of_memory */
  listText<Item>(items: Iterable<Item>, textOf: (item: Item) => string): string {
    const admit = this.beginText()
    const texts = Array.from(items, (item) => {
      const text = textOf(item)
      admit(text)
      return text
    })
    return `[${texts.join(',')}]`
  }

  /** Admits contents of any size. @throws Refusal out_of_memory */
  admit(): void {
    this.#writes = 0
    this.#isFull = this.#share() >= (this.#isFull ? FULL_SHARE : LOOK_SHARE) && this.#staysFull()
    this.#mayBeFreed = false
    if (this.#isFull) throw this.#refusal()
  }

  #share(): number {
    return this.heap.used() / this.heap.limit
  }

  /** Much of what is in use may be garbage. */
  #staysFull(): boolean {
    if (this.#isFull && !this.#mayBeFreed) return true
    this.heap.collect()
    if (this.#share() < FULL_SHARE) return false
    for (const release of this.#releases) release()
    this.heap.collect()
    return this.#share() >= FULL_SHARE
  }

  #refusal(why = 'the heap is nearly full'): Refusal {
    const [usedMib, limitMib] = [this.heap.used(), this.heap.limit].map((bytes) => Math.round(bytes / MIB))
    const reason = `${why}: ${usedMib} MiB are in use, and its limit is ${limitMib} MiB`
    return new Refusal('out_of_memory', reason, {
      hint: `remove worlds, snapshots or entries, reset, or ${MORE_MEMORY}`,
    })
  }
}

/** Never full: for worlds that are made for a moment. */
export const unguarded = new HeapGuard({
  limit: Number.POSITIVE_INFINITY,
  used: () => 0,
  collect: () => {},
})
