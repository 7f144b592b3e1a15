import { INTEGER_MAX } from '../../contract/values.js'
import type { ForkedMap } from '../../core/forked-map.js'
import type { Limits, MonthlyUsage } from '../../domain/quotas.js'
import type { Removal, Tombstones } from '../../domain/tombstones.js'
import {
  bytesOf,
  EarliestExpiry,
  expiryOf,
  isOffset,
  type KvEntry,
  type KvFields,
  type StoredBytes,
} from './entry.js'

/** Use null to remove a limit, so that the profile's applies again. */
export type LimitChanges = { readonly [Name in keyof Limits]?: Limits[Name] | null }

/** A namespace's contents at an instant. Expired entries count until they're removed. */
export interface Contents {
  readonly live: number
  readonly expired: number
  readonly liveBytes: Readonly<StoredBytes>
}

interface NamespaceParts {
  readonly seq: number
  readonly id: string
  readonly owner: string
  readonly limits: Partial<Limits>
  readonly usage: MonthlyUsage
  readonly entries: ForkedMap<string, KvEntry>
  /** Identifies the only state that may write to this namespace. All others have to copy it first. */
  readonly epoch: object
}

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

  /** The `sub` claim of tokens that may list its keys and read its usage. */
  get owner(): string {
    return this.#owner
  }

  /** Only the limits it sets itself. All others come from the profile. */
  get limits(): Partial<Limits> {
    return this.#limits
  }

  transferTo(owner: string): void {
    this.#owner = owner
  }

  changeLimits(changes: LimitChanges): void {
    const changed = Object.entries({ ...this.#limits, ...changes })
    this.#limits = Object.fromEntries(changed.filter(([, limit]) => limit !== null)) as Partial<Limits>
  }

  /** Replaces an entry in place, or appends a new one. */
  put(fields: KvFields): KvEntry {
    const before = this.entries.get(fields.key)
    // With one literal, all entries have the same hidden class. `npm run bench -- --only entry-memory` relies on that.
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

  delete(entry: KvEntry, removal: Removal, tombstones: Tombstones): void {
    this.#remove(entry)
    tombstones.note(this.id, entry.key, removal)
  }

  /** Removes all expired entries and records why. `now` and `origin` are in ms. */
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

  /** Returns how many bytes expired entries take up until they're removed. All times are in ms. */
  expiredBytes(now: number, origin: number): StoredBytes {
    if (this.earliestExpiry(origin) > now) return { keys: 0, values: 0 }
    const { keys, values } = this.contentsAt(now, origin).liveBytes
    return { keys: this.stored.keys - keys, values: this.stored.values - values }
  }

  /** Counts what's in the namespace at `now` (in ms). Note that this visits every entry. */
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

  /** Returns a time in ms before which nothing expires. It may come from an entry that has since been removed. */
  earliestExpiry(origin: number): number {
    return this.#earliest.at(origin)
  }

  /** @param origin in ms */
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
