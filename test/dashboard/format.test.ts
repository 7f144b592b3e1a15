import { expect, test } from 'vitest'
import {
  bytes,
  count,
  counted,
  dateTime,
  duration,
  farSpan,
  rate,
  span,
  timeOfDay,
} from '../../dashboard/lib/format.js'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [262_144, '256 KiB'],
  [104_857_600, '100 MiB'],
  [1.5 * 2 ** 40, '1.5 TiB'],
])('%d bytes are %s', (n, text) => expect(bytes(n)).toBe(text))

test.each([
  [999, '0 s'],
  [1000, '1 s'],
  [59_999, '59 s'],
  [90_000, '1 min 30 s'],
  [3_600_000, '1 h'],
  [3_601_000, '1 h'],
  [90_061_000, '1 d 1 h'],
  [-90_000, '1 min 30 s'],
  [400 * 86_400_000, '400 d'],
])('%d ms are %s', (ms, text) => expect(span(ms)).toBe(text))

test.each([
  [0.214, '0.21 ms'],
  [12.3, '12 ms'],
  [1500, '1.5 s'],
  [31_000, '31 s'],
])('%d real ms took %s', (ms, text) => expect(duration(ms)).toBe(text))

test('instants are shown in UTC, and those beyond the range of dates as numbers', () => {
  const at = Date.UTC(2026, 0, 31, 23, 59, 0, 123)
  expect([dateTime(at), timeOfDay(at)]).toEqual(['2026-01-31 23:59:00', '23:59:00.123'])
  expect([dateTime(1e18), timeOfDay(1e18)]).toEqual(['1000000000000000000 ms', '1000000000000000000'])
  expect([count(1_234_567), counted(1, 'key'), counted(2, 'entry', 'entries')]).toEqual([
    '1,234,567',
    '1 key',
    '2 entries',
  ])
})

test.each([
  [-2526 * 86_400_000 - 1895, '2,526 days'],
  [-9 * 86_400_000, '9 d'],
  [90_061_000, '1 d 1 h'],
])('%d ms far is %s', (ms, text) => expect(farSpan(ms)).toBe(text))

test.each([
  [35_102.3, '35,102'],
  [707.9, '708'],
  [10, '10'],
  [9.96, '10'],
  [7.08, '7.1'],
  [0.04, '< 0.1'],
])('%d in a minute are shown as %s', (perMinute, text) => expect(rate(perMinute)).toBe(text))
