import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../src/core/refusal.js'
import { DecisionFacts } from '../../../src/domain/decision-facts.js'
import { RateWindows } from '../../../src/services/documents/rate-limit.js'

const LIMIT = { requests: 2, perMs: 1500 }
const take = (windows: RateWindows, now: number, key = 'k') =>
  windows.take(key, { limit: LIMIT, now, isFrozen: false, kind: 'fixed' }, new DecisionFacts())

test('a window is aligned to multiples of its length since 1970, whatever the first request', () => {
  const windows = new RateWindows()
  take(windows, 1499)
  take(windows, 1499)
  expect(() => take(windows, 1499)).toThrow(Refusal)
  take(windows, 1500)
  take(windows, 2999)
  expect(() => take(windows, 2999)).toThrow(Refusal)
  expect([...windows.entries()]).toEqual([['k', { number: 1, used: 2, others: [[0, 2]] }]])
  expect([windows.get('k'), windows.get('other')]).toEqual([
    { number: 1, used: 2, others: [[0, 2]] },
    undefined,
  ])
})

test('after the clock goes back, the earlier window has its count, and so has the later one', () => {
  const windows = new RateWindows()
  for (const now of [0, 1, 3000, 3001, 1500]) take(windows, now)
  for (const now of [2, 3002]) expect(() => take(windows, now)).toThrow(Refusal)
  take(windows, 1501)
  const others = [
    [0, 2],
    [2, 2],
  ]
  expect([...windows.entries()]).toEqual([['k', { number: 1, used: 2, others }]])
})

test('a window is kept once, however often the clock goes back and forth', () => {
  const windows = new RateWindows()
  for (const now of [0, 1500, 1, 1501]) take(windows, now)
  expect([...windows.entries()]).toEqual([['k', { number: 1, used: 2, others: [[0, 2]] }]])
})

test('the last hundred earlier windows are kept', () => {
  const windows = new RateWindows()
  for (let number = 0; number <= 101; number++) take(windows, number * LIMIT.perMs)
  const [[, window] = []] = [...windows.entries()]
  const others = window !== undefined && 'number' in window ? (window.others ?? []) : []
  expect([others.length, others[0], others.at(-1)]).toEqual([100, [1, 1], [100, 1]])
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
  ])('at %d ms, the seconds to the end of the window are %d', (now, retryAfterSeconds) => {
    const windows = new RateWindows()
    windows.set('k', { number: 0, used: 2 })
    expect(() => take(windows, now)).toThrow(
      expect.objectContaining({ code: 'rate_limited', details: { retryAfterSeconds } }),
    )
  })
})

test('windows and their fork count separately', () => {
  const first = new RateWindows()
  first.set('k', { number: 0, used: 1 })
  const second = first.fork()
  take(first, 0)
  take(second, 3000)
  expect([...first.entries()]).toEqual([['k', { number: 0, used: 2 }]])
  expect([...second.entries()]).toEqual([['k', { number: 2, used: 1, others: [[0, 1]] }]])
})

describe('a sliding window', () => {
  const slide = (windows: RateWindows, now: number, limit = LIMIT) =>
    windows.take('k', { limit, now, isFrozen: false, kind: 'sliding' }, new DecisionFacts())

  test('a sliding window holds the requests of its length before each one', () => {
    const windows = new RateWindows()
    slide(windows, 100)
    slide(windows, 1000)
    expect(() => slide(windows, 1599)).toThrow(expect.objectContaining({ details: { retryAfterSeconds: 1 } }))
    slide(windows, 1600)
    expect(() => slide(windows, 2499)).toThrow(Refusal)
    slide(windows, 2500)
    const log = [
      [100, 1],
      [1000, 1],
      [1600, 1],
      [2500, 1],
    ]
    expect([...windows.entries()]).toEqual([['k', { log }]])
  })

  test('the log of a sliding window stays short, however many requests there are', () => {
    const windows = new RateWindows()
    for (let now = 0; now < 20_000; now += 2) slide(windows, now, { requests: 1e9, perMs: 10_000 })
    const [[, window] = []] = [...windows.entries()]
    const log = window !== undefined && 'log' in window ? window.log : []
    const within = log.filter(([at]) => at > 9998)
    expect(within.length).toBeLessThanOrEqual(1001)
    expect(log.length - within.length).toBeLessThanOrEqual(1000)
    // Half of 10,000 ms, to a thousandth.
    expect(Math.abs(within.reduce((sum, [, count]) => sum + count, 0) - 5000)).toBeLessThanOrEqual(5)
  })

  test('a sliding window keeps the last thousand earlier instants', () => {
    const windows = new RateWindows()
    for (let at = 0; at < 1500; at++) slide(windows, 20 * at, { requests: 5, perMs: 10 })
    const [[, window] = []] = [...windows.entries()]
    const log = window !== undefined && 'log' in window ? window.log : []
    expect([log.length, log[0], log.at(-1)]).toEqual([1001, [20 * 499, 1], [20 * 1499, 1]])
  })

  test('a sliding window tells requests apart to a thousandth of its length if it allows more than a thousand', () => {
    const logOf = (requests: number) => {
      const windows = new RateWindows()
      for (const now of [5003, 5008, 5011, 5019]) slide(windows, now, { requests, perMs: 10_000 })
      return [...windows.entries()][0]?.[1]
    }
    const apart = [5003, 5008, 5011, 5019].map((at) => [at, 1])
    expect(logOf(1000)).toEqual({ log: apart })
    expect(logOf(1001)).toEqual({
      log: [
        [5000, 2],
        [5010, 2],
      ],
    })
  })

  test('a sliding window counts requests of one instant together, after those before it', () => {
    const windows = new RateWindows()
    for (const now of [100, 200, 200, 200]) slide(windows, now, { requests: 9, perMs: 1000 })
    const log = [
      [100, 1],
      [200, 3],
    ]
    expect([...windows.entries()]).toEqual([['k', { log }]])
  })

  test.each([
    ['fixed', 'this window of 1s500ms'],
    ['sliding', 'the last 1s500ms'],
  ] as const)('a window of the kind %s is named so once it is used up', (kind, window) => {
    const windows = new RateWindows()
    const ask = () => windows.take('k', { limit: LIMIT, now: 0, isFrozen: false, kind }, new DecisionFacts())
    ask()
    ask()
    expect(ask).toThrow(expect.objectContaining({ reason: `2 of 2 requests used in ${window}` }))
  })

  test('a window of a frozen clock is named with the duration to advance it', () => {
    const windows = new RateWindows()
    const ask = () =>
      windows.take('k', { limit: LIMIT, now: 100, isFrozen: true, kind: 'sliding' }, new DecisionFacts())
    ask()
    ask()
    expect(ask).toThrow(
      expect.objectContaining({
        reason:
          '2 of 2 requests used in the last 1s500ms; the virtual clock is frozen: advance it by 1s500ms',
      }),
    )
  })

  test.each([
    [3, 8],
    [2, 9],
    [1, 10],
    [0, 10],
  ])(
    'a sliding window under a limit of %i has room again in %i s, once enough of three requests left it',
    (requests, seconds) => {
      const windows = new RateWindows()
      for (const now of [1000, 2000, 3000]) slide(windows, now, { requests: 3, perMs: 10_000 })
      expect(() => slide(windows, 3000, { requests, perMs: 10_000 })).toThrow(
        expect.objectContaining({ details: { retryAfterSeconds: seconds } }),
      )
    },
  )

  test('a sliding window does not count later requests until the clock reaches them again', () => {
    const windows = new RateWindows()
    slide(windows, 5000)
    slide(windows, 5000)
    slide(windows, 4999)
    const log = [
      [4999, 1],
      [5000, 2],
    ]
    expect([...windows.entries()]).toEqual([['k', { log }]])
    expect(() => slide(windows, 5000)).toThrow(Refusal)
    expect(() => slide(windows, 6498)).toThrow(Refusal)
    slide(windows, 6500)
  })

  test('a sliding window replaces a window of the other kind', () => {
    const windows = new RateWindows()
    slide(windows, 5000)
    take(windows, 4999)
    expect([...windows.entries()]).toEqual([['k', { number: 3, used: 1 }]])
    slide(windows, 4999)
    expect([...windows.entries()]).toEqual([['k', { log: [[4999, 1]] }]])
  })
})
