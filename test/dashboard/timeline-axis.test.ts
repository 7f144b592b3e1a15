import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  around,
  fitting,
  instantAt,
  keyStep,
  panned,
  pinched,
  shareOf,
  spanOf,
  ticksOf,
  zoomed,
} from '../../dashboard/features/timeline/axis.js'
import { LAST_INSTANT_MS } from '../../src/core/instants.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 0, 31, 12)

const anyStretch = fc
  .tuple(
    fc.integer({ min: 0, max: LAST_INSTANT_MS - 300 * 365 * DAY }),
    fc.integer({ min: 5000, max: 300 * 365 * DAY }),
  )
  .map(([from, span]) => ({ from, to: from + span }))

describe('the lines of the scale', () => {
  test.each([
    ['seconds', 40_000, ['12:00:00', '12:00:05', '12:00:10']],
    ['minutes', 40 * MINUTE, ['12:00', '12:05', '12:10']],
    ['hours', 38 * HOUR, ['12:00', '15:00', '18:00', '21:00', 'Feb 1']],
    ['days', 16 * DAY, ['Feb 2', 'Feb 4', 'Feb 6']],
    ['weeks', 60 * DAY, ['Feb 2', 'Feb 9']],
    ['months', 380 * DAY, ['Feb', 'Mar', 'Apr']],
    ['years', 4000 * DAY, ['2027', '2028']],
  ])('%s', (_name, span, labels) => {
    const found = ticksOf({ from: NOON, to: NOON + span }, 13).map(({ label }) => label)
    expect(found.slice(0, labels.length)).toEqual(labels)
  })

  test('midnights, firsts of months and new years stand out', () => {
    const major = (span: number) =>
      ticksOf({ from: NOON, to: NOON + span }, 12)
        .filter(({ isMajor }) => isMajor)
        .map(({ label }) => label)
    expect(major(30 * HOUR)).toEqual(['Feb 1'])
    expect(major(300 * DAY)).toEqual([])
    expect(major(360 * DAY)).toEqual(['2027'])
  })

  test('begin where the clock does', () => {
    const [first] = ticksOf({ from: -100 * 365 * DAY, to: 200 * 365 * DAY }, 12)
    expect(first).toEqual({ at: Date.UTC(2000, 0), label: '2000', isMajor: true })
  })

  test('lie on the stretch, in order, and have room, whatever the stretch', () => {
    fc.assert(
      fc.property(anyStretch, (stretch) => {
        const ticks = ticksOf(stretch, 12)
        expect(ticks.length).toBeLessThanOrEqual(14)
        for (const [index, { at }] of ticks.entries()) {
          expect(at).toBeGreaterThanOrEqual(stretch.from)
          expect(at).toBeLessThanOrEqual(stretch.to)
          expect(at).toBeGreaterThan(ticks[index - 1]?.at ?? -1)
        }
      }),
    )
  })
})

describe('a stretch', () => {
  test('keeps the instant under the pointer where it is, as it is zoomed', () => {
    fc.assert(
      fc.property(
        anyStretch,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(0.5, 2),
        (stretch, share, factor) => {
          const at = stretch.from + share * spanOf(stretch)
          const near = zoomed(stretch, at, factor)
          // Instants are whole milliseconds.
          expect(Math.abs(shareOf(at, near) - share) * spanOf(near)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  test('has a least and a greatest length', () => {
    const stretch = around(NOON, HOUR)
    expect(spanOf(zoomed(stretch, NOON, 1e-9))).toBeCloseTo(5000)
    expect(spanOf(zoomed(stretch, NOON, 1e12))).toBeCloseTo(300 * 365 * DAY)
  })

  test('is panned by its own lengths', () => {
    expect(panned({ from: 0, to: 100 }, 0.5)).toEqual({ from: 50, to: 150 })
  })

  test('never names an instant that the clock does not know', () => {
    expect(instantAt(-5, around(1000, HOUR))).toBe(0)
    expect(instantAt(5, around(LAST_INSTANT_MS, HOUR))).toBe(LAST_INSTANT_MS)
  })

  test('that fits shows what it is to show, and the present with room ahead', () => {
    const ahead = fc.integer({ min: 0, max: 31 * DAY })
    fc.assert(
      fc.property(ahead, ahead, (behind, until) => {
        const stretch = fitting(NOON, NOON - behind, NOON + until)
        expect(stretch.from).toBeLessThanOrEqual(NOON - behind)
        expect(stretch.to).toBeGreaterThanOrEqual(NOON + until)
        expect(shareOf(NOON, stretch)).toBeCloseTo(0.36)
      }),
    )
  })
})

test.each([
  [HOUR, MINUTE],
  [DAY, 15 * MINUTE],
  [30 * DAY, 12 * HOUR],
])('on %d ms an arrow goes by %d ms', (span, step) => expect(keyStep({ from: 0, to: span })).toBe(step))

test.each([
  ['apart', [0.4, 0.6], [0.2, 0.8]],
  ['together', [0.1, 0.9], [0.3, 0.5]],
  ['along', [0.2, 0.4], [0.5, 0.7]],
  ['past each other', [0.6, 0.4], [0.2, 0.8]],
] as const)('two fingers draw a stretch %s: what lay below them does still', (_name, before, after) => {
  const stretch = { from: 1_000_000, to: 5_000_000 }
  const next = pinched(stretch, before, after)
  const instants = (places: readonly number[], of: typeof stretch) =>
    places.map((place) => Math.round(of.from + place * (of.to - of.from))).sort((a, b) => a - b)
  expect(instants(after, next)).toEqual(instants(before, stretch))
})

test('fingers that meet zoom no further out than the strip goes', () => {
  const next = pinched({ from: 0, to: 1000 }, [0.2, 0.8], [0.5, 0.5])
  expect(shareOf(500, next)).toBeCloseTo(0.5)
})
