import { describe, expect, test } from 'vitest'
import { EarliestExpiry } from '../../../src/services/kv/entry.js'

const ORIGIN = 1000

function boundOf(instants: readonly number[], offsets: readonly number[]): EarliestExpiry {
  const bound = new EarliestExpiry()
  for (const instant of instants) bound.note(instant, false)
  for (const offset of offsets) bound.note(offset, true)
  return bound
}

describe('the earliest expiry', () => {
  test.each<[string, readonly number[], readonly number[], number]>([
    ['there is none if nothing expires', [], [], Number.POSITIVE_INFINITY],
    ['the smallest of the instants', [50, 40, 60], [], 40],
    ['the smallest of the offsets, from the origin', [], [50, 40, 60], ORIGIN + 40],
    ['an instant before all offsets', [ORIGIN + 39], [40], ORIGIN + 39],
    ['an offset before all instants', [ORIGIN + 41], [40], ORIGIN + 40],
  ])('the earliest expiry is kept: %s', (_, instants, offsets, earliest) => {
    expect(boundOf(instants, offsets).at(ORIGIN)).toBe(earliest)
  })

  test('the earliest expiry moves with the origin if it is an offset', () => {
    const bound = boundOf([ORIGIN + 50], [40])
    expect([ORIGIN - 100, ORIGIN + 5, ORIGIN + 30].map((origin) => bound.at(origin))).toEqual([
      ORIGIN - 60,
      ORIGIN + 45,
      ORIGIN + 50,
    ])
  })

  test('the earliest expiry of joined bounds is the earliest of all, for each origin', () => {
    const bound = boundOf([50], [40])
    bound.noteAll(boundOf([60], [-10]))
    expect([bound.at(0), bound.at(ORIGIN)]).toEqual([-10, 50])
    bound.noteAll(boundOf([30], [0]))
    expect([bound.at(0), bound.at(ORIGIN)]).toEqual([-10, 30])
  })

  test('the earliest expiry of a copy is independent', () => {
    const bound = boundOf([50], [40])
    const copy = bound.copy()
    copy.note(45, false)
    copy.note(35, true)
    expect([bound, copy].map((one) => [one.at(0), one.at(ORIGIN)])).toEqual([
      [40, 50],
      [35, 45],
    ])
  })
})
