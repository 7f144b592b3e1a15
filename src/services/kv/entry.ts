import { INTEGER_MAX } from '../../contract/values.js'

/** Flags for times stored as offsets from the world's origin, as a seed's relative times are. */
export const Offset = { none: 0, createdAt: 1, expiresAt: 2 } as const

/** An entry of a namespace. Immutable, since forks share it. */
export interface KvEntry {
  /** Position in the order of insertion. */
  readonly seq: number
  readonly key: string
  /** Minified JSON. */
  readonly text: string
  /** Undefined if a seed gave only the expiry; then it's the time from creation to expiry. */
  readonly ttlSeconds: number | undefined
  /** In ms: an instant, or an offset, depending on `offsets`. */
  readonly createdAt: number
  /** In ms, too. */
  readonly expiresAt: number
  /** Sum of `Offset` flags. One number saves memory with many entries (`npm run bench -- --only entry-memory`). */
  readonly offsets: number
}

/** An entry without its position. */
export type KvFields = Omit<KvEntry, 'seq'>

/** Bytes of UTF-8, as counted by storageBytes. */
export interface StoredBytes {
  keys: number
  values: number
}

export const bytesOf = ({ key, text }: KvEntry): StoredBytes => ({
  keys: Buffer.byteLength(key),
  values: Buffer.byteLength(text),
})

export const isOffset = ({ offsets }: Pick<KvEntry, 'offsets'>): boolean => (offsets & Offset.expiresAt) !== 0

/** Returns the expiry in ms, capped at the last instant that a number holds exactly. */
export function expiryOf(entry: Pick<KvEntry, 'expiresAt' | 'offsets'>, origin: number): number {
  if ((entry.offsets & Offset.expiresAt) === 0) return entry.expiresAt
  return Math.min(origin + entry.expiresAt, INTEGER_MAX)
}

/** Returns ms since 1970. */
export function creationOf(entry: KvEntry, origin: number): number {
  return (entry.offsets & Offset.createdAt) === 0 ? entry.createdAt : origin + entry.createdAt
}

/** A lower bound of expiries: no entry expires earlier, though maybe none at that time either. */
export class EarliestExpiry {
  /** In ms. */
  #instant = Number.POSITIVE_INFINITY
  /** In ms from the origin. */
  #offset = Number.POSITIVE_INFINITY

  /** @param origin ms @returns ms */
  at(origin: number): number {
    return Math.min(this.#instant, origin + this.#offset)
  }

  /** @param expiresAt an instant, or an offset, in ms */
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
