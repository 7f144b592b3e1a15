import { describe, expect, test } from 'vitest'
import { DecisionFacts } from '../../src/domain/decision-facts.js'
import { MonthlyUsage, ORIGIN_MONTH, quotaRefusal } from '../../src/domain/quotas.js'

const NONE = { reads: 0, writes: 0, deletes: 0, lists: 0 }
const JANUARY = Date.UTC(2026, 0, 15)
const FEBRUARY = Date.UTC(2026, 1)

test.each([
  [Date.UTC(2026, 0), 1],
  [FEBRUARY - 1, 1],
  [FEBRUARY, 0],
  [Date.UTC(2025, 11, 31, 23, 59, 59, 999), 0],
  [Date.UTC(2027, 0, 15), 0],
])("at %d, January's counter is %d", (now, reads) => {
  const usage = new MonthlyUsage()
  usage.at(JANUARY).reads++
  expect(usage.at(now)).toEqual({ ...NONE, reads })
})

test('a month goes on when the clock returns to it', () => {
  const usage = new MonthlyUsage()
  for (const now of [JANUARY, FEBRUARY, JANUARY, FEBRUARY, FEBRUARY]) usage.at(now).writes++
  expect(usage.months()).toEqual([
    ['2026-01', { ...NONE, writes: 2 }],
    ['2026-02', { ...NONE, writes: 3 }],
  ])
})

test('a copy without counters of the origin has no month more', () => {
  expect(new MonthlyUsage().copy(JANUARY).months()).toEqual([])
})

test('counters that are set replace only the named ones', () => {
  const usage = new MonthlyUsage([['2026-01', { reads: 1, writes: 2, deletes: 3, lists: 4 }]])
  usage.set('2026-01', { writes: 20, lists: 40 })
  usage.set('2025-12', { deletes: 5 })
  expect(usage.months()).toEqual([
    ['2025-12', { ...NONE, deletes: 5 }],
    ['2026-01', { reads: 1, writes: 20, deletes: 3, lists: 40 }],
  ])
})

test('counters that are set may be those of the present month', () => {
  const usage = new MonthlyUsage()
  usage.at(JANUARY).reads++
  usage.set('2026-01', { reads: 7 })
  expect(usage.at(JANUARY)).toEqual({ ...NONE, reads: 7 })
})

test('a copy of usage has the same counts, and the two count separately', () => {
  const usage = new MonthlyUsage([['2026-01', { ...NONE, lists: 4 }]])
  const copy = usage.copy(FEBRUARY)
  usage.at(JANUARY).lists++
  copy.at(JANUARY).lists += 10
  expect([usage.at(JANUARY).lists, copy.at(JANUARY).lists]).toEqual([5, 14])
})

test('a copy of usage adds up each of the counters', () => {
  const each = { reads: 1, writes: 2, deletes: 3, lists: 4 }
  const usage = new MonthlyUsage([
    [ORIGIN_MONTH, each],
    ['2026-01', { reads: 10, writes: 20, deletes: 30, lists: 40 }],
  ])
  expect(usage.copy(JANUARY).at(JANUARY)).toEqual({ reads: 11, writes: 22, deletes: 33, lists: 44 })
})

test('a copy of usage takes the month of the origin for the one that it falls in, added to what that has', () => {
  const usage = new MonthlyUsage([
    [ORIGIN_MONTH, { ...NONE, reads: 3 }],
    ['2026-01', { ...NONE, reads: 4, deletes: 1 }],
  ])
  expect(usage.copy(FEBRUARY).months()).toEqual([
    ['2026-01', { ...NONE, reads: 4, deletes: 1 }],
    ['2026-02', { ...NONE, reads: 3 }],
  ])
  expect(usage.copy(JANUARY).months()).toEqual([['2026-01', { ...NONE, reads: 7, deletes: 1 }]])
})

describe('copies of many months', () => {
  const months = Array.from({ length: 100 }, (_, index): [string, typeof NONE] => [
    `${1900 + index}-01`,
    { ...NONE, reads: index },
  ])

  test('copies of many months have the earlier counts, and count separately', () => {
    const usage = new MonthlyUsage([...months, ['2026-01', NONE]])
    usage.at(JANUARY).lists++
    const copy = usage.copy(JANUARY)
    usage.at(JANUARY).lists++
    copy.set('1900-01', { reads: 7 })
    const later = copy.copy(JANUARY)
    later.at(JANUARY).lists += 10
    expect([usage, copy, later].map((one) => one.at(JANUARY).lists)).toEqual([2, 1, 11])
    expect([usage, copy, later].map((one) => one.of('1900-01', JANUARY).reads)).toEqual([0, 7, 7])
    expect([usage, copy, later].map((one) => one.months().length)).toEqual([101, 101, 101])
    expect(later.of('1999-01', JANUARY).reads).toBe(99)
  })
})

describe('the usage of a month', () => {
  const january: [string, typeof NONE] = ['2026-01', { ...NONE, reads: 4, lists: 1 }]
  const ofOrigin: [string, typeof NONE] = [ORIGIN_MONTH, { ...NONE, reads: 3 }]

  test.each([
    ['2026-01', JANUARY, 7],
    ['2026-01', FEBRUARY, 4],
    ['2026-02', FEBRUARY, 3],
    ['2026-02', JANUARY, 0],
  ])('the usage of %s with an origin at %d is %d reads', (month, origin, reads) => {
    expect(new MonthlyUsage([january, ofOrigin]).of(month, origin).reads).toBe(reads)
  })

  test('the usage of a month is its own if nothing was counted in the month of the origin', () => {
    expect(new MonthlyUsage([january]).of('2026-01', JANUARY)).toEqual(january[1])
    expect(new MonthlyUsage([january]).of('2026-02', FEBRUARY)).toEqual(NONE)
  })
})

describe('a quota', () => {
  test.each([
    [0, 1, true],
    [998, 999, true],
    [999, 999, false],
    [1000, 999, false],
    [0, 0, false],
  ])('a quota admits another request after %d of %d: %s', (used, limit, admitted) => {
    const counters = { ...NONE, reads: used }
    const refusal = quotaRefusal(counters, { quantity: 'reads', limit, now: JANUARY }, new DecisionFacts())
    expect(refusal === undefined).toBe(admitted)
    expect(counters.reads, 'asking counts nothing').toBe(used)
  })

  test.each([
    [FEBRUARY - 1, 1],
    [FEBRUARY - 1500, 2],
    [FEBRUARY, 28 * 86_400],
  ])('a refusal at %d says to come back in %d s', (now, retryAfterSeconds) => {
    expect(quotaRefusal(NONE, { quantity: 'lists', limit: 0, now }, new DecisionFacts())).toMatchObject({
      code: 'monthly_quota_exceeded',
      reason: expect.stringMatching(/^0 of 0 lists used in 2026-0[12]$/),
      details: { retryAfterSeconds },
    })
  })
})
