import type { ForkedMap } from '../../core/forked-map.js'
import type { Removal, Tombstones } from '../../domain/tombstones.js'

/** A config store's entry (docs/CONTRACT.md B-8 to B-10). It's immutable, since forks share it. */
export interface ConfigEntry {
  readonly seq: number
  readonly key: string
  /** Minified JSON. */
  readonly text: string
  /** In ms. An offset from the world's origin if `updatedIsOffset` is set, and otherwise an instant. */
  readonly updatedAt: number
  readonly updatedIsOffset: boolean
}

export type ConfigFields = Omit<ConfigEntry, 'seq'>

interface StoreParts {
  readonly seq: number
  readonly id: string
  readonly owner: string
  readonly entries: ForkedMap<string, ConfigEntry>
  /** Identifies the only state that may write to this store. All others have to copy it first. */
  readonly epoch: object
}

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

  /** Replaces an entry in place, or appends a new one (docs/CONTRACT.md B-12). */
  put(fields: ConfigFields): ConfigEntry {
    const before = this.entries.get(fields.key)
    const seq = before?.seq ?? this.entries.takeSeq()
    const entry = { ...fields, seq }
    this.entries.set(entry.key, entry)
    return entry
  }

  /** Records why the entry was removed. Returns false if there's no such entry. */
  delete(key: string, removal: Removal, tombstones: Tombstones): boolean {
    if (!this.entries.delete(key)) return false
    tombstones.note(this.id, key, removal)
    return true
  }

  /** Shares the entries until one of the two stores writes. */
  copy(_origin: number, epoch: object): Store {
    const { seq, id, owner } = this
    return new Store({ seq, id, owner, entries: this.entries.fork(), epoch })
  }
}

/** Returns ms since 1970. */
export function updateOf(entry: ConfigEntry, origin: number): number {
  return entry.updatedIsOffset ? origin + entry.updatedAt : entry.updatedAt
}
