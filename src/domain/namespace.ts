import { INTEGER_MAX } from '../contract/values.js'
import type { Gone } from '../core/layers/layer.js'
import type { LayeredMap } from '../core/layers/layered-map.js'
import { SLICE_ITEMS } from '../core/steps.js'
import {
  bytesOf,
  EarliestExpiry,
  expiryOf,
  isOffset,
  type KvEntry,
  type KvFields,
  type StoredBytes,
} from './entries/entry.js'
import { GoneEntries } from './entries/gone-entries.js'
import { Lifetimes } from './entries/lifetimes.js'
import type { Limits, MonthlyUsage } from './quotas.js'
import type { Passing, Tombstones } from './tombstones.js'

/** Some limits; null takes back what was set, so that the profile's counts again. */
export type LimitChanges = { readonly [Name in keyof Limits]?: Limits[Name] | null }

/** The contents of a namespace at an instant; expired entries stay where they are. */
export interface Contents {
  readonly live: number
  readonly expired: number
  /** Bytes of the live entries. */
  readonly liveBytes: Readonly<StoredBytes>
}

/** A namespace of the key-value store: entries, usage and owner (docs/CONTRACT.md section A). */
export class Namespace {
  readonly stored: StoredBytes = { keys: 0, values: 0 }
  #owner: string
  #limits: Partial<Limits>
  #earliest = new EarliestExpiry()
  /** Of more entries than a slice of work takes; of fewer they are made where they are needed. */
  #lifetimes: Lifetimes | undefined

  constructor(
    readonly seq: number,
    readonly id: string,
    owner: string,
    limits: Partial<Limits>,
    readonly usage: MonthlyUsage,
    readonly entries: LayeredMap<string, KvEntry>,
    /** The state that may write to it; any other takes a copy first. */
    readonly epoch: object,
  ) {
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

  /** Adds an entry at the end, or replaces the one under its key where that is. */
  put(fields: KvFields): KvEntry {
    const before = this.entries.get(fields.key)
    // One literal for all entries gives them one shape, which `npm run bench -- --only entry-memory` counts on.
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
    if (before === undefined) this.#lifetimes?.add(entry, bytes)
    else this.#lifetimes?.replace(entry, bytes)
    if (this.entries.size > FEW) this.#lifetimes ??= Lifetimes.of(this.entries.toArray())
    this.entries.sweep()
    return entry
  }

  /** Removes an entry, and notes why it is gone. */
  delete(entry: KvEntry, passing: Passing, tombstones: Tombstones): void {
    if (this.entries.delete(entry.key)) {
      this.#weighLess(bytesOf(entry))
      this.#lifetimes?.remove(entry)
    }
    tombstones.note(this.id, entry.key, passing)
  }

  /**
   * Removes every entry that is expired, and notes so. Where very many go and very many stay they are passed over from
   * now on, and later writes and removals let go of them bit by bit.
   *
   * @param now ms
   * @param origin ms
   */
  deleteExpired(now: number, origin: number, tombstones: Tombstones): void {
    this.entries.sweep()
    if (this.earliestExpiry(origin) > now) return
    const lifetimes = this.#lifetimes ?? Lifetimes.of(this.entries.toArray())
    const gone = new GoneEntries(Math.max(tombstones.max, FEW))
    lifetimes.expire(now, origin, gone)
    this.#earliest = lifetimes.earliest
    this.#weighLess(gone.bytes)
    if (lifetimes.size <= FEW) {
      this.entries.keepOnly([...lifetimes], keyOf)
      this.#lifetimes = undefined
    } else if (gone.count <= FEW) for (const { key } of gone.last(FEW)) this.entries.delete(key)
    else this.entries.removeAll(new Expired(origin, now), gone.count)
    tombstones.noteAll(this.id, gone, (entry) => ({ expiredAt: expiryOf(entry, origin) }))
  }

  /** What the entries count that are expired and were not removed yet. Times in ms. */
  expiredBytes(now: number, origin: number): StoredBytes {
    if (this.earliestExpiry(origin) > now) return { keys: 0, values: 0 }
    return (this.#lifetimes ?? Lifetimes.of(this.entries.toArray())).expiredBytes(now, origin)
  }

  /** Its entries in their order as they are now, whatever is written later; begun at once, however many they are. */
  asOfNow(): Iterable<KvEntry> {
    return this.#lifetimes?.fork() ?? this.entries.toArray()
  }

  /** How often its entries were changed. */
  get changes(): number {
    return this.entries.changes
  }

  get(key: string): KvEntry | undefined {
    return this.entries.get(key)
  }

  /** Its entries with a larger seq, as `asOfNow` gives them: those that are gone cost nothing. */
  after(seq: number): Iterable<KvEntry> {
    return this.#lifetimes?.fork().after(seq) ?? this.entries.after(seq)
  }

  /** Counts its contents at `now` (ms), at the cost of a look at every entry. */
  contentsAt(now: number, origin: number): Contents {
    const liveBytes: StoredBytes = { keys: 0, values: 0 }
    const { size } = this.entries
    let live = 0
    for (const entry of this.asOfNow()) {
      if (expiryOf(entry, origin) <= now) continue
      live++
      liveBytes.keys += Buffer.byteLength(entry.key)
      liveBytes.values += Buffer.byteLength(entry.text)
    }
    return { live, expired: size - live, liveBytes }
  }

  /** No entry expires before this, in ms; a bound, since entries that left may have held it. */
  earliestExpiry(origin: number): number {
    return this.#earliest.at(origin)
  }

  /** The same namespace for another state, sharing the entries. `origin` in ms. */
  copy(origin: number, epoch: object): Namespace {
    return this.#with(this, this.entries.fork(), this.usage.copy(origin), epoch)
  }

  /** This namespace with the entries of another one, which is nobody's any more, in place of its own. */
  withEntriesOf(other: Namespace): Namespace {
    return this.#with(other, other.entries, this.usage, this.epoch)
  }

  #with(
    source: Namespace,
    entries: LayeredMap<string, KvEntry>,
    usage: MonthlyUsage,
    epoch: object,
  ): Namespace {
    const made = new Namespace(this.seq, this.id, this.owner, this.limits, usage, entries, epoch)
    made.stored.keys = source.stored.keys
    made.stored.values = source.stored.values
    made.#earliest = source.#earliest.copy()
    made.#lifetimes = source.#lifetimes?.fork()
    return made
  }

  #weighLess({ keys, values }: StoredBytes): void {
    this.stored.keys -= keys
    this.stored.values -= values
  }
}

/** The entries that expired by an instant. */
class Expired implements Gone<KvEntry> {
  /** @param instant ms @param others that are gone too, by another origin */
  constructor(
    readonly origin: number,
    readonly instant: number,
    readonly others?: Gone<KvEntry>,
  ) {}

  has(entry: KvEntry): boolean {
    return expiryOf(entry, this.origin) <= this.instant || this.others?.has(entry) === true
  }

  and(others: Gone<KvEntry>): Gone<KvEntry> {
    if (!(others instanceof Expired) || others.origin !== this.origin)
      return new Expired(this.origin, this.instant, others)
    return new Expired(this.origin, Math.max(this.instant, others.instant), others.others)
  }
}

/** So many entries are moved or removed in a slice of work. */
const FEW = SLICE_ITEMS

const keyOf = (entry: KvEntry): string => entry.key
