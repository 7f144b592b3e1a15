import type { ForkedMap } from '../../core/forked-map.js'
import type { Passing, Tombstones } from '../../domain/tombstones.js'

/** One entry of a config store (docs/CONTRACT.md B-8 to B-10). Immutable, since forks share it. */
export interface ConfigEntry {
  readonly seq: number
  readonly key: string
  /** The value's JSON text, without insignificant white space. */
  readonly text: string
  /** Ms: an instant, or an offset from the world's origin if `updatedIsOffset`. */
  readonly updatedAt: number
  readonly updatedIsOffset: boolean
}

/** An entry whose place is not known yet. */
export type ConfigFields = Omit<ConfigEntry, 'seq'>

/** What a store is made of. */
interface StoreParts {
  readonly seq: number
  readonly id: string
  readonly owner: string
  readonly entries: ForkedMap<string, ConfigEntry>
  /** The state that may write to it; any other takes a copy first. */
  readonly epoch: object
}

/** A config store: entries without expiry, and their owner. */
export class Store {
  readonly seq: number
  readonly id: string
  readonly entries: ForkedMap<string, ConfigEntry>
  readonly epoch: object
  #owner: string

  constructor({ seq, id, owner, entries, epoch }: StoreParts) {
    this.seq = seq
    this.id = id
    this.entries = entries
    this.epoch = epoch
    this.#owner = owner
  }

  get owner(): string {
    return this.#owner
  }

  transferTo(owner: string): void {
    this.#owner = owner
  }

  /** Adds an entry at the end, or replaces the one under its key if that is (docs/CONTRACT.md B-12). */
  put(fields: ConfigFields): ConfigEntry {
    const before = this.entries.get(fields.key)
    const seq = before?.seq ?? this.entries.takeSeq()
    const entry = { ...fields, seq }
    this.entries.set(entry.key, entry)
    return entry
  }

  /** Removes an entry, and notes why it is gone; false if there is none. */
  delete(key: string, passing: Passing, tombstones: Tombstones): boolean {
    if (!this.entries.delete(key)) return false
    tombstones.note(this.id, key, passing)
    return true
  }

  /** A fork of the store for another state, sharing the entries. */
  copy(_origin: number, epoch: object): Store {
    const { seq, id, owner } = this
    return new Store({ seq, id, owner, entries: this.entries.fork(), epoch })
  }
}

/** When the entry was last written, in ms. */
export function updateOf(entry: ConfigEntry, origin: number): number {
  return entry.updatedIsOffset ? origin + entry.updatedAt : entry.updatedAt
}
