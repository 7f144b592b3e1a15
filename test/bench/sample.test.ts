import { expect, test } from 'vitest'
import { bestOf, ratioOf, reachesAim, type Sampled, spreadOf } from './sample.js'

const ROW: Sampled = {
  name: 'get',
  unit: 'req/s',
  better: 'more',
  measured: [80, 95, 90],
  baseline: { name: 'floor', samples: [100, 60, 90] },
}

test('a spread is the minimum, the median and the maximum', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 })
  expect(spreadOf([4, 1, 2, 30])).toEqual({ min: 1, median: 3, max: 30 })
  expect(spreadOf([10, 9])).toEqual({ min: 9, median: 9.5, max: 10 })
})

test('a spread of no samples is refused', () => {
  expect(() => spreadOf([])).toThrow(RangeError)
})

test('the best round is the largest if more is better, and the least if less is', () => {
  expect(bestOf([1, 3, 2], 'more')).toBe(3)
  expect(bestOf([1, 3, 2], 'less')).toBe(1)
})

test('a ratio compares the best round with the best round of the baseline', () => {
  expect(ratioOf(ROW)).toBe(0.95)
  expect(ratioOf({ ...ROW, better: 'less' })).toBe(80 / 60)
})

test('a row without a baseline has no ratio', () => {
  const alone: Sampled = { name: 'x', unit: 'ms', better: 'less', measured: [1] }
  expect(ratioOf(alone)).toBeUndefined()
  expect(reachesAim(alone)).toBeUndefined()
})

test.each([
  [{ ratio: 0.95 }, 'more', true],
  [{ ratio: 0.96 }, 'more', false],
  [{ ratio: 1.34 }, 'less', true],
  [{ ratio: 1.33 }, 'less', false],
  [{ value: 95 }, 'more', true],
  [{ value: 96 }, 'more', false],
  [{ value: 80 }, 'less', true],
  [{ value: 79 }, 'less', false],
] as const)('the aim %j, if %s is better, is reached: %s', (aim, better, isReached) => {
  expect(reachesAim({ ...ROW, aim, better })).toBe(isReached)
})
