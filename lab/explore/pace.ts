/** The factor for waiting in the first run, which shows how long parties think. */
const FIRST_PATIENCE = 25
/** The factor for waiting in later runs, applied to the longest thought so far. */
const TIMES = 3
/** One wait takes at most this fraction of the time that a run may take: a tenth. */
const SHARE = 10

/** Measures how long parties think between an answer and their next request. */
export class Pace {
  #runs = 0
  #longestMs = 0
  /** The number of choices made while a party was thinking, since the last `restart`. */
  late = 0
  #latestMs = 0

  /**
   * @param idleMs the shortest wait
   * @param timeoutMs what one run may take
   */
  constructor(
    private readonly idleMs: number,
    private readonly timeoutMs: number,
  ) {}

  /** The idleMs that would have been enough for late requests. */
  get enoughMs(): number {
    return Math.ceil(this.#latestMs * TIMES)
  }

  /** Real ms for which a party that is under way is waited for. */
  get waitMs(): number {
    if (this.#runs === 0) return this.idleMs * FIRST_PATIENCE
    return Math.max(this.idleMs, Math.min(this.#longestMs * TIMES, this.timeoutMs / SHARE))
  }

  noteThought(ms: number): void {
    this.#longestMs = Math.max(this.#longestMs, ms)
  }

  /** @param ms for how long the party had been silent */
  noteLate(ms: number): void {
    this.noteThought(ms)
    this.late++
    this.#latestMs = Math.max(this.#latestMs, ms)
  }

  endRun(): void {
    this.#runs++
  }

  /** Drops who was late: what follows waits for longer. */
  restart(): void {
    this.late = 0
    this.#latestMs = 0
  }
}
