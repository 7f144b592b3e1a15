import { expect, test } from 'vitest'
import { typedTime } from '../../dashboard/lib/typed-time.js'

/** A Tuesday. */
const NOW = Date.UTC(2026, 0, 20, 12)

const instantOf = (text: string): string => {
  const time = typedTime(text, NOW)
  return time !== undefined && 'set' in time
    ? new Date(time.set).toISOString().slice(0, 16)
    : JSON.stringify(time)
}

test.each([
  ['18:00', '2026-01-20T18:00'],
  ['9:30', '2026-01-21T09:30'],
  ['6pm', '2026-01-20T18:00'],
  ['noon', '2026-01-21T12:00'],
  ['tomorrow', '2026-01-21T00:00'],
  ['Tomorrow at 18:00', '2026-01-21T18:00'],
  ['yesterday', '2026-01-19T00:00'],
  ['next monday', '2026-01-26T00:00'],
  ['tue', '2026-01-27T00:00'],
  ['friday 9:00', '2026-01-23T09:00'],
  ['next week', '2026-01-26T00:00'],
  ['next month', '2026-02-01T00:00'],
  ['next year', '2027-01-01T00:00'],
  ['2026-02-01 18:00', '2026-02-01T18:00'],
])('%s is %s', (text, instant) => {
  expect(instantOf(text)).toBe(instant)
})

test.each([
  ['90s', '90s'],
  ['+90s', '+90s'],
  ['in 2 hours', '2h'],
  ['1 hour 30 min', '1h30m'],
  ['2 days', '2d'],
  ['-5m', '-5m'],
  ['P1M', 'P1M'],
])('%s goes on by %s', (text, advance) => {
  expect(typedTime(text, NOW)).toEqual({ advance })
})

test.each(['', 'soon', '25:00', 'next', 'next never', '2026-13-01'])('"%s" is no time', (text) => {
  expect(typedTime(text, NOW)).toBeUndefined()
})
