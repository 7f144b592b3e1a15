import { INTEGER_MAX } from '../../contract/values.js'

/** Flags for times that are stored as offsets from the world's origin, like relative times in a seed. */
export const Offset = { none: 0, createdAt: 1, expiresAt: 2 } as const

/** A namespace's entry. It's immutable, since forks share it. */
export interface KvEntry {
  readonly seq: number
  readonly key: string
  /** Minified JSON. */
  readonly text: string
  /** Undefined if a seed only gave the expiry. The TTL is then the time between creation and expiry. */
  readonly ttlSeconds: number | undefined
  /** In ms. `offsets` says whether it's an instant or an offset. */
  readonly createdAt: number
  /** In ms, just like `createdAt`. */
  readonly expiresAt: number
  /** The sum of `Offset` flags. A single number saves memory (see `npm run bench -- --only entry-memory`). */
  readonly offsets: number
}

export type KvFields = Omit<KvEntry, 'seq'>

/** In UTF-8 bytes, the way `storageBytes` counts them. */
export interface StoredBytes {
  keys: number
  values: number
}

export const bytesOf = ({ key, text }: KvEntry): StoredBytes => ({
  keys: Buffer.byteLength(key),
  values: Buffer.byteLength(text),
})

export const isOffset = ({ offsets }: Pick<KvEntry, 'offsets'>): boolean => (offsets & Offset.expiresAt) !== 0

/** Returns when an entry expires, in ms, capped at the last instant that a number can hold exactly. */
export function expiryOf(entry: Pick<KvEntry, 'expiresAt' | 'offsets'>, origin: number): number {
  if ((entry.offsets & Offset.expiresAt) === 0) return entry.expiresAt
  return Math.min(origin + entry.expiresAt, INTEGER_MAX)
}

/** Returns ms since 1970. */
export function creationOf(entry: KvEntry, origin: number): number {
  return (entry.offsets & Offset.createdAt) === 0 ? entry.createdAt : origin + entry.createdAt
}

/** The earliest time that any entry may expire. None expires before then, and perhaps none exactly then. */
export class EarliestExpiry {
  /** In ms. */
  #instant = Number.POSITIVE_INFINITY
  /** In ms from the origin. */
  #offset = Number.POSITIVE_INFINITY

  /** Both the origin and the result are in ms. */
  at(origin: number): number {
    return Math.min(this.#instant, origin + this.#offset)
  }

  /** @param expiresAt an instant or an offset, in ms */
  note(expiresAt: number, isOffset: boolean): void {
    if (isOffset) this.#offset = Math.min(this.#offset, expiresAt)
    else this.#instant = Math.min(this.#instant, expiresAt)
  }

  noteAll(others: EarliestExpiry): void {
    this.#offset = Math.min(this.#offset, others.#offset)
    this.#instant = Math.min(this.#instant, others.#instant)
  }

  copy(): EarliestExpiry {
    const copy = new EarliestExpiry()
    copy.noteAll(this)
    return copy
  }
}
