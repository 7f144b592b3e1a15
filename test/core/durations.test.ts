import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDuration, durationMs, formatDuration, parseDuration } from '../../src/core/durations.js'
import { formatInstant, LAST_INSTANT_MS, monthStart, nextMonthStart } from '../../src/core/instants.js'

const RUNS = { seed: 2, numRuns: 500 }
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each<[string | number, number, number]>([
  [0, 0, 0],
  [90, 0, 90 * SECOND],
  [1.5, 0, 1500],
  [0.001, 0, 1],
  [-0.001, 0, -1],
  [0.2137, 0, 214],
  [-0.2137, 0, -214],
  [0.0005, 0, 1],
  ['213.7ms', 0, 214],
  ['PT0.0001S', 0, 1],
  ['+90', 0, 90 * SECOND],
  ['-0', 0, 0],
  ['200ms', 0, 200],
  ['1.5h', 0, 90 * MINUTE],
  ['+2d', 0, 2 * DAY],
  ['1w2d3h4m5s6ms', 0, 9 * DAY + 3 * HOUR + 4 * MINUTE + 5006],
  ['P1M', 1, 0],
  ['-P1M', -1, 0],
  ['PT1M', 0, MINUTE],
  ['P1Y2M3DT4H5M6.5S', 14, 3 * DAY + 4 * HOUR + 5 * MINUTE + 6500],
  ['PT6,5S', 0, 6500],
  ['P2W', 0, 14 * DAY],
  ['P0.5D', 0, 12 * HOUR],
  ['-PT1.5S', 0, -1500],
])('parseDuration reads %j as %d months and %d ms', (text, months, ms) => {
  expect(parseDuration(text)).toEqual({ months, ms })
})

test.each([
  '',
  '+',
  ' 1s',
  '1 s',
  '30m1h',
  '1h30',
  '1M',
  '.5',
  '1e3',
  'P',
  'PT',
  'P1DT',
  'PT1D',
  'P1M1Y',
  'P0.5M',
  'P1.5Y',
  'p1m',
  '9'.repeat(400),
  `P${'9'.repeat(30)}M`,
  '1s\n',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e300,
])('parseDuration does not read %j as a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test('parseDuration reads seconds down to the ms, as a number and as text', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (ms) => {
      const seconds = ms / 1000
      expect(parseDuration(seconds)).toEqual({ months: 0, ms: ms + 0 })
      expect(parseDuration(String(seconds))).toEqual({ months: 0, ms: ms + 0 })
    }),
    RUNS,
  )
})

describe('addDuration', () => {
  const add = (iso: string, duration: string): string => {
    const parsed = parseDuration(duration)
    if (parsed === undefined) throw new Error(`${duration} is not a duration`)
    return formatInstant(addDuration(Date.parse(iso), parsed))
  }

  test.each([
    ['2026-01-31T23:59:00.000Z', '1s', '2026-01-31T23:59:01.000Z'],
    ['2026-01-31T12:34:56.789Z', 'P1M', '2026-02-28T12:34:56.789Z'],
    ['2024-01-31T12:34:56.789Z', 'P1M', '2024-02-29T12:34:56.789Z'],
    ['2026-03-31T00:00:00.000Z', 'P1M', '2026-04-30T00:00:00.000Z'],
    ['2026-03-31T00:00:00.000Z', '-P1M', '2026-02-28T00:00:00.000Z'],
    ['2026-12-31T00:00:00.000Z', 'P2M', '2027-02-28T00:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', 'P1Y', '2025-02-28T00:00:00.000Z'],
    ['2026-01-31T23:59:00.000Z', 'P1MT2M', '2026-03-01T00:01:00.000Z'],
    ['2026-01-15T10:00:00.000Z', '-P13M', '2024-12-15T10:00:00.000Z'],
  ])('%s plus %s is %s', (start, duration, end) => {
    expect(add(start, duration)).toBe(end)
  })

  test('a date plus a duration is Infinity beyond the calendar', () => {
    expect(addDuration(0, { months: 10 ** 9, ms: 0 })).toBe(Number.POSITIVE_INFINITY)
    expect(addDuration(0, { months: -(10 ** 9), ms: 0 })).toBe(Number.NEGATIVE_INFINITY)
  })

  test('lands in the right month, at the same time of day, on the same day or the last', () => {
    const instants = fc.integer({ min: 0, max: LAST_INSTANT_MS })
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 600 }), (start, months) => {
        const end = addDuration(start, { months, ms: 0 })
        let first = monthStart(start)
        for (let month = 0; month < months; month++) first = nextMonthStart(first)
        const sameDay = first + (start - monthStart(start))
        const lastDay = nextMonthStart(first) - DAY + (start % DAY)
        expect(end).toBe(Math.min(sameDay, lastDay))
      }),
      { seed: 2, numRuns: 200 },
    )
  })
})

test('durationMs has no length for a month', () => {
  expect(durationMs({ months: 0, ms: 5 })).toBe(5)
  expect(durationMs({ months: 1, ms: 5 })).toBeUndefined()
})

test.each([
  [0, '0s'],
  [-0.2, '0s'],
  [1, '1ms'],
  [-1, '-1ms'],
  [90 * SECOND, '1m30s'],
  [90 * MINUTE, '1h30m'],
  [9 * DAY, '9d'],
  [DAY + 2 * HOUR + 3 * MINUTE + 4005, '1d2h3m4s5ms'],
])('formatDuration writes %d ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('formatDuration writes what parseDuration reads', () => {
  fc.assert(
    fc.property(fc.integer({ min: -LAST_INSTANT_MS, max: LAST_INSTANT_MS }), (ms) => {
      expect(parseDuration(formatDuration(ms))).toEqual({ months: 0, ms: ms + 0 })
    }),
    RUNS,
  )
})
