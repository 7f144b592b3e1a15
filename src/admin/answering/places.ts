/** Who waits for a place, and may leave. */
interface Client {
  readonly destroyed: boolean
  once(event: 'close', then: () => void): unknown
  off(event: 'close', then: () => void): unknown
}

/** How many answers are made at once. */
interface PlacesBounds {
  readonly all: number
  /** Of one kind: the others may be free for work that is shorter. */
  readonly ofAKind: number
}

/**
 * Bounds how many answers are made at once: what each of them holds meanwhile is not counted. The others wait, those of a
 * kind in the order in which they came, and the kinds are served in turn: however many of one wait, another waits for none
 * but the first of them.
 */
export class Places<Kind> {
  /** Each gives a place to one that waits. Of the kinds the one that is served next comes first. */
  readonly #lines = new Map<Kind, Set<() => void>>()
  readonly #taken = new Map<Kind, number>()
  #free: number

  constructor(private readonly bounds: PlacesBounds) {
    this.#free = bounds.all
  }

  /** Does the work in a place, which is free again behind it; where the client leaves the line, it is not done. */
  async within(kind: Kind, client: Client, work: () => Promise<void>): Promise<void> {
    if (this.#isFreeFor(kind)) this.#take(kind)
    else if (!(await this.#turnOf(kind, client))) return
    try {
      await work()
    } finally {
      this.#giveBack(kind)
    }
  }

  #isFreeFor(kind: Kind): boolean {
    return this.#free > 0 && (this.#taken.get(kind) ?? 0) < this.bounds.ofAKind
  }

  #take(kind: Kind): void {
    this.#free--
    this.#taken.set(kind, (this.#taken.get(kind) ?? 0) + 1)
  }

  /** false: the client is gone. */
  #turnOf(kind: Kind, client: Client): Promise<boolean> {
    return new Promise((resolve) => {
      if (client.destroyed) return resolve(false)
      const line = this.#lines.get(kind) ?? new Set()
      this.#lines.set(kind, line)
      const outOfLine = () => {
        line.delete(begin)
        if (line.size === 0) this.#lines.delete(kind)
      }
      const begin = () => {
        client.off('close', leave)
        outOfLine()
        // Many short ones, each begun by the end of another, would be one long turn.
        Promise.resolve().then(() => resolve(true))
      }
      const leave = () => {
        outOfLine()
        resolve(false)
      }
      line.add(begin)
      client.once('close', leave)
    })
  }

  #giveBack(kind: Kind): void {
    this.#free++
    this.#taken.set(kind, (this.#taken.get(kind) ?? 0) - 1)
    for (const [next, line] of this.#lines) {
      const [first] = line
      if (first === undefined || !this.#isFreeFor(next)) continue
      this.#take(next)
      this.#lines.delete(next)
      this.#lines.set(next, line)
      first()
      return
    }
  }
}
