/**
 * How it ended that a fault held an answer back: the client got one, its connection was broken, or it left
 * first. Until then it is waiting.
 */
export const WAIT_ENDS = ['waiting', 'answered', 'broken', 'aborted'] as const

export type WaitEnd = (typeof WAIT_ENDS)[number]

/** The time for which a fault holds an answer back, and its end. */
export class Wait {
  readonly #beganMs: number
  #endedMs: number | undefined
  #ended: WaitEnd = 'waiting'

  /**
   * @param monotonic real ms from some start
   * @param onEnd is called once, as it ends
   */
  constructor(
    private readonly monotonic: () => number,
    private readonly onEnd: () => void,
  ) {
    this.#beganMs = monotonic()
  }

  get ended(): WaitEnd {
    return this.#ended
  }

  /** Real ms: so far, while it goes on. */
  get heldMs(): number {
    return (this.#endedMs ?? this.monotonic()) - this.#beganMs
  }

  /** Only the first end counts. */
  end(how: Exclude<WaitEnd, 'waiting'>): void {
    if (this.#endedMs !== undefined) return
    this.#endedMs = this.monotonic()
    this.#ended = how
    this.onEnd()
  }
}
