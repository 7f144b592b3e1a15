/** The machine's time, which is frozen until it is released: clocks show what a run sets them to. */
export class FrozenTime {
  #heldAt: number | undefined
  /** ms for which it was held. */
  #behind = 0

  constructor(private readonly realNow: () => number) {
    this.#heldAt = realNow()
  }

  now(): number {
    return this.#heldAt ?? this.realNow() - this.#behind
  }

  release(): void {
    if (this.#heldAt === undefined) return
    this.#behind = this.realNow() - this.#heldAt
    this.#heldAt = undefined
  }
}
