import { expect, test } from 'vitest'
import { isRecord, setField, valueAt, withoutUndefined } from '../../src/core/objects.js'

test('a mapping is an object that is not a list', () => {
  expect([{}, Object.create(null), [], null, undefined, 'a', 1].map(isRecord)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

test('a field called __proto__ is a field like any other', () => {
  const data: Record<string, unknown> = {}
  setField(data, '__proto__', { a: 1 })
  expect(Object.keys(data)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
})

test.each([
  [[], { a: [{ b: 5 }] }],
  [['a', 0, 'b'], 5],
  [['a', 1, 'b'], undefined],
  [['a', 0, 'b', 'toFixed'], undefined],
])('the path %j leads to %j', (path, value) => {
  expect(valueAt({ a: [{ b: 5 }] }, path)).toEqual(value)
})

test('withoutUndefined leaves out only undefined fields', () => {
  expect(Object.keys(withoutUndefined({ a: undefined, b: null, c: 0 }))).toEqual(['b', 'c'])
})
