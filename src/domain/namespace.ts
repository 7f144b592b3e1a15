import { INTEGER_MAX } from '../contract/values.js'
import type { LayeredMap } from '../core/layered-map.js'
import type { Slice, Steps } from '../core/steps.js'
import type { Limits, MonthlyUsage } from './quotas.js'
import type { Passing, Tombstones } from './tombstones.js'

/** Marks the times of an entry that are offsets from the world's origin, as relative times of a seed are. */
export const Offset = { none: 0, createdAt: 1, expiresAt: 2 } as const

/** One key of a namespace. Immutable, since layers of state share it. */
export interface KvEntry {
  /** Its place in the order of insertion. */
  readonly seq: number
  readonly key: string
  /** The value's JSON text, without insignificant white space. */
  readonly text: string
  /** Seconds; undefined where a seed gave the expiry alone: then it is the time between creation and expiry. */
  readonly ttlSeconds: number | undefined
  /** Ms: an instant, or an offset, as `offsets` says. */
  readonly createdAt: number
  /** Ms, likewise. */
  readonly expiresAt: number
  /** A sum of `Offset`s: one number, for the memory of many entries (`npm run bench -- --only entry-memory`). */
  readonly offsets: number
}

/** Bytes of UTF-8, as storageBytes counts them. */
export interface StoredBytes {
  keys: number
  values: number
}

/** An entry whose place is not known yet. */
export type KvFields = Omit<KvEntry, 'seq'>

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
  /** No entry expires before these: instants, and offsets from the origin, in ms. */
  #earliest = { absolute: Number.POSITIVE_INFINITY, relative: Number.POSITIVE_INFINITY }

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
    if (before === undefined) this.#weigh(entry, 1)
    else this.stored.values += Buffer.byteLength(entry.text) - Buffer.byteLength(before.text)
    this.#noteExpiry(entry)
    return entry
  }

  /** Removes an entry, and notes why it is gone. */
  delete(entry: KvEntry, passing: Passing, tombstones: Tombstones): void {
    this.#drop(entry)
    tombstones.note(this.id, entry.key, passing)
  }

  /**
   * Removes every entry that is expired, and notes so. It looks at all entries only where some may be.
   *
   * @param now ms
   * @param origin ms
   */
  deleteExpired(now: number, origin: number, tombstones: Tombstones): void {
    if (this.earliestExpiry(origin) > now) return
    const isExpired = (entry: KvEntry): boolean => expiryOf(entry, origin) <= now
    // There may be a million of them: of those that go no more is kept than needed.
    const leaving = tombstones.leaving<KvEntry>()
    const left: KvEntry[] = []
    this.entries.scan((entry) => {
      if (isExpired(entry)) leaving.add(entry)
      else left.push(entry)
    })
    if (leaving.count > left.length) {
      this.entries.keepOnly(left, keyOf)
      this.stored.keys = 0
      this.stored.values = 0
      for (const entry of left) this.#weigh(entry, 1)
    } else {
      const expired: KvEntry[] = []
      this.entries.scan((entry) => isExpired(entry) && expired.push(entry))
      for (const entry of expired) this.#drop(entry)
    }
    this.#earliest = { absolute: Number.POSITIVE_INFINITY, relative: Number.POSITIVE_INFINITY }
    for (const entry of left) this.#noteExpiry(entry)
    tombstones.noteAll(this.id, leaving, (entry) => ({ expiredAt: expiryOf(entry, origin) }))
  }

  /** Counts its contents at `now` (ms), at the cost of a look at every entry. */
  *contentsAt(now: number, origin: number, slice: Slice): Steps<Contents> {
    const liveBytes: StoredBytes = { keys: 0, values: 0 }
    let live = 0
    yield* slice.each(this.entries.values(), (entry) => {
      if (expiryOf(entry, origin) <= now) return
      live++
      liveBytes.keys += Buffer.byteLength(entry.key)
      liveBytes.values += Buffer.byteLength(entry.text)
    })
    return { live, expired: this.entries.size - live, liveBytes }
  }

  /** No entry expires before this, in ms; a bound, since entries that left may have held it. */
  earliestExpiry(origin: number): number {
    return Math.min(this.#earliest.absolute, origin + this.#earliest.relative)
  }

  /** The same namespace for another state, sharing the entries. `origin` in ms. */
  copy(origin: number, epoch: object): Namespace {
    return this.#with(this, this.usage.copy(origin), epoch)
  }

  /** This namespace with the entries of another one, which it shares, in place of its own. */
  withEntriesOf(other: Namespace): Namespace {
    return this.#with(other, this.usage, this.epoch)
  }

  #with(source: Namespace, usage: MonthlyUsage, epoch: object): Namespace {
    const made = new Namespace(
      this.seq,
      this.id,
      this.owner,
      this.limits,
      usage,
      source.entries.fork(),
      epoch,
    )
    made.stored.keys = source.stored.keys
    made.stored.values = source.stored.values
    made.#earliest = { ...source.#earliest }
    return made
  }

  #drop(entry: KvEntry): void {
    if (this.entries.delete(entry.key)) this.#weigh(entry, -1)
  }

  #noteExpiry({ expiresAt, offsets }: KvEntry): void {
    const kind = (offsets & Offset.expiresAt) === 0 ? 'absolute' : 'relative'
    if (expiresAt < this.#earliest[kind]) this.#earliest[kind] = expiresAt
  }

  #weigh(entry: KvEntry, sign: 1 | -1): void {
    this.stored.keys += sign * Buffer.byteLength(entry.key)
    this.stored.values += sign * Buffer.byteLength(entry.text)
  }
}

const keyOf = (entry: KvEntry): string => entry.key

/** When the entry expires, in ms: at the last instant that a number holds exactly where its TTL reaches beyond. */
export function expiryOf(entry: Pick<KvEntry, 'expiresAt' | 'offsets'>, origin: number): number {
  const isOffset = (entry.offsets & Offset.expiresAt) !== 0
  return isOffset ? Math.min(origin + entry.expiresAt, INTEGER_MAX) : entry.expiresAt
}

/** When the entry was created, in ms. */
export function creationOf(entry: KvEntry, origin: number): number {
  return (entry.offsets & Offset.createdAt) === 0 ? entry.createdAt : origin + entry.createdAt
}
