import { ownCopy } from '../core/json-text.js'
import type { LayeredMap } from '../core/layered-map.js'

/** One entry of a config store (contract, Resources B). Immutable, since layers of state share it. */
export interface ConfigEntry {
  readonly seq: number
  readonly key: string
  /** The value's JSON text, without insignificant white space. */
  readonly text: string
  /** Ms: an instant, or an offset from the world's origin where `updatedIsOffset`. */
  readonly updatedAt: number
  readonly updatedIsOffset: boolean
}

/** A config store: entries without expiry, and their owner. */
export class Store {
  constructor(
    readonly seq: number,
    readonly id: string,
    public owner: string,
    readonly entries: LayeredMap<string, ConfigEntry>,
    /** The state that may write to it; any other takes a copy first. */
    readonly epoch: object,
  ) {}

  /** Upsert: the value is replaced, updatedAt refreshed, the place in the order kept (contract, States B). */
  put(key: string, text: string, now: number): ConfigEntry {
    const before = this.entries.get(key)
    const seq = before?.seq ?? this.entries.takeSeq()
    const entry = { seq, key: before?.key ?? ownCopy(key), text, updatedAt: now, updatedIsOffset: false }
    this.entries.set(key, entry)
    return entry
  }

  /** The same store for another state, sharing the entries. */
  copy(epoch: object): Store {
    return new Store(this.seq, this.id, this.owner, this.entries.fork(), epoch)
  }
}

/** When the entry was last written, in ms. */
export function updateOf(entry: ConfigEntry, origin: number): number {
  return entry.updatedIsOffset ? origin + entry.updatedAt : entry.updatedAt
}
