/** Who waits for a place, and may leave. */
interface Client {
  readonly destroyed: boolean
  once(event: 'close', then: () => void): unknown
  off(event: 'close', then: () => void): unknown
}

/**
 * Bounds how many answers are made at once: what each of them holds meanwhile is not counted. The others wait in the order
 * in which they came.
 */
export class Places {
  /** Each gives a place to one that waits, the first in line first. */
  readonly #line = new Set<() => void>()
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  /** Does the work in a place, which is free again behind it; where the client leaves the line, it is not done. */
  async within(client: Client, work: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free--
    else if (!(await this.#turnOf(client))) return
    try {
      await work()
    } finally {
      this.#giveBack()
    }
  }

  /** false: the client is gone. */
  #turnOf(client: Client): Promise<boolean> {
    return new Promise((resolve) => {
      if (client.destroyed) return resolve(false)
      const begin = () => {
        client.off('close', leave)
        this.#line.delete(begin)
        resolve(true)
      }
      const leave = () => {
        this.#line.delete(begin)
        resolve(false)
      }
      this.#line.add(begin)
      client.once('close', leave)
    })
  }

  #giveBack(): void {
    const [first] = this.#line
    if (first === undefined) this.#free++
    else first()
  }
}
