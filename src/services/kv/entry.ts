import { INTEGER_MAX } from '../../contract/values.js'

/** Marks the times of an entry that are offsets from the world's origin, as relative times of a seed are. */
export const Offset = { none: 0, createdAt: 1, expiresAt: 2 } as const

/** One key of a namespace. Immutable, since forks share it. */
export interface KvEntry {
  /** Its place in the order of insertion. */
  readonly seq: number
  readonly key: string
  /** The value's JSON text, without insignificant white space. */
  readonly text: string
  /** Seconds; undefined if a seed gave the expiry alone: then it is the time between creation and expiry. */
  readonly ttlSeconds: number | undefined
  /** Ms: an instant, or an offset, as `offsets` says. */
  readonly createdAt: number
  /** In ms, too. */
  readonly expiresAt: number
  /**
   * A sum of `Offset`s: one number, for the memory of many entries (`npm run bench -- --only entry-memory`).
   */
  readonly offsets: number
}

/** An entry whose place is not known yet. */
export type KvFields = Omit<KvEntry, 'seq'>

/** Bytes of UTF-8, as storageBytes counts them. */
export interface StoredBytes {
  keys: number
  values: number
}

/** What an entry counts as. */
export const bytesOf = ({ key, text }: KvEntry): StoredBytes => ({
  keys: Buffer.byteLength(key),
  values: Buffer.byteLength(text),
})

/** Whether the expiry is an offset from the origin. */
export const isOffset = ({ offsets }: Pick<KvEntry, 'offsets'>): boolean => (offsets & Offset.expiresAt) !== 0

/**
 * When the entry expires, in ms: at the last instant that a number holds exactly if its TTL reaches beyond.
 */
export function expiryOf(entry: Pick<KvEntry, 'expiresAt' | 'offsets'>, origin: number): number {
  if ((entry.offsets & Offset.expiresAt) === 0) return entry.expiresAt
  return Math.min(origin + entry.expiresAt, INTEGER_MAX)
}

/** When the entry was created, in ms. */
export function creationOf(entry: KvEntry, origin: number): number {
  return (entry.offsets & Offset.createdAt) === 0 ? entry.createdAt : origin + entry.createdAt
}

/** A bound of expiries: none is before it, though there may be none at it either. */
export class EarliestExpiry {
  /** Ms. */
  #instant = Number.POSITIVE_INFINITY
  /** Ms from the origin. */
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

  /** The bound of these and of others. */
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
