import { INTEGER_MAX } from '../../contract/values.js'
import type { ForkedMap } from '../../core/forked-map.js'
import type { Limits, MonthlyUsage } from '../../domain/quotas.js'
import type { Passing, Tombstones } from '../../domain/tombstones.js'
import {
  bytesOf,
  EarliestExpiry,
  expiryOf,
  isOffset,
  type KvEntry,
  type KvFields,
  type StoredBytes,
} from './entry.js'

/** Some limits; null removes what was set, so that the profile's counts again. */
export type LimitChanges = { readonly [Name in keyof Limits]?: Limits[Name] | null }

/** The contents of a namespace at an instant; expired entries stay where they are. */
export interface Contents {
  readonly live: number
  readonly expired: number
  /** Bytes of the live entries. */
  readonly liveBytes: Readonly<StoredBytes>
}

/** What a namespace is made of. */
interface NamespaceParts {
  readonly seq: number
  readonly id: string
  readonly owner: string
  readonly limits: Partial<Limits>
  readonly usage: MonthlyUsage
  readonly entries: ForkedMap<string, KvEntry>
  /** The state that may write to it; any other takes a copy first. */
  readonly epoch: object
}

/** A namespace of the key-value store: entries, usage and owner (docs/CONTRACT.md section A). */
export class Namespace {
  readonly seq: number
  readonly id: string
  readonly usage: MonthlyUsage
  readonly entries: ForkedMap<string, KvEntry>
  readonly epoch: object
  readonly stored: StoredBytes = { keys: 0, values: 0 }
  #owner: string
  #limits: Partial<Limits>
  #earliest = new EarliestExpiry()

  constructor({ seq, id, owner, limits, usage, entries, epoch }: NamespaceParts) {
    this.seq = seq
    this.id = id
    this.usage = usage
    this.entries = entries
    this.epoch = epoch
    this.#owner = owner
    this.#limits = limits
  }

  /** The `sub` of the tokens that may list its keys and read its usage. */
  get owner(): string {
    return this.#owner
  }

  /** The limits that were set; the profile has the others. */
  get limits(): Partial<Limits> {
    return this.#limits
  }

  transferTo(owner: string): void {
    this.#owner = owner
  }

  /** Sets some limits, and leaves the others as they are. */
  changeLimits(changes: LimitChanges): void {
    if (Object.keys(changes).length === 0) return
    const changed = Object.entries({ ...this.#limits, ...changes })
    this.#limits = Object.fromEntries(changed.filter(([, limit]) => limit !== null)) as Partial<Limits>
  }

  /** Adds an entry at the end, or replaces the one under its key if that is. */
  put(fields: KvFields): KvEntry {
    const before = this.entries.get(fields.key)
    // One literal for all entries gives them one shape, which `npm run bench -- --only entry-memory` counts
    // on.
    const entry: KvEntry = {
      seq: before?.seq ?? this.entries.takeSeq(),
      key: before?.key ?? fields.key,
      text: fields.text,
      ttlSeconds: fields.ttlSeconds,
      createdAt: fields.createdAt,
      expiresAt: Math.min(fields.expiresAt, INTEGER_MAX),
      offsets: fields.offsets,
    }
    this.entries.set(entry.key, entry)
    const bytes = bytesOf(entry)
    if (before === undefined) this.stored.keys += bytes.keys
    this.stored.values += bytes.values - (before === undefined ? 0 : Buffer.byteLength(before.text))
    this.#earliest.note(entry.expiresAt, isOffset(entry))
    return entry
  }

  /** Removes an entry, and notes why it is gone. */
  delete(entry: KvEntry, passing: Passing, tombstones: Tombstones): void {
    this.#remove(entry)
    tombstones.note(this.id, entry.key, passing)
  }

  /**
   * Removes every entry that is expired, and notes so.
   *
   * @param now ms
   * @param origin ms
   */
  deleteExpired(now: number, origin: number, tombstones: Tombstones): void {
    if (this.earliestExpiry(origin) > now) return
    const expired: KvEntry[] = []
    const earliest = new EarliestExpiry()
    for (const entry of this.entries.values()) {
      if (expiryOf(entry, origin) <= now) expired.push(entry)
      else earliest.note(entry.expiresAt, isOffset(entry))
    }
    for (const entry of expired) this.#remove(entry)
    this.#earliest = earliest
    tombstones.noteAll(this.id, expired, (entry) => ({ expiredAt: expiryOf(entry, origin) }))
  }

  /** What the entries count that are expired and were not removed yet. Times in ms. */
  expiredBytes(now: number, origin: number): StoredBytes {
    if (this.earliestExpiry(origin) > now) return { keys: 0, values: 0 }
    const { keys, values } = this.contentsAt(now, origin).liveBytes
    return { keys: this.stored.keys - keys, values: this.stored.values - values }
  }

  /** Counts its contents at `now` (ms), at the cost of a look at every entry. */
  contentsAt(now: number, origin: number): Contents {
    const liveBytes: StoredBytes = { keys: 0, values: 0 }
    let live = 0
    for (const entry of this.entries.values()) {
      if (expiryOf(entry, origin) <= now) continue
      live++
      const { keys, values } = bytesOf(entry)
      liveBytes.keys += keys
      liveBytes.values += values
    }
    return { live, expired: this.entries.size - live, liveBytes }
  }

  /** No entry expires before this, in ms; a bound, since entries that left may have held it. */
  earliestExpiry(origin: number): number {
    return this.#earliest.at(origin)
  }

  /** A fork of the namespace for another state, sharing the entries. `origin` in ms. */
  copy(origin: number, epoch: object): Namespace {
    const { seq, id, owner, limits } = this
    const [usage, entries] = [this.usage.copy(origin), this.entries.fork()]
    const made = new Namespace({ seq, id, owner, limits, usage, entries, epoch })
    made.stored.keys = this.stored.keys
    made.stored.values = this.stored.values
    made.#earliest = this.#earliest.copy()
    return made
  }

  #remove(entry: KvEntry): void {
    if (!this.entries.delete(entry.key)) return
    const { keys, values } = bytesOf(entry)
    this.stored.keys -= keys
    this.stored.values -= values
  }
}
