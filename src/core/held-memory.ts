/** Where the bytes are noted. */
interface Account {
  readonly bytes: number
  add(bytes: number): void
}

/** Gives the bytes of what somebody holds, but for what is in `seen`; what it counts joins that. */
export type CountHeld = (seen: Set<unknown>) => number

/** Contents take so much of the bound on memory at most: the rest is for what is under way. */
const SHARE_MAX = 3 / 4
/** Contents are counted anew once so much of the bound was noted: what is noted is rather too much. */
const UNCOUNTED_SHARE = 1 / 64

/**
 * The contents of many holders, who share most of it: what several hold counts once. A count looks at everything, so
 * writes only note the bytes that they bring, and contents are counted where that comes to the bound.
 */
export class HeldMemory {
  readonly #holders = new Set<CountHeld>()
  readonly #bytesMax: number
  readonly #uncountedMax: number
  #uncounted = 0
  #mayBeLess = false

  /** @param memoryMax the bound on all memory, in bytes */
  constructor(
    private readonly account: Account,
    memoryMax: number,
  ) {
    this.#bytesMax = memoryMax * SHARE_MAX
    this.#uncountedMax = memoryMax * UNCOUNTED_SHARE
  }

  /** Counts what one more holds from now on, until the returned function is called. */
  hold(count: CountHeld): () => void {
    this.#holders.add(count)
    return () => this.#holders.delete(count)
  }

  /** Notes bytes of which some may be held; false: there is no room, and nothing is noted. */
  take(bytes: number): boolean {
    if (this.account.bytes + bytes > this.#bytesMax) this.settle()
    if (this.account.bytes + bytes > this.#bytesMax) return false
    this.#uncounted += bytes
    this.account.add(bytes)
    return true
  }

  /** The same for contents that are there already, and are to be held. */
  takeAll(count: CountHeld): boolean {
    const seen = this.#count()
    return this.take(count(seen))
  }

  /** Notes that something may have been let go: a count is worth its while. */
  noteLess(): void {
    this.#mayBeLess = true
  }

  /** Counts anew where that may find less than was noted. */
  settle(): void {
    if (this.#mayBeLess || this.#uncounted > this.#uncountedMax) this.#count()
  }

  #count(): Set<unknown> {
    const seen = new Set<unknown>()
    let bytes = 0
    for (const count of this.#holders) bytes += count(seen)
    this.#uncounted = 0
    this.#mayBeLess = false
    this.account.add(bytes - this.account.bytes)
    return seen
  }
}
