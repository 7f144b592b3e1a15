import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Refusal } from './refusal.js'

/** V8's heap, as far as the guard needs it. */
export interface Heap {
  readonly statistics: () => { readonly total_heap_size: number; readonly heap_size_limit: number }
  /** Collects all garbage now. */
  readonly collect: () => void
}

/** The heap of this process, or of this worker thread. */
export const systemHeap: Heap = {
  statistics: getHeapStatistics,
  collect() {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    collect()
  },
}

const MIB = 1024 * 1024
/** With this share of its limit in use, garbage included, the heap is looked at more closely. */
const LOOK_SHARE = 0.7
/** The share that contents may leave in use: V8 aborts the process if it keeps collecting garbage in a fuller heap. */
const FULL_SHARE = 0.55
/** To ask V8 takes 2 µs. */
const WRITES_A_CHECK = 256
/** A larger write is checked by itself. */
const SMALL_BYTES_MAX = 64 * 1024

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

  /** Admits contents of any size. @throws Refusal out_of_memory */
  admit(): void {
    this.#writes = 0
    this.#isFull = this.#share() >= (this.#isFull ? FULL_SHARE : LOOK_SHARE) && this.#staysFull()
    this.#mayBeFreed = false
    if (this.#isFull) throw this.#refusal()
  }

  /** Pages with holes count as a whole: V8 cannot fill them with larger objects. */
  #share(): number {
    const { total_heap_size: size, heap_size_limit: limit } = this.heap.statistics()
    return size / limit
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

  #refusal(): Refusal {
    const { total_heap_size: used, heap_size_limit: limit } = this.heap.statistics()
    const [usedMib, limitMib] = [used, limit].map((bytes) => Math.round(bytes / MIB))
    const reason = `the heap is nearly full: ${usedMib} MiB are in use, and its limit is ${limitMib} MiB`
    return new Refusal('out_of_memory', reason, { remedy: 'free-memory' })
  }
}

/** Never full: for worlds that are made for a moment. */
export const unguarded = new HeapGuard({
  statistics: () => ({ total_heap_size: 0, heap_size_limit: Number.POSITIVE_INFINITY }),
  collect: () => {},
})
