import { expect, test } from 'vitest'
import { shorten } from '../../src/core/shorten.js'

test.each([
  ['', ''],
  ['abc', 'abc'],
  ['abcd', 'abc…'],
])('%j of at most three characters is %j', (text, short) => {
  expect(shorten(text, 3)).toBe(short)
})
