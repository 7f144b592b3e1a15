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

/** A text of all contents may take these two shares of the heap, with what it takes to write it. */
const LOOK_SHARE_OF_COPIES = 0.9
const FULL_SHARE_OF_COPIES = 0.8
/** How often the text itself is in the heap while it is written. */
const TIMES_WRITTEN = 2
/** The share of the heap beside that text: a copy of values takes about what their text takes. */
const COPIES_SHARE = 0.55
/** Bytes of text around a content: its fields, and blanks. */
const BYTES_AROUND = 200
const BYTES_A_CHECK = 1024 * 1024

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
   * Begins a text of all contents.
   *
   * @returns call it with the text of each content, before that is copied; throws Refusal out_of_memory
   */
  admitCopies(): (text: string) => void {
    let [bytes, unchecked] = [0, 0]
    const share = () => {
      const used = this.heap.used()
      return Math.max(used / COPIES_SHARE, used + bytes * TIMES_WRITTEN) / this.heap.limit
    }
    return (text) => {
      const more = Buffer.byteLength(text) + BYTES_AROUND
      bytes += more
      unchecked += more
      if (unchecked < BYTES_A_CHECK) return
      unchecked = 0
      if (share() < LOOK_SHARE_OF_COPIES) return
      this.heap.collect()
      if (share() >= FULL_SHARE_OF_COPIES)
        throw this.#refusal('the heap has no room for a text of all contents')
    }
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
    return new Refusal('out_of_memory', reason, { remedy: 'free-memory' })
  }
}

/** Never full: for worlds that are made for a moment. */
export const unguarded = new HeapGuard({
  limit: Number.POSITIVE_INFINITY,
  used: () => 0,
  collect: () => {},
})
