import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  askIfSeconds,
  formatInstant,
  httpDate,
  LAST_INSTANT_MS,
  monthKey,
  monthStart,
  nextMonthStart,
  parseInstant,
} from '../../src/core/instants.js'

const RUNS = { seed: 1, numRuns: 500 }
const anyInstant = fc.integer({ min: 0, max: LAST_INSTANT_MS })

describe('parseInstant', () => {
  test.each<[string | number, string]>([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T23:59', '2026-01-31T23:59:00.000Z'],
    ['2026-01-31T23:59:58Z', '2026-01-31T23:59:58.000Z'],
    ['2026-01-31T23:59:58,5Z', '2026-01-31T23:59:58.500Z'],
    ['2026-01-31T23:59:58.123999Z', '2026-01-31T23:59:58.123Z'],
    ['2026-01-31T23:59:58+02:00', '2026-01-31T21:59:58.000Z'],
    ['2026-01-31T23:59:58-05:30', '2026-02-01T05:29:58.000Z'],
    ['2026-01-31T23:59+01', '2026-01-31T22:59:00.000Z'],
    ['2026-01-31T24:00', '2026-02-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    ['1769903940000', '2026-01-31T23:59:00.000Z'],
    ['86400', '1970-01-01T00:01:26.400Z'],
  ])('parseInstant reads %j as %s', (text, iso) => {
    const ms = parseInstant(text)
    expect(ms === undefined ? undefined : new Date(ms).toISOString()).toBe(iso)
  })

  test.each([
    '',
    ' 2026-01-31',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '2026-1-5',
    'Sat, 31 Jan 2026 23:59:00 GMT',
    '2026-01-31T23',
    '2026-01-31T25:00',
    '2026-01-31T23:60',
    '2026-01-31T23:59:60',
    '2026-01-31T24:00:00.0001',
    '2026-01-31T24:01',
    '2026-01-31T23:59:00+0200',
    '2026-01-31T23:59:00+24:00',
    '2026-01-31Z',
    '+999999-01-01',
    '1234',
    '-1769903940000',
    '9'.repeat(400),
    'now',
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('parseInstant does not read %j as an instant', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  test('parseInstant leaves the range to the caller', () => {
    expect(parseInstant(-1)).toBe(-1)
    expect(parseInstant('1969-12-31T23:59:59.999Z')).toBe(-1)
    expect(parseInstant('+010000-01-01')).toBe(LAST_INSTANT_MS + 1)
    expect(parseInstant(LAST_INSTANT_MS + 1)).toBe(LAST_INSTANT_MS + 1)
  })

  test('parseInstant reads back whatever formatInstant writes', () => {
    fc.assert(
      fc.property(anyInstant, (ms) => {
        expect(parseInstant(formatInstant(ms))).toBe(ms)
        expect(parseInstant(ms)).toBe(ms)
      }),
      RUNS,
    )
  })

  test('parseInstant accepts exactly the days of the calendar', () => {
    const part = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(part(9999), part(14), part(33), (year, month, day) => {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        // JavaScript's strict parser rolls over invalid days, which shows when the date is written again.
        const read = new Date(`${text}T00:00:00.000Z`)
        const exists = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)
        expect(parseInstant(text)).toBe(exists ? read.getTime() : undefined)
      }),
      RUNS,
    )
  })
})

describe('formatInstant', () => {
  test('formatInstant writes UTC with milliseconds', () => {
    expect(formatInstant(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(formatInstant(1769903940007)).toBe('2026-01-31T23:59:00.007Z')
  })

  test('formatInstant stops at the last instant', () => {
    for (const ms of [
      LAST_INSTANT_MS,
      LAST_INSTANT_MS + 1,
      Number.MAX_SAFE_INTEGER,
      Number.POSITIVE_INFINITY,
    ]) {
      expect(formatInstant(ms)).toBe('9999-12-31T23:59:59.999Z')
    }
  })
})

describe('months', () => {
  test('months are those of UTC', () => {
    expect(monthKey(Date.UTC(2026, 1, 1) - 1)).toBe('2026-01')
    expect(monthKey(Date.UTC(2026, 1, 1))).toBe('2026-02')
    expect(monthStart(Date.UTC(2026, 0, 31, 23, 59))).toBe(Date.UTC(2026, 0, 1))
    expect(nextMonthStart(Date.UTC(2026, 0, 31, 23, 59))).toBe(Date.UTC(2026, 1, 1))
    expect(nextMonthStart(Date.UTC(2026, 11, 31))).toBe(Date.UTC(2027, 0, 1))
  })

  test('the last month is December 9999', () => {
    expect(monthKey(LAST_INSTANT_MS + 1)).toBe('9999-12')
    expect(nextMonthStart(LAST_INSTANT_MS)).toBe(LAST_INSTANT_MS + 1)
  })

  test('months contain their instants and follow each other', () => {
    fc.assert(
      fc.property(anyInstant, (ms) => {
        const [start, next] = [monthStart(ms), nextMonthStart(ms)]
        expect(start <= ms && ms < next).toBe(true)
        expect(monthKey(start)).toBe(monthKey(ms))
        expect(monthKey(next - 1)).toBe(monthKey(ms))
        expect(monthStart(next)).toBe(next)
      }),
      RUNS,
    )
  })
})

test.each<[unknown, boolean]>([
  [999_999_999, false],
  [1_000_000_000, true],
  ['99999999999', true],
  [99_999_999_999, true],
  [100_000_000_000, false],
  [-1_769_817_600, false],
  ['+1769817600', false],
  ['2026-01-31', false],
  [new Date(1_769_817_600), false],
])('%j is asked whether it is in seconds: %s', (value, isAsked) => {
  expect(askIfSeconds(value) !== undefined).toBe(isAsked)
})

test('a date for HTTP is in whole seconds, each the one asked for', () => {
  const [at, later] = [Date.UTC(2026, 0, 31, 23, 59, 59, 999), Date.UTC(2026, 1, 1)]
  expect([at - 999, at, later, at].map(httpDate)).toEqual([
    'Sat, 31 Jan 2026 23:59:59 GMT',
    'Sat, 31 Jan 2026 23:59:59 GMT',
    'Sun, 01 Feb 2026 00:00:00 GMT',
    'Sat, 31 Jan 2026 23:59:59 GMT',
  ])
})
