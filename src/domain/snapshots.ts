import { Refusal } from '../core/refusal.js'
import type { WorldCopy } from './baseline.js'
import { boundName } from './bounds.js'

export interface Snapshot extends WorldCopy {
  readonly name: string
}

/** They survive resets. */
export class Snapshots {
  readonly #kept = new Map<string, Snapshot>()
  #lastId = 0

  constructor(private readonly max: number) {}

  list(): Snapshot[] {
    return [...this.#kept.values()]
  }

  /**
   * Replaces a snapshot with the same name.
   *
   * @param name defaults to a generated one: s1, s2, …
   * @throws Refusal invalid_request if there are too many snapshots
   */
  take(copy: WorldCopy, name: string = this.#nextName()): Snapshot {
    if (!this.#kept.has(name) && this.#kept.size >= this.max) {
      const reason = `a world can have at most ${this.max} snapshots (${boundName('snapshots')})`
      throw new Refusal('invalid_request', reason, {
        hint: 'remove one with DELETE /_admin/snapshots/{name}',
      })
    }
    const snapshot = { name, ...copy }
    this.#kept.set(name, snapshot)
    return snapshot
  }

  /** @throws Refusal not_found */
  get(name: string): Snapshot {
    const snapshot = this.#kept.get(name)
    if (snapshot !== undefined) return snapshot
    const names = [...this.#kept.keys()].slice(0, 10).join(', ')
    const hint = names === '' ? 'take one with POST /_admin/snapshots' : `existing snapshots: ${names}`
    throw new Refusal('not_found', `there is no snapshot ${name}`, { hint })
  }

  /** @throws Refusal not_found */
  remove(name: string): void {
    this.get(name)
    this.#kept.delete(name)
  }

  #nextName(): string {
    let name: string
    do name = `s${++this.#lastId}`
    while (this.#kept.has(name))
    return name
  }
}
