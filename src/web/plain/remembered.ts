import type { MemoryAccount, MemoryBudget } from '../../core/memory.js'

/** Who can forget what it remembers. */
export interface Forgetful {
  forget(): void
}

/** What the connections of a server remember for convenience. Where memory is short the one that noted first forgets. */
export class Remembered {
  /** What each takes, in bytes, the oldest first. */
  readonly #bytes = new Map<Forgetful, number>()
  readonly #account: MemoryAccount

  constructor(memory: MemoryBudget) {
    this.#account = memory.open(() => this.#forgetOldest())
  }

  /** Notes what one remembers that remembered nothing; false: there is no room, and nothing is noted. */
  take(by: Forgetful, bytes: number): boolean {
    if (!this.#account.take(bytes)) return false
    this.#bytes.set(by, bytes)
    return true
  }

  /** Notes that one remembers nothing any more. */
  giveBack(by: Forgetful): void {
    this.#account.add(-(this.#bytes.get(by) ?? 0))
    this.#bytes.delete(by)
  }

  #forgetOldest(): boolean {
    const [oldest] = this.#bytes.keys()
    oldest?.forget()
    return oldest !== undefined
  }
}
