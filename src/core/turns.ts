import { setImmediate } from 'node:timers'

/** Someone who waits for a turn. */
interface Waiting {
  /** Higher for who came later. */
  readonly number: number
  readonly resume: () => void
}

/**
 * Who waits for a turn of the thread, which each has to itself: what came meanwhile is answered between any two. Every
 * other turn goes to those that had the fewest turns so far, so that short work is over soon beside however much long work;
 * the turns between go to who waits longest, so that long work goes on too.
 */
export class Turns {
  /** By how many turns they had: none, up to 2, up to 6, up to 14, … */
  readonly #lines: Waiting[][] = []
  #size = 0
  #number = 0
  #isForEldest = false

  /**
   * @param soon calls back when the loop came round once more. The default is Node's own, whatever a test in the same
   *   process makes of the global one.
   */
  constructor(private readonly soon: (then: () => void) => void = setImmediate) {}

  /** @param had how many turns this work had so far */
  next(had = 0): Promise<void> {
    return new Promise((resume) => {
      const line = 31 - Math.clz32(had + 1)
      while (this.#lines.length <= line) this.#lines.push([])
      this.#lines[line]?.push({ number: ++this.#number, resume })
      if (++this.#size === 1) this.soon(this.#give)
    })
  }

  readonly #give = (): void => {
    const first = this.#take()
    if (this.#size > 0) this.soon(this.#give)
    first?.resume()
  }

  #take(): Waiting | undefined {
    const lines = this.#lines.filter((line) => line.length > 0)
    const chosen = this.#isForEldest ? lines.reduce(withEldest, lines[0]) : lines[0]
    this.#isForEldest = !this.#isForEldest
    this.#size--
    return chosen?.shift()
  }
}

const withEldest = (one: Waiting[] | undefined, other: Waiting[]): Waiting[] =>
  (one?.[0]?.number ?? Number.POSITIVE_INFINITY) < (other[0]?.number ?? 0) ? (one ?? other) : other
