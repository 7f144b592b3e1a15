/** Where the bytes are noted. */
interface Account {
  readonly bytes: number
  add(bytes: number): void
}

/** Gives the bytes of what somebody holds, but for what is in `seen`; what it counts joins that. */
export type CountContents = (seen: Set<unknown>) => number

/** Lets go of what is kept for convenience alone; false: there is nothing. */
export type Forget = () => boolean

/** Contents take so much of the bound on memory at most: the rest is for what is under way. */
const SHARE_MAX = 3 / 4
/** Contents are counted anew once so much of the bound was noted: what is noted is rather too much. */
const UNCOUNTED_SHARE = 1 / 64

/**
 * The contents of many holders, who share most of it: what several hold counts once. A count looks at everything, so
 * writes only note the bytes that they bring, and contents are counted where that comes to the bound. Where they leave
 * no room, what is kept for convenience goes.
 */
export class ContentsMemory {
  readonly #holders = new Map<CountContents, Forget>()
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

  /** Bytes that all holders hold, as far as is noted. */
  get bytes(): number {
    return this.account.bytes
  }

  /** Counts what one more holds from now on, until the returned function is called. */
  hold(count: CountContents, forget: Forget = () => false): () => void {
    this.#holders.set(count, forget)
    return () => this.#holders.delete(count)
  }

  /** Notes bytes of which some may be held; false: there is no room, and nothing is noted. */
  take(bytes: number): boolean {
    if (!this.#hasRoom(bytes)) this.settle()
    if (!this.#hasRoom(bytes) && this.#forget()) this.#count()
    if (!this.#hasRoom(bytes)) return false
    this.#uncounted += bytes
    this.account.add(bytes)
    return true
  }

  /** The same for contents that are there already, and are to be held. */
  takeAll(count: CountContents): boolean {
    const bytes = count(this.#count())
    if (this.#hasRoom(bytes) || !this.#forget()) return this.take(bytes)
    // Some of it may have been shared with what is forgotten.
    return this.take(count(this.#count()))
  }

  /** Notes that something may have been let go: a count is worth its while. */
  noteLess(): void {
    this.#mayBeLess = true
  }

  /** Counts anew where that may find less than was noted. */
  settle(): void {
    if (this.#mayBeLess || this.#uncounted > this.#uncountedMax) this.#count()
  }

  #hasRoom(bytes: number): boolean {
    return this.account.bytes + bytes <= this.#bytesMax
  }

  /** All holders at once: to count after each would take long. */
  #forget(): boolean {
    return [...this.#holders.values()].filter((forget) => forget()).length > 0
  }

  #count(): Set<unknown> {
    const seen = new Set<unknown>()
    let bytes = 0
    for (const count of this.#holders.keys()) bytes += count(seen)
    this.#uncounted = 0
    this.#mayBeLess = false
    this.account.add(bytes - this.account.bytes)
    return seen
  }
}
