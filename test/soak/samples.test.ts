import { expect, test } from 'vitest'
import { growthOf } from './samples.js'

const samples = (...bytes: number[]) => bytes.map((held, index) => ({ seconds: index, bytes: held }))

test('growth is zero if the heap is as large late as early, whatever single samples show', () => {
  expect(growthOf(samples(5, 5, 90, 5, 5, 5, 5, 70, 5), 0)).toBe(0)
})

test('growth is the difference between late and early samples', () => {
  expect(growthOf(samples(1, 2, 3, 4, 5, 6, 7, 8, 9), 0)).toBe(6)
})

test('growth leaves out the samples of the warm-up', () => {
  expect(growthOf(samples(0, 0, 0, 7, 7, 7), 3)).toBe(0)
})

test('growth cannot be computed without samples after the warm-up', () => {
  expect(() => growthOf(samples(1, 2), 9)).toThrow('after the warm-up')
})
