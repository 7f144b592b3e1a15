import { expect, test } from 'vitest'
import { HASHED_LENGTH_MAX, textKey } from '../../../src/core/text/text-key.js'

const longest = 'x'.repeat(HASHED_LENGTH_MAX)

test('a text that the engine finds by all of its characters is its own key', () => {
  expect(textKey('')).toBe('')
  expect(textKey(longest) === longest).toBe(true)
})

test('a longer one has a number for its key, the same each time and another than other texts have', () => {
  const texts = [`${longest}a`, `${longest}b`, `a${longest}`, `${longest}aa`, `${longest}\u0161`]
  const keys = texts.map(textKey)
  expect(keys.every((key) => typeof key === 'bigint')).toBe(true)
  expect(new Set(keys).size).toBe(texts.length)
  expect(texts.map((text) => textKey(`${text.slice(0, 9)}${text.slice(9)}`))).toEqual(keys)
})
