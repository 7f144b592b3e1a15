import { afterEach, expect, test, vi } from 'vitest'
import { streamFor } from '../../../src/core/random.js'
import { bytesOf, expiryOf, type KvEntry, Offset } from '../../../src/domain/entries/entry.js'
import { GoneEntries } from '../../../src/domain/entries/gone-entries.js'
import { Lifetimes } from '../../../src/domain/entries/lifetimes.js'
import { PAGE_ROWS, Page } from '../../../src/domain/entries/page.js'

const ORIGIN = 500

afterEach(() => vi.restoreAllMocks())

const entry = (seq: number, expiresAt: number, fields: Partial<KvEntry> = {}): KvEntry => ({
  seq,
  key: `k${seq}`,
  text: 'x'.repeat(seq % 7),
  ttlSeconds: 60,
  createdAt: 0,
  expiresAt,
  offsets: Offset.none,
  ...fields,
})

const many = (count: number, expiryAt: (index: number) => number): KvEntry[] =>
  Array.from({ length: count }, (_, index) => entry(index + 1, expiryAt(index)))

function expired(lifetimes: Lifetimes, now: number, max = 1e6): GoneEntries {
  const gone = new GoneEntries(max)
  lifetimes.expire(now, ORIGIN, gone)
  return gone
}

const sumOf = (entries: readonly KvEntry[]) =>
  entries.map(bytesOf).reduce((a, b) => ({ keys: a.keys + b.keys, values: a.values + b.values }), {
    keys: 0,
    values: 0,
  })

/** How many pages there are. */
function pagesOf(lifetimes: Lifetimes): number {
  const looks = vi.spyOn(Page.prototype, 'earliest', 'get')
  const { earliest } = lifetimes
  expect(earliest.at(ORIGIN)).toBeGreaterThan(0)
  const pages = looks.mock.calls.length
  looks.mockRestore()
  return pages
}

/** Entries whose expiry tells when somebody looks at it. */
function watched(entries: readonly KvEntry[]): { readonly entries: KvEntry[]; readonly looks: () => number } {
  let looks = 0
  const watch = (one: KvEntry): KvEntry =>
    Object.defineProperty({ ...one }, 'expiresAt', {
      get() {
        looks++
        return one.expiresAt
      },
    })
  return { entries: entries.map(watch), looks: () => looks }
}

test('what expires is found with no look at an entry', () => {
  const { entries, looks } = watched(many(20 * PAGE_ROWS, (index) => (index % 2 === 0 ? 10 : 99)))
  const lifetimes = Lifetimes.of(entries)
  const before = looks()
  expect(expired(lifetimes, 10).count).toBe(10 * PAGE_ROWS)
  expect(lifetimes.expiredBytes(98, ORIGIN)).toEqual({ keys: 0, values: 0 })
  expect(looks() - before).toBe(0)
})

test('pages of which nothing expires are passed over', () => {
  const lifetimes = Lifetimes.of(many(20 * PAGE_ROWS, (index) => (index === 300 ? 10 : 99)))
  const looks = vi.spyOn(Page.prototype, 'expire')
  expect(expired(lifetimes, 10).last(5)).toEqual([entry(301, 10)])
  expect(looks).toHaveBeenCalledTimes(1)
  // What expired is no bound any more.
  expect(expired(lifetimes, 98).count).toBe(0)
  expect(looks).toHaveBeenCalledTimes(1)
})

test('a write copies one page, once after each fork', () => {
  const lifetimes = Lifetimes.of(many(20 * PAGE_ROWS, () => 99))
  const fork = lifetimes.fork()
  const copies = vi.spyOn(Page.prototype, 'copy')
  for (const seq of [7, 8, 9]) lifetimes.replace(entry(seq, 10), { keys: 1, values: 2 })
  expect(copies).toHaveBeenCalledTimes(1)
  fork.remove(entry(7, 99))
  expect(copies).toHaveBeenCalledTimes(2)
  expect([expired(lifetimes, 10).count, expired(fork, 10).count]).toEqual([3, 0])
})

test('bytes of what expired are found with no look at pages of which nothing did', () => {
  const lifetimes = Lifetimes.of(many(3 * PAGE_ROWS, (index) => (index === PAGE_ROWS ? 10 : 99)))
  const looks = vi.spyOn(Page.prototype, 'expiredBytes')
  expect(lifetimes.expiredBytes(10, ORIGIN)).toEqual(bytesOf(entry(PAGE_ROWS + 1, 10)))
  expect(looks).toHaveBeenCalledTimes(1)
})

test('a page of which nothing is left is let go of', () => {
  const entries = many(3 * PAGE_ROWS, (index) => (Math.floor(index / PAGE_ROWS) === 1 ? 10 : 99))
  const removed = Lifetimes.of(entries)
  for (const one of entries) if (one.expiresAt === 10) removed.remove(one)
  const lapsed = Lifetimes.of(entries)
  expired(lapsed, 10)
  for (const lifetimes of [removed, lapsed]) expect(pagesOf(lifetimes)).toBe(2)
})

test('what expires of several lists may be told together', () => {
  const gone = new GoneEntries(9)
  const lists = [many(3, (index) => index), many(4, (index) => index)].map((entries) => Lifetimes.of(entries))
  for (const lifetimes of lists) lifetimes.expire(1, ORIGIN, gone)
  expect([gone.count, ...lists.map(({ size }) => size)]).toEqual([4, 1, 2])
})

test('the pages of what is left are no more than it needs', () => {
  const entries = many(40 * PAGE_ROWS, (index) =>
    Math.floor(index / PAGE_ROWS) % 2 === 0 && index % PAGE_ROWS < 6 ? 99 : 10,
  )
  const removed = Lifetimes.of(entries)
  for (const one of entries) if (one.expiresAt === 10) removed.remove(one)
  const lapsed = Lifetimes.of(entries)
  expired(lapsed, 10)
  const left = entries.filter((one) => one.expiresAt === 99)
  for (const lifetimes of [removed, lapsed]) {
    expect([lifetimes.size, [...lifetimes]]).toEqual([left.length, left])
    expect(pagesOf(lifetimes)).toBeLessThanOrEqual(4)
    expect(expired(lifetimes, 99).last(left.length)).toEqual(left)
  }
})

test('keeps the last of many that are gone', () => {
  const entries = many(3 * PAGE_ROWS, () => 10)
  const keysOf = (max: number, asked: number) =>
    expired(Lifetimes.of(entries), 10, max)
      .last(asked)
      .map(({ seq }) => seq)
  expect(keysOf(5, 9)).toEqual([4, 3, 2, 1, 0].map((less) => entries.length - less))
  expect(keysOf(5, 2)).toEqual([entries.length - 1, entries.length])
  expect(keysOf(0, 2)).toEqual([])
})

test('the first and the last entry of each page are replaced and removed where they are', () => {
  const entries = many(3 * PAGE_ROWS, () => 99)
  const edges = entries.filter(({ seq }) => seq % PAGE_ROWS < 2)
  const replaced = Lifetimes.of(entries)
  for (const { seq } of edges) replaced.replace(entry(seq, 10), { keys: 1, values: 1 })
  expect([...replaced].map(({ seq }) => seq)).toEqual(entries.map(({ seq }) => seq))
  expect(replaced.expiredBytes(10, ORIGIN)).toEqual({ keys: edges.length, values: edges.length })
  const removed = Lifetimes.of(entries)
  for (const one of edges) removed.remove(one)
  expect([...removed]).toEqual(entries.filter((one) => !edges.includes(one)))
})

test('is what a list of entries would be, whatever is done to it and to its forks', () => {
  const random = streamFor(7, 'lifetimes')
  /** Each with what it is to be. */
  let pairs: [Lifetimes, KvEntry[]][] = [[new Lifetimes(), []]]
  let nextSeq = 1
  const some = (seq: number): KvEntry =>
    entry(seq, random.integer(2) * ORIGIN + random.integer(3000), { offsets: random.integer(4) })
  for (let step = 0; step < 1500; step++) {
    const [lifetimes, entries] = pairs[random.integer(pairs.length)] as [Lifetimes, KvEntry[]]
    const place = random.integer(entries.length + 1)
    const present = entries[place]
    const choice = random.integer(100)
    if (choice < 3 && pairs.length < 6) pairs = [...pairs, [lifetimes.fork(), [...entries]]]
    else if (choice < 6) {
      const now = random.integer(2500)
      const isGone = (one: KvEntry) => expiryOf(one, ORIGIN) <= now
      const gone = entries.filter(isGone)
      expect(lifetimes.expiredBytes(now, ORIGIN)).toEqual(sumOf(gone))
      const told = expired(lifetimes, now)
      expect([told.count, told.bytes, told.last(1e6)]).toEqual([gone.length, sumOf(gone), gone])
      entries.splice(0, entries.length, ...entries.filter((one) => !isGone(one)))
      const bound = Math.min(...entries.map((one) => expiryOf(one, ORIGIN)))
      expect(lifetimes.earliest.at(ORIGIN)).toBeLessThanOrEqual(bound)
    } else if (choice < 20 && present !== undefined) {
      lifetimes.remove(present)
      entries.splice(place, 1)
    } else if (choice < 40 && present !== undefined) {
      const one = some(present.seq)
      lifetimes.replace(one, bytesOf(one))
      entries[place] = one
    } else {
      for (let count = random.integer(60); count > 0; count--) {
        const one = some(nextSeq++)
        lifetimes.add(one, bytesOf(one))
        entries.push(one)
      }
    }
    expect(lifetimes.size).toBe(entries.length)
    if (step % 50 !== 0) continue
    const behind = random.integer(nextSeq) - 1
    for (const [those, them] of pairs) {
      expect([...those]).toEqual(them)
      expect([...those.after(behind)]).toEqual(them.filter(({ seq }) => seq > behind))
    }
  }
})
