import { Seen } from './seen.js'
import { othersTurn, SLICE_ITEMS, Slice, type Steps } from './steps.js'

/** Where the bytes are noted. */
interface Account {
  readonly bytes: number
  add(bytes: number): void
}

/**
 * Gives the bytes of what somebody holds, but for what is in `seen`; what it counts joins that. It is called where the
 * count begins. Where it takes steps, what changes meanwhile may be counted or not.
 */
export type CountContents = (seen: Seen, slice: Slice) => Steps<number> | number

/** Lets go of what is kept for convenience alone; false: there is nothing. */
export type Forget = () => boolean

/** Contents take so much of the bound on memory at most: the rest is for what is under way. */
const SHARE_MAX = 3 / 4
/** What requests bring that write nothing has room up to so much: what is there can be read longer than written to. */
const READ_SHARE_MAX = 7 / 8
/** Contents are counted anew once so much of the bound was noted: what is noted is rather too much. */
const UNCOUNTED_SHARE = 1 / 64
/** With less than that left they are counted, and what is kept for convenience goes, ahead of whoever would be refused. */
const NEAR_SHARE = 1 / 16
/** A count that takes no more slices is done at once; a longer one goes on while others have their turns. */
const SLICES_AT_ONCE = 4
/** Each write pays for so many items of a long one: at the bound it costs no more than that, whatever is held. */
const ITEMS_A_TAKE = 1000

/**
 * The contents of many holders, who share most of it: what several hold counts once. A count looks at everything, so
 * writes only note the bytes that they bring, and contents are counted where that comes near the bound. Where they leave
 * next to no room, what is kept for convenience goes. A long count is not waited for: what was noted decides meanwhile.
 */
export class ContentsMemory {
  readonly #holders = new Map<CountContents, Forget>()
  readonly #bytesMax: number
  readonly #readMax: number
  readonly #uncountedMax: number
  #uncounted = 0
  /** All bytes that were ever noted by those who took them. */
  #taken = 0
  #mayBeLess = false
  /** Little room was left when what is kept for convenience had gone. */
  #isTight = false
  /** A count that nobody waits for: it goes on with others' turns, and with each write that there is no room for. */
  #running: Steps<unknown> | undefined
  #isAdvancing = false
  /** What is noted is not held yet: a count would miss it. */
  #isNoting = false
  #isGoingOn = false
  /** The items that the last count looked at, where that was long. */
  #cost = 0
  #paid = 0

  /** @param memoryMax the bound on all memory, in bytes */
  constructor(
    private readonly account: Account,
    memoryMax: number,
  ) {
    this.#bytesMax = memoryMax * SHARE_MAX
    this.#readMax = memoryMax * READ_SHARE_MAX
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
    return this.#take(bytes, this.#bytesMax)
  }

  /** `take` for what a request brings that writes nothing. */
  takeToRead(bytes: number): boolean {
    return this.#take(bytes, this.#readMax)
  }

  /** `take` for whoever can wait while contents are counted anew. */
  *takeInSlices(bytes: number): Steps<boolean> {
    if (!this.#hasRoom(bytes) && this.#isWorthCounting()) yield* this.#count()
    if (!this.#hasRoom(bytes) && this.#forget()) yield* this.#count()
    if (!this.#hasRoom(bytes)) return false
    this.#note(bytes)
    return true
  }

  /** The same for contents that are there already, and are to be held as soon as they are counted. */
  *takeAll(count: CountContents): Steps<boolean> {
    let bytes = yield* this.#countBeside(count)
    // Some of it may have been shared with what is forgotten.
    if (!this.#hasRoom(bytes) && this.#forget()) bytes = yield* this.#countBeside(count)
    if (!this.#hasRoom(bytes)) return false
    this.#note(bytes)
    return true
  }

  /**
   * `takeAll` for contents that share nothing with others, or with what is in `seen` alone. Far from the bound they are
   * counted, and not all that is held: that grows with each of them.
   */
  *takeNew(count: CountContents, seen = new Seen()): Steps<boolean> {
    const bytes = yield* bytesOf(count(seen, new Slice()))
    if (this.#uncounted + bytes > this.#uncountedMax || this.#isNearlyFull(bytes))
      return yield* this.takeAll(count)
    this.#note(bytes)
    return true
  }

  /** Notes that something may have been let go: a count is worth its while. */
  noteLess(): void {
    this.#mayBeLess = true
  }

  /**
   * Counts anew where that may find less than was noted. A long count goes on behind. Where it finds more than there is
   * room for, what is kept for convenience goes: nothing else could be forgotten for that.
   */
  settle(): void {
    if (this.#isWorthCounting() && !this.#isNoting) this.#begin(() => this.#makeRoom(() => this.#hasRoom(0)))
  }

  /** Counts anew where something was let go of and little room was left, so that the next one is not refused for it. */
  *settleInSlices(): Steps<void> {
    if (this.#mayBeLess && this.#isNearlyFull()) yield* this.#count()
  }

  #take(bytes: number, max: number): boolean {
    this.#paid += ITEMS_A_TAKE
    if (!this.#hasRoom(bytes, max)) this.#begin(() => this.#makeRoom(() => this.#hasRoom(bytes, max)))
    else if (this.#isNearlyFull() && this.#isWorthCounting()) this.#begin(() => this.#makeRoomAhead())
    if (!this.#hasRoom(bytes, max)) return false
    this.#note(bytes)
    return true
  }

  #isWorthCounting(): boolean {
    return this.#mayBeLess || this.#uncounted > this.#uncountedMax
  }

  #isNearlyFull(more = 0): boolean {
    return !this.#hasRoom(more + this.#bytesMax * NEAR_SHARE)
  }

  /** Counts anew, and lets go of what is kept for convenience where there is not as much room as is wanted then. */
  *#makeRoom(isEnough: () => boolean): Steps<void> {
    if (this.#mayBeLess || this.#uncounted > 0) yield* this.#count()
    if (!isEnough() && this.#forget()) yield* this.#count()
  }

  /** The same ahead of the bound: but once, where little room is left even so. */
  *#makeRoomAhead(): Steps<void> {
    yield* this.#makeRoom(() => this.#isTight || !this.#isNearlyFull())
    this.#isTight = this.#isNearlyFull()
  }

  /** Does the work, or a slice of what is under way, unless the last long count is not paid for yet. */
  #begin(work: () => Steps<unknown>): void {
    const isNew = this.#running === undefined
    if (isNew && this.#paid < this.#cost) return
    this.#running ??= work()
    this.#advance(isNew ? SLICES_AT_ONCE : 1)
    if (!this.#isGoingOn) void this.#goOn()
  }

  #advance(slices: number): void {
    // A count may have something forgotten, whose keeper asks for one.
    if (this.#isAdvancing) return
    this.#isAdvancing = true
    for (let slice = 0; slice < slices && this.#running !== undefined; slice++)
      if (this.#running.next().done === true) this.#running = undefined
    this.#isAdvancing = false
  }

  async #goOn(): Promise<void> {
    this.#isGoingOn = true
    while (this.#running !== undefined) {
      await othersTurn()
      this.#advance(1)
    }
    this.#isGoingOn = false
  }

  #note(bytes: number): void {
    this.#uncounted += bytes
    this.#taken += bytes
    this.#isNoting = true
    this.account.add(bytes)
    this.#isNoting = false
  }

  #hasRoom(bytes: number, max = this.#bytesMax): boolean {
    return this.account.bytes + bytes <= max
  }

  /** All holders at once: to count after each would take long. */
  #forget(): boolean {
    return [...this.#holders.values()].filter((forget) => forget()).length > 0
  }

  /** All that is held is counted anew, and then what of this nobody holds. */
  *#countBeside(count: CountContents): Steps<number> {
    return yield* bytesOf(count(yield* this.#count(), new Slice()))
  }

  *#count(): Steps<Seen> {
    const seen = new Seen()
    const slice = new Slice()
    const taken = this.#taken
    this.#mayBeLess = false
    let bytes = 0
    const counts = [...this.#holders.keys()].map((count) => count(seen, slice))
    let slices = 1
    for (const count of counts) bytes += yield* bytesOf(count, () => slices++)
    this.#cost = slices > SLICES_AT_ONCE ? slices * SLICE_ITEMS : 0
    this.#paid = 0
    // What was taken meanwhile may be held by something that was counted before.
    this.#uncounted = this.#taken - taken
    this.account.add(bytes + this.#uncounted - this.account.bytes)
    return seen
  }
}

/** @param onSlice is called at the end of each slice */
function* bytesOf(count: Steps<number> | number, onSlice = () => {}): Steps<number> {
  if (typeof count === 'number') return count
  for (;;) {
    const { done, value } = count.next()
    if (done === true) return value
    onSlice()
    yield
  }
}
