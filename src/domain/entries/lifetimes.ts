import { bytesOf, EarliestExpiry, type KvEntry, type StoredBytes } from './entry.js'
import type { GoneEntries } from './gone-entries.js'
import { PAGE_ROWS, Page } from './page.js'

/**
 * The entries of a namespace in their order, once more, in pages: to find what expires costs what lies in the pages that
 * have some of it, and no look at an entry. A fork shares the pages, and whoever changes one takes a copy of it first.
 */
export class Lifetimes implements Iterable<KvEntry> {
  /** Ascending; none is empty. */
  #pages: Page[] = []
  #size = 0
  /** What is its own is no fork's. */
  #owner: object = {}
  /** A fork has the same list of pages. */
  #isShared = false

  /** Those of entries in their order. */
  static of(entries: Iterable<KvEntry>): Lifetimes {
    const lifetimes = new Lifetimes()
    for (const entry of entries) lifetimes.add(entry, bytesOf(entry))
    return lifetimes
  }

  /** The number of entries. */
  get size(): number {
    return this.#size
  }

  /** At the cost of a look at every page. */
  get earliest(): EarliestExpiry {
    const earliest = new EarliestExpiry()
    for (const page of this.#pages) earliest.noteAll(page.earliest)
    return earliest
  }

  /** Adds an entry behind all others. */
  add(entry: KvEntry, bytes: StoredBytes): void {
    this.#ownList()
    const last = this.#pages.length - 1
    const page = (this.#pages[last]?.size ?? PAGE_ROWS) < PAGE_ROWS ? this.#own(last) : this.#begin(entry.seq)
    page.put(entry, bytes)
    this.#size++
  }

  /** Puts an entry in the place of the one with its seq. */
  replace(entry: KvEntry, bytes: StoredBytes): void {
    this.#ownList()
    this.#own(this.#placeOf(entry.seq)).put(entry, bytes)
  }

  /** Removes an entry, which is there. */
  remove({ seq }: KvEntry): void {
    this.#ownList()
    const place = this.#placeOf(seq)
    const page = this.#own(place)
    page.remove(seq)
    this.#size--
    if (page.size === 0) this.#pages.splice(place, 1)
    else this.#joinWithNext(place)
    this.#joinWithNext(place - 1)
  }

  /** What the entries count that have expired by an instant. Times in ms. */
  expiredBytes(now: number, origin: number): StoredBytes {
    const sum = { keys: 0, values: 0 }
    for (const page of this.#pages) {
      if (page.earliest.at(origin) > now) continue
      const { keys, values } = page.expiredBytes(now, origin)
      sum.keys += keys
      sum.values += values
    }
    return sum
  }

  /** Removes what has expired by an instant. Times in ms. @param gone is given it */
  expire(now: number, origin: number, gone: GoneEntries): void {
    this.#ownList()
    const before = gone.count
    let kept = 0
    for (let place = 0; place < this.#pages.length; place++) {
      let page = this.#pages[place] as Page
      if (page.earliest.at(origin) <= now) {
        page = this.#own(place)
        page.expire(now, origin, gone)
      }
      const last = this.#pages[kept - 1]
      if (last?.owner === this.#owner && areFew(last, page)) last.addAll(page)
      else if (page.size > 0) this.#pages[kept++] = page
    }
    this.#pages.length = kept
    this.#size -= gone.count - before
  }

  /** The same entries; neither sees what happens to the other from now on. */
  fork(): Lifetimes {
    const fork = new Lifetimes()
    fork.#pages = this.#pages
    fork.#size = this.#size
    fork.#isShared = true
    this.#isShared = true
    this.#owner = {}
    return fork
  }

  *[Symbol.iterator](): Iterator<KvEntry> {
    for (const page of this.#pages) yield* page.entries
  }

  /** The entries with a larger seq. */
  *after(seq: number): IterableIterator<KvEntry> {
    for (let place = this.#placeOf(seq); place < this.#pages.length; place++) {
      yield* (this.#pages[place] as Page).after(seq)
    }
  }

  #ownList(): void {
    if (!this.#isShared) return
    this.#pages = this.#pages.slice()
    this.#isShared = false
  }

  #own(place: number): Page {
    const page = this.#pages[place] as Page
    if (page.owner === this.#owner) return page
    const own = page.copy(this.#owner)
    this.#pages[place] = own
    return own
  }

  #joinWithNext(place: number): void {
    const [page, next] = [this.#pages[place], this.#pages[place + 1]]
    if (page === undefined || next === undefined || !areFew(page, next)) return
    this.#own(place).addAll(next)
    this.#pages.splice(place + 1, 1)
  }

  #begin(firstSeq: number): Page {
    const page = new Page(this.#owner, firstSeq)
    this.#pages.push(page)
    return page
  }

  /** The last page that does not begin behind it. */
  #placeOf(seq: number): number {
    let [low, high] = [0, this.#pages.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#pages[middle] as Page).firstSeq > seq) high = middle - 1
      else low = middle
    }
    return low
  }
}

/** Two pages that become one. Those that are half full are left, since they may fill up or empty again. */
const areFew = (one: Page, other: Page): boolean => 2 * (one.size + other.size) <= PAGE_ROWS
