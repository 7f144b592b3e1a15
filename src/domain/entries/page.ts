import { EarliestExpiry, isOffset, type KvEntry, type StoredBytes } from './entry.js'
import type { GoneEntries } from './gone-entries.js'

/** So many entries lie in a page at most: to copy one takes a µs, and 517 places are what an array grows to. */
export const PAGE_ROWS = 512

/**
 * Some entries of a namespace in their order, with what is needed to find those that expire: their times and bytes lie
 * side by side, so that no entry is looked at for them.
 */
export class Page {
  #entries: KvEntry[] = []
  #expiries: number[] = []
  /** Of each entry the bytes of its key, doubled, and 1 more where its expiry is an offset; then those of its value. */
  #bytes = new Uint32Array(2 * PAGE_ROWS)
  #earliest = new EarliestExpiry()

  /**
   * @param owner who may change it; any other takes a copy first
   * @param firstSeq no entry in it has a smaller one, and none in the pages before it is as large
   */
  constructor(
    readonly owner: object,
    readonly firstSeq: number,
  ) {}

  get size(): number {
    return this.#entries.length
  }

  get entries(): readonly KvEntry[] {
    return this.#entries
  }

  /** The entries with a larger seq. */
  after(seq: number): readonly KvEntry[] {
    return seq < this.firstSeq ? this.#entries : this.#entries.slice(this.#rowOf(seq + 1))
  }

  get earliest(): EarliestExpiry {
    return this.#earliest
  }

  /** Adds an entry whose seq is larger than all in it, or puts it in the place of the one with its seq. */
  put(entry: KvEntry, { keys, values }: StoredBytes): void {
    this.#set(this.#rowOf(entry.seq), entry, entry.expiresAt, 2 * keys + Number(isOffset(entry)), values)
  }

  /** Removes the entry with this seq, which is in it. */
  remove(seq: number): void {
    const row = this.#rowOf(seq)
    this.#entries.splice(row, 1)
    this.#expiries.splice(row, 1)
    this.#bytes.copyWithin(2 * row, 2 * row + 2)
  }

  /** Adds what another page has, behind all that is in this one. */
  addAll(other: Page): void {
    for (let row = 0; row < other.size; row++) this.#take(other, row, this.size)
  }

  copy(owner: object): Page {
    const copy = new Page(owner, this.firstSeq)
    copy.#entries = this.#entries.slice()
    copy.#expiries = this.#expiries.slice()
    copy.#bytes = this.#bytes.slice()
    copy.#earliest = this.#earliest.copy()
    return copy
  }

  /**
   * Removes what has expired by an instant. Times in ms. It is one loop over plain variables, since most of what a
   * process expires at once it expires with code that is not compiled yet.
   */
  expire(now: number, origin: number, gone: GoneEntries): void {
    const [entries, expiries, bytes] = [this.#entries, this.#expiries, this.#bytes]
    const size = entries.length
    let [left, instant, offset] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let row = 0; row < size; row++) {
      const entry = entries[row] as KvEntry
      const expiry = expiries[row] as number
      const keys = bytes[2 * row] as number
      const values = bytes[2 * row + 1] as number
      if ((keys & 1) === 1) {
        if (origin + expiry <= now) {
          gone.add(entry, keys >>> 1, values)
          continue
        }
        if (expiry < offset) offset = expiry
      } else {
        if (expiry <= now) {
          gone.add(entry, keys >>> 1, values)
          continue
        }
        if (expiry < instant) instant = expiry
      }
      entries[left] = entry
      expiries[left] = expiry
      bytes[2 * left] = keys
      bytes[2 * left + 1] = values
      left++
    }
    entries.length = left
    expiries.length = left
    this.#earliest = new EarliestExpiry()
    this.#earliest.note(instant, false)
    this.#earliest.note(offset, true)
  }

  /** What the entries count that have expired by an instant. Times in ms. */
  expiredBytes(now: number, origin: number): StoredBytes {
    const bytes = { keys: 0, values: 0 }
    for (let row = 0; row < this.size; row++) {
      if (!this.#isGone(row, now, origin)) continue
      bytes.keys += (this.#bytes[2 * row] as number) >>> 1
      bytes.values += this.#bytes[2 * row + 1] as number
    }
    return bytes
  }

  #isGone(row: number, now: number, origin: number): boolean {
    const expiry = this.#expiries[row] as number
    return (this.#isOffset(row) ? origin + expiry : expiry) <= now
  }

  #isOffset(row: number): boolean {
    return ((this.#bytes[2 * row] as number) & 1) === 1
  }

  #take(other: Page, row: number, place: number): void {
    this.#set(
      place,
      other.#entries[row] as KvEntry,
      other.#expiries[row] as number,
      other.#bytes[2 * row] as number,
      other.#bytes[2 * row + 1] as number,
    )
  }

  #set(row: number, entry: KvEntry, expiresAt: number, keys: number, values: number): void {
    this.#entries[row] = entry
    this.#expiries[row] = expiresAt
    this.#bytes[2 * row] = keys
    this.#bytes[2 * row + 1] = values
    this.#earliest.note(expiresAt, this.#isOffset(row))
  }

  /** The place of the first entry whose seq is not smaller. */
  #rowOf(seq: number): number {
    let [low, high] = [0, this.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#entries[middle] as KvEntry).seq < seq) low = middle + 1
      else high = middle
    }
    return low
  }
}
