import { expect, test } from 'vitest'
import { chosen, measurements } from './measurements.js'

const names = (only: readonly string[], isQuick = false) => chosen(only, isQuick).map(({ name }) => name)

test('measures all there is, each under a name of its own', () => {
  expect(names([])).toEqual(measurements.map(({ name }) => name))
  expect(new Set(names([])).size).toBe(measurements.length)
})

test('measures the main rows where there is little time', () => {
  expect(names([], true)).toEqual(['worker', 'calls', 'get', 'put', 'start', 'reset'])
})

test('measures what is asked for, whether it is quick or not', () => {
  expect(names(['stop'], true)).toEqual(['stop'])
})

test('lists the rows where one is asked for that there is not', () => {
  expect(() => names(['gett'])).toThrow('there is no row gett; there are worker, calls, suite')
})
