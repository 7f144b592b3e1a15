import { INTEGER_MAX } from '../contract/values.js'
import type { Gone } from '../core/layers/layer.js'
import type { LayeredMap } from '../core/layers/layered-map.js'
import { SLICE_ITEMS, type Slice, type Steps } from '../core/steps.js'
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
    if (before === undefined) weigh(this.stored, entry, 1)
    else this.stored.values += Buffer.byteLength(entry.text) - Buffer.byteLength(before.text)
    this.#noteExpiry(entry)
    this.entries.sweep()
    return entry
  }

  /** Removes an entry, and notes why it is gone. */
  delete(entry: KvEntry, passing: Passing, tombstones: Tombstones): void {
    if (this.entries.delete(entry.key)) weigh(this.stored, entry, -1)
    tombstones.note(this.id, entry.key, passing)
  }

  /**
   * Removes every entry that is expired, and notes so. It looks at all entries only where some may be. Where very many
   * go and very many stay, nothing but that look is done at once: later writes and removals let go of them bit by bit.
   *
   * @param now ms
   * @param origin ms
   */
  deleteExpired(now: number, origin: number, tombstones: Tombstones): void {
    this.entries.sweep()
    if (this.earliestExpiry(origin) > now) return
    const leaving = tombstones.leaving<KvEntry>()
    const weighing = new Weighing()
    // There may be a million of them: of those that go and stay no more is kept than needed.
    const [gone, left]: [KvEntry[], KvEntry[]] = [[], []]
    this.#earliest = { absolute: Number.POSITIVE_INFINITY, relative: Number.POSITIVE_INFINITY }
    this.entries.scan((entry) => {
      const isGone = expiryOf(entry, origin) <= now
      weighing.add(entry, isGone)
      if (isGone) leaving.add(entry)
      else this.#noteExpiry(entry)
      const few = isGone ? gone : left
      if (few.length <= FEW) few.push(entry)
    })
    weighing.takeFrom(this.stored)
    if (left.length <= FEW) this.entries.keepOnly(left, keyOf)
    else if (gone.length <= FEW) for (const { key } of gone) this.entries.delete(key)
    else this.entries.removeAll(new Expired(origin, now), leaving.count)
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

  #noteExpiry({ expiresAt, offsets }: KvEntry): void {
    const kind = (offsets & Offset.expiresAt) === 0 ? 'absolute' : 'relative'
    if (expiresAt < this.#earliest[kind]) this.#earliest[kind] = expiresAt
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

/** Weighs entries that go or stay. Mostly it weighs those that are fewer, which the first ones tell. */
class Weighing {
  readonly #gone: StoredBytes = { keys: 0, values: 0 }
  readonly #left: StoredBytes = { keys: 0, values: 0 }
  #count = 0
  #goneCount = 0
  #mostGo = false

  add(entry: KvEntry, isGone: boolean): void {
    if (this.#count < TELLING || isGone !== this.#mostGo) weigh(isGone ? this.#gone : this.#left, entry, 1)
    this.#count++
    if (isGone) this.#goneCount++
    if (this.#count === TELLING) this.#mostGo = 2 * this.#goneCount > TELLING
  }

  /** Takes what goes from the bytes of all. */
  takeFrom(stored: StoredBytes): void {
    stored.keys = this.#mostGo ? this.#left.keys : stored.keys - this.#gone.keys
    stored.values = this.#mostGo ? this.#left.values : stored.values - this.#gone.values
  }
}

const TELLING = 1000

/** So many entries are moved or removed in a slice of work. */
const FEW = SLICE_ITEMS

function weigh(stored: StoredBytes, { key, text }: KvEntry, sign: 1 | -1): void {
  stored.keys += sign * Buffer.byteLength(key)
  stored.values += sign * Buffer.byteLength(text)
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
