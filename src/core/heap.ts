import { Refusal } from './refusal.js'
import { type Heap, systemHeap } from './system-heap.js'

const MIB = 1024 * 1024
/** Above this share of the limit, garbage included, the heap is checked thoroughly. */
const LOOK_SHARE = 0.7
/** Highest share that contents may use: V8 aborts the process if it keeps collecting garbage in a fuller heap. */
const FULL_SHARE = 0.55
/** Asking V8 takes microseconds, which is too slow for every write. */
const WRITES_A_CHECK = 256
/** Larger writes are always checked. */
const SMALL_BYTES_MAX = 64 * 1024

/** Above this share, garbage included, a growing text triggers a thorough check. */
const TEXT_LOOK_SHARE = 0.9
/** Highest share for a text plus everything else. */
const TEXT_FULL_SHARE = 0.8
/** Copies of a text that exist while it is written. */
const TIMES_WRITTEN = 2
/** Highest share for everything else: copied objects take about as much as their text. */
const BESIDE_TEXT_SHARE = 0.55
/** Bytes of JSON around one record: field names and blanks. */
const BYTES_AROUND = 200
const TEXT_BYTES_A_CHECK = 1024 * 1024

export const MORE_MEMORY = 'start with a larger heap: NODE_OPTIONS=--max-old-space-size=8192'

/** Refuses to add contents while the heap is nearly full, before V8 aborts the process. */
export class HeapGuard {
  #writes = 0
  #isFull = false
  #mayBeFreed = false
  readonly #releases = new Set<() => void>()

  constructor(private readonly heap: Heap = systemHeap) {}

  /** Calls `release` when the heap is nearly full, to drop caches. @returns a function that stops it */
  onFull(release: () => void): () => void {
    this.#releases.add(release)
    return () => this.#releases.delete(release)
  }

  /** In bytes. */
  get limit(): number {
    return this.heap.limit
  }

  /** Call it after removing something: the next write is checked. */
  noteRemoval(): void {
    this.#mayBeFreed = this.#isFull
  }

  /** Admits a write of this many bytes. Most small writes aren't checked. @throws Refusal out_of_memory */
  admitWrite(bytes: number): void {
    this.#writes++
    if (bytes > SMALL_BYTES_MAX || this.#writes >= WRITES_A_CHECK || this.#mayBeFreed) this.admit()
    else if (this.#isFull) throw this.#refusal()
  }

  /**
   * Starts an answer that may be as long as all contents.
   *
   * @returns a function to call with each part before copying it; throws Refusal out_of_memory
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

  /** Writes a JSON list that may be as long as all contents. @throws Refusal out_of_memory */
  listText<Item>(items: Iterable<Item>, textOf: (item: Item) => string): string {
    const admit = this.beginText()
    const texts = Array.from(items, (item) => {
      const text = textOf(item)
      admit(text)
      return text
    })
    return `[${texts.join(',')}]`
  }

  admit(): void {
    this.#writes = 0
    this.#isFull = this.#share() >= (this.#isFull ? FULL_SHARE : LOOK_SHARE) && this.#staysFull()
    this.#mayBeFreed = false
    if (this.#isFull) throw this.#refusal()
  }

  #share(): number {
    return this.heap.used() / this.heap.limit
  }

  /** Collects garbage before it answers, since much of the heap may be garbage. */
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

/** Never full: for short-lived worlds. */
export const unguarded = new HeapGuard({
  limit: Number.POSITIVE_INFINITY,
  used: () => 0,
  collect: () => {},
})
