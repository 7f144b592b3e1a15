import { expect, test } from 'vitest'
import { parseDelay } from '../../src/core/durations.js'

test.each<[string | number, number | undefined]>([
  [0, 0],
  [200, 200],
  ['200', 200],
  ['200ms', 200],
  ['1.5s', 1500],
  ['PT1M', 60_000],
  [2 ** 53 - 1, 2 ** 53 - 1],
  [2 ** 53, undefined],
  [1.5, undefined],
  // As a duration, this would be a second and a half.
  ['1.5', undefined],
  [-1, undefined],
  ['-1s', undefined],
  ['0.5ms', 1],
  // A month has no fixed length.
  ['P1M', undefined],
  ['', undefined],
  ['soon', undefined],
  [Number.NaN, undefined],
])('the delay %j is %j ms', (value, ms) => {
  expect(parseDelay(value)).toBe(ms)
})
