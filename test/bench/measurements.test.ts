import { expect, test } from 'vitest'
import { chosen, measurements } from './measurements.js'

const names = (only: readonly string[], isQuick = false) => chosen(only, isQuick).map(({ name }) => name)

test('a run measures every row, each with its own name', () => {
  expect(names([])).toEqual(measurements.map(({ name }) => name))
  expect(new Set(names([])).size).toBe(measurements.length)
})

test('a quick run measures the main rows', () => {
  expect(names([], true)).toEqual(['work', 'worker', 'get', 'put', 'start', 'reset'])
})

test('a run measures the row that it names, whether it is quick or not', () => {
  expect(names(['stop'], true)).toEqual(['stop'])
})

test('an unknown row is refused with a list of the known ones', () => {
  expect(() => names(['gett'])).toThrow('there is no row gett; there are work, worker, calls, suite')
})
