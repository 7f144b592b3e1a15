import { expect, test } from 'vitest'
import { Seen } from '../../src/core/seen.js'

test('what was seen is told from what was not, numbered or not', () => {
  const seen = new Seen()
  const things = [{}, {}, 'text', undefined]
  expect(things.map((thing) => seen.add(thing))).toEqual([true, true, true, true])
  expect(things.map((thing) => seen.add(thing))).toEqual([false, false, false, false])
  expect(seen.add({})).toBe(true)
  expect(new Seen().add(things[0])).toBe(true)
})

test('of numbered things each is told from those near it and far away', () => {
  const seen = new Seen()
  const numbers = [0, 1, 31, 32, 33, 4095, 4096, 4097, 2 ** 31, 2 ** 31 + 1, 2 ** 52]
  const others = [2, 30, 34, 4094, 4098, 8192, 2 ** 31 + 2, 2 ** 52 + 1]
  expect(numbers.map((number) => seen.addNumbered({ number }))).toEqual(numbers.map(() => true))
  expect(numbers.map((number) => seen.addNumbered({ number }))).toEqual(numbers.map(() => false))
  expect(others.map((number) => seen.addNumbered({ number }))).toEqual(others.map(() => true))
})
