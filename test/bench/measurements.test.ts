import { expect, it } from 'vitest'
import { chosen, measurements } from './measurements.js'

const names = (only: readonly string[], isQuick = false) => chosen(only, isQuick).map(({ name }) => name)

it('measures all there is, each under a name of its own', () => {
  expect(names([])).toEqual(measurements.map(({ name }) => name))
  expect(new Set(names([])).size).toBe(measurements.length)
})

it('measures the main rows where there is little time', () => {
  expect(names([], true)).toEqual(['worker', 'calls', 'get', 'put', 'start', 'reset'])
})

it('measures what is asked for, whether it is quick or not', () => {
  expect(names(['carriers'], true)).toEqual(['carriers'])
})

it('lists the rows where one is asked for that there is not', () => {
  expect(() => names(['gett'])).toThrow('there is no row gett; there are worker, calls, suite')
})
