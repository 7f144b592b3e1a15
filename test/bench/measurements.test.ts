import { expect, test } from 'vitest'
import { chosen, measurements } from './measurements.js'

const names = (only: readonly string[], isQuick = false) => chosen(only, isQuick).map(({ name }) => name)

test('measures all rows by default, and each has its own name', () => {
  expect(names([])).toEqual(measurements.map(({ name }) => name))
  expect(new Set(names([])).size).toBe(measurements.length)
})

test('a quick run measures the main rows', () => {
  expect(names([], true)).toEqual(['worker', 'calls', 'get', 'put', 'start', 'reset'])
})

test('measures the rows that are asked for, quick or not', () => {
  expect(names(['carriers'], true)).toEqual(['carriers'])
})

test('lists the rows if an unknown one is asked for', () => {
  expect(() => names(['gett'])).toThrow('there is no row gett; there are worker, calls, suite')
})
