import { describe, expect, test } from 'vitest'
import { growthOf } from './samples.js'

const samples = (...bytes: number[]) => bytes.map((held, index) => ({ seconds: index, bytes: held }))

describe('growth', () => {
  test('is none where as much is held late as early, whatever one moment shows', () => {
    expect(growthOf(samples(5, 5, 90, 5, 5, 5, 5, 70, 5), 0)).toBe(0)
  })

  test('is what more is held late', () => {
    expect(growthOf(samples(1, 2, 3, 4, 5, 6, 7, 8, 9), 0)).toBe(6)
  })

  test('leaves out what came before it was warm', () => {
    expect(growthOf(samples(0, 0, 0, 7, 7, 7), 3)).toBe(0)
  })

  test('cannot be told without samples', () => {
    expect(() => growthOf(samples(1, 2), 9)).toThrow('behind the warm-up')
  })
})
