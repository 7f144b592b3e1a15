import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/core/refusal.js'
import { DecisionFacts } from '../../src/domain/decision-facts.js'
import { RateWindows } from '../../src/domain/rate-limit.js'

const LIMIT = { requests: 2, perMs: 1500 }
const take = (windows: RateWindows, now: number, key = 'k') =>
  windows.take(key, LIMIT, now, false, new DecisionFacts())

test('a window is aligned to multiples of its length since 1970, whatever the first request', () => {
  const windows = new RateWindows()
  take(windows, 1499)
  take(windows, 1499)
  expect(() => take(windows, 1499)).toThrow(Refusal)
  take(windows, 1500)
  take(windows, 2999)
  expect(() => take(windows, 2999)).toThrow(Refusal)
  expect([...windows.entries()]).toEqual([['k', { number: 1, used: 2 }]])
})

test('a refusal is not counted, and keys do not share', () => {
  const windows = new RateWindows()
  take(windows, 0)
  take(windows, 0)
  for (let i = 0; i < 3; i++) expect(() => take(windows, 0)).toThrow(Refusal)
  take(windows, 0, 'other')
  expect([...windows.entries()]).toEqual([
    ['k', { number: 0, used: 2 }],
    ['other', { number: 0, used: 1 }],
  ])
})

describe('the seconds to the end of the window are rounded up', () => {
  test.each([
    [0, 2],
    [499, 2],
    [500, 1],
    [1499, 1],
  ])('at %d ms: %d', (now, retryAfterSeconds) => {
    const windows = new RateWindows([['k', { number: 0, used: 2 }]])
    expect(() => take(windows, now)).toThrow(
      expect.objectContaining({ code: 'rate_limited', details: { retryAfterSeconds } }),
    )
  })
})

test('windows made from others do not share with them', () => {
  const first = new RateWindows([['k', { number: 0, used: 1 }]])
  const second = new RateWindows(first.entries())
  take(first, 0)
  take(second, 3000)
  expect([...first.entries()]).toEqual([['k', { number: 0, used: 2 }]])
  expect([...second.entries()]).toEqual([['k', { number: 2, used: 1 }]])
})
