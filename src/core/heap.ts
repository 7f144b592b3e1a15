import { Refusal } from './refusal.js'
import { type Heap, systemHeap } from './system-heap.js'

const MIB = 1024 * 1024
/** Above this share of the limit, garbage included, we collect garbage and measure again. */
const LOOK_SHARE = 0.7
/** Contents may use up to this share. In a fuller heap, V8 keeps collecting garbage and then aborts the process. */
const FULL_SHARE = 0.55
/** Asking V8 takes microseconds, which is too slow to do on every write. */
const WRITES_A_CHECK = 256
/** Larger writes are always checked. */
const SMALL_BYTES_MAX = 64 * 1024

/** Like `LOOK_SHARE`, for a text that's being built. */
const TEXT_LOOK_SHARE = 0.9
/** A text and everything else may use up to this share. */
const TEXT_FULL_SHARE = 0.8
/** Copies of a text that exist while it's being sent. */
const TIMES_WRITTEN = 2
/** Everything other than the text may use up to this share, since copied objects take about as much as their text. */
const BESIDE_TEXT_SHARE = 0.55
/** Bytes of JSON around each record, i.e. field names and white space. */
const BYTES_AROUND = 200
const TEXT_BYTES_A_CHECK = 1024 * 1024

export const MORE_MEMORY = 'start with a larger heap: NODE_OPTIONS=--max-old-space-size=8192'

/** Refuses writes while the heap is nearly full, before V8 would abort the process. */
export class HeapGuard {
  #writes = 0
  #isFull = false
  #mayBeFreed = false
  readonly #releases = new Set<() => void>()

  constructor(private readonly heap: Heap = systemHeap) {}

  /** Calls `release` when the heap is nearly full, so that it can drop caches. @returns a function that unsubscribes */
  onFull(release: () => void): () => void {
    this.#releases.add(release)
    return () => this.#releases.delete(release)
  }

  /** In bytes. */
  get limit(): number {
    return this.heap.limit
  }

  /** Call this after removing something, so that the next write is checked. */
  noteRemoval(): void {
    this.#mayBeFreed = this.#isFull
  }

  /** Call this before writing `bytes` bytes. Most small writes aren't checked. @throws Refusal `out_of_memory` */
  admitWrite(bytes: number): void {
    this.#writes++
    if (bytes > SMALL_BYTES_MAX || this.#writes >= WRITES_A_CHECK || this.#mayBeFreed) this.admit()
    else if (this.#isFull) throw this.#refusal()
  }

  /**
   * Call this before building a response that may be as long as all contents together.
   *
   * @returns a function to call with each part before copying it. Throws a Refusal `out_of_memory`.
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

  /** Builds a JSON list that may be as long as all contents together. @throws Refusal `out_of_memory` */
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

  /** Collects garbage and drops caches first. */
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

/** Never full. For short-lived worlds. */
export const unguarded = new HeapGuard({
  limit: Number.POSITIVE_INFINITY,
  used: () => 0,
  collect: () => {},
})
