/** A wait ends when the client gets its answer, its connection is broken, or it disconnects. */
export const WAIT_ENDS = ['waiting', 'answered', 'broken', 'aborted'] as const

export type WaitEnd = (typeof WAIT_ENDS)[number]

export class Wait {
  readonly #beganMs: number
  #endedMs: number | undefined
  #ended: WaitEnd = 'waiting'

  /**
   * @param monotonic real ms
   * @param onEnd called once
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

  /** Real ms so far, or in total once the wait has ended. */
  get heldMs(): number {
    return (this.#endedMs ?? this.monotonic()) - this.#beganMs
  }

  /** Only the first call has an effect. */
  end(how: Exclude<WaitEnd, 'waiting'>): void {
    if (this.#endedMs !== undefined) return
    this.#endedMs = this.monotonic()
    this.#ended = how
    this.onEnd()
  }
}
