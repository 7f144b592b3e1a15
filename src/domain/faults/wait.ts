/** The client got its answer, its connection was broken, or it left first; "waiting" until then. */
export const WAIT_ENDS = ['waiting', 'answered', 'broken', 'aborted'] as const

export type WaitEnd = (typeof WAIT_ENDS)[number]

/** The time for which a fault holds an answer back. */
export class Wait {
  readonly #beganMs: number
  #endedMs: number | undefined
  #ended: WaitEnd = 'waiting'

  /**
   * @param monotonic real ms from some start
   * @param onEnd called once, when it ends
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

  /** Real ms so far, or in total once it has ended. */
  get heldMs(): number {
    return (this.#endedMs ?? this.monotonic()) - this.#beganMs
  }

  /** Only the first call counts. */
  end(how: Exclude<WaitEnd, 'waiting'>): void {
    if (this.#endedMs !== undefined) return
    this.#endedMs = this.monotonic()
    this.#ended = how
    this.onEnd()
  }
}
