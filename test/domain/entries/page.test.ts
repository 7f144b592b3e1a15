import { describe, expect, test } from 'vitest'
import { bytesOf, type KvEntry, Offset } from '../../../src/domain/entries/entry.js'
import { GoneEntries } from '../../../src/domain/entries/gone-entries.js'
import { Page } from '../../../src/domain/entries/page.js'

const ORIGIN = 1000

/** An entry that expires at an instant, in ms; key and value take as many bytes as its seq, and twice as many. */
const until = (expiresAt: number, seq: number, offsets: number = Offset.none): KvEntry => ({
  seq,
  key: 'k'.repeat(seq),
  text: '1'.repeat(2 * seq),
  ttlSeconds: 60,
  createdAt: 0,
  expiresAt,
  offsets,
})
/** The same so many ms behind the origin. */
const untilOffset = (expiresAt: number, seq: number): KvEntry => until(expiresAt, seq, Offset.expiresAt)

function pageOf(...entries: readonly KvEntry[]): Page {
  const page = new Page({}, 1)
  for (const entry of entries) page.put(entry, bytesOf(entry))
  return page
}

/** What is gone by an instant: the seqs, and what they count. */
function expired(page: Page, now: number, origin = ORIGIN) {
  const told = page.expiredBytes(now, origin)
  const gone = new GoneEntries(9)
  page.expire(now, origin, gone)
  expect(gone.bytes).toEqual(told)
  return { seqs: gone.last(9).map(({ seq }) => seq), bytes: told }
}

const seqsOf = ({ entries }: Page): number[] => entries.map(({ seq }) => seq)

describe('what expires', () => {
  test('by an instant is what has its expiry by then, which may be an offset from the origin', () => {
    const all = [until(ORIGIN + 10, 1), untilOffset(10, 2), until(ORIGIN + 11, 3), untilOffset(11, 4)]
    const page = pageOf(...all)
    expect(expired(page, ORIGIN + 9)).toEqual({ seqs: [], bytes: { keys: 0, values: 0 } })
    expect(expired(page, ORIGIN + 10)).toEqual({ seqs: [1, 2], bytes: { keys: 3, values: 6 } })
    expect([seqsOf(page), page.earliest.at(ORIGIN)]).toEqual([[3, 4], ORIGIN + 11])
    expect(expired(page, ORIGIN + 11)).toEqual({ seqs: [3, 4], bytes: { keys: 7, values: 14 } })
    expect([page.size, page.earliest.at(ORIGIN)]).toEqual([0, Number.POSITIVE_INFINITY])
  })

  test('is another by another origin', () => {
    const page = pageOf(until(ORIGIN + 10, 1), untilOffset(10, 2))
    expect(page.earliest.at(ORIGIN - 5)).toBe(ORIGIN + 5)
    expect(expired(page, ORIGIN + 9, ORIGIN - 1).seqs).toEqual([2])
    expect(page.earliest.at(ORIGIN - 5)).toBe(ORIGIN + 10)
  })

  test('does not expire early for an offset, however small that is', () => {
    const page = pageOf(untilOffset(10, 1))
    expect(page.earliest.at(ORIGIN)).toBe(ORIGIN + 10)
    expect(page.expiredBytes(10, ORIGIN)).toEqual({ keys: 0, values: 0 })
  })
})

describe('an entry', () => {
  test('with the seq of another takes its place', () => {
    for (const seq of [1, 2, 3]) {
      const page = pageOf(until(10, 1), until(10, 2), until(10, 3))
      page.put(until(20, seq), { keys: 7, values: 70 })
      expect(seqsOf(page)).toEqual([1, 2, 3])
      expect(expired(page, 10).seqs).toEqual([1, 2, 3].filter((other) => other !== seq))
      expect(expired(page, 20)).toEqual({ seqs: [seq], bytes: { keys: 7, values: 70 } })
    }
  })

  test('that is removed takes its expiry and bytes along', () => {
    for (const seq of [1, 2, 3]) {
      const page = pageOf(until(10, 1), untilOffset(10, 2), until(20, 3))
      page.remove(seq)
      const left = [1, 2, 3].filter((other) => other !== seq)
      const sum = left.reduce((bytes, other) => bytes + other, 0)
      expect(seqsOf(page)).toEqual(left)
      expect(expired(page, ORIGIN + 10)).toEqual({ seqs: left, bytes: { keys: sum, values: 2 * sum } })
    }
  })
})

test('a page has what it takes from another, and what it had', () => {
  const page = pageOf(until(10, 1))
  const other = pageOf(untilOffset(10, 2), until(30, 3))
  page.addAll(other)
  expect([seqsOf(page), seqsOf(other)]).toEqual([
    [1, 2, 3],
    [2, 3],
  ])
  expect(expired(page, 30, 0)).toEqual({ seqs: [1, 2, 3], bytes: { keys: 6, values: 12 } })
})

test('a copy is its own, and so are its expiries', () => {
  const page = pageOf(until(10, 1), untilOffset(20, 2))
  const owner = {}
  const copy = page.copy(owner)
  expect([copy.owner, copy.firstSeq]).toEqual([owner, 1])
  copy.put(until(5, 3), { keys: 1, values: 1 })
  page.remove(1)
  expect([seqsOf(page), seqsOf(copy)]).toEqual([[2], [1, 2, 3]])
  expect([page.earliest.at(0), copy.earliest.at(0)]).toEqual([10, 5])
  expect([expired(page, 20, 0).seqs, expired(copy, 20, 0).seqs]).toEqual([[2], [1, 2, 3]])
})
