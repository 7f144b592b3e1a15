/** The first run waits this many times as long, to find out how long parties think. */
const FIRST_PATIENCE = 25
/** Later runs wait this many times as long as the longest thinking time so far. */
const TIMES = 3
/** A single wait takes at most this fraction of a run's time limit, i.e. a tenth. */
const SHARE = 10

/** Measures how long parties think between an answer and their next request. */
export class Pace {
  #runs = 0
  #longestMs = 0
  /** The number of choices made while a party was still thinking, since the last `restart`. */
  late = 0
  #latestMs = 0

  /**
   * @param idleMs the shortest wait
   * @param timeoutMs a run's time limit
   */
  constructor(
    private readonly idleMs: number,
    private readonly timeoutMs: number,
  ) {}

  /** An `idleMs` that would have been long enough for the late requests. */
  get enoughMs(): number {
    return Math.ceil(this.#latestMs * TIMES)
  }

  /** The time to wait for an active party, in real ms. */
  get waitMs(): number {
    if (this.#runs === 0) return this.idleMs * FIRST_PATIENCE
    return Math.max(this.idleMs, Math.min(this.#longestMs * TIMES, this.timeoutMs / SHARE))
  }

  noteThought(ms: number): void {
    this.#longestMs = Math.max(this.#longestMs, ms)
  }

  /** @param ms how long the party was silent */
  noteLate(ms: number): void {
    this.noteThought(ms)
    this.late++
    this.#latestMs = Math.max(this.#latestMs, ms)
  }

  endRun(): void {
    this.#runs++
  }

  /** Forgets late parties, because the following runs wait longer. */
  restart(): void {
    this.late = 0
    this.#latestMs = 0
  }
}
