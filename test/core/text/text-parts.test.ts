import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHARACTERS_AT_ONCE, textParts } from '../../../src/core/text/text-parts.js'
import { chunksOf } from '../../../src/core/text-pieces.js'

const long = fc
  .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 9 }), fc.nat(3 * CHARACTERS_AT_ONCE))
  .map(([text, length]) => text.repeat(Math.ceil(length / text.length)))

describe('textParts', () => {
  test('gives all of the text, in parts that UTF-8 can hold where the whole can be', () => {
    fc.assert(
      fc.property(long, (text) => {
        const parts = [...textParts(text)]
        expect(parts.join('') === text).toBe(true)
        expect(parts.every(({ length }) => length > 0 && length < CHARACTERS_AT_ONCE + 20)).toBe(true)
        const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
        expect(bytes.equals(Buffer.from(text))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('leaves a short text whole, and gives nothing of an empty one', () => {
    expect([...textParts('short')]).toEqual(['short'])
    expect([...textParts('x'.repeat(CHARACTERS_AT_ONCE))]).toHaveLength(1)
    expect([...textParts('')]).toEqual([])
  })
})

test('chunks are no longer than a part, whatever the pieces are', () => {
  const pieces = ['a', 'b'.repeat(300_000), 'c', 'd'.repeat(CHARACTERS_AT_ONCE), 'e']
  const chunks = [...chunksOf(pieces)]
  expect(chunks.join('') === pieces.join('')).toBe(true)
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(CHARACTERS_AT_ONCE + 1)
})
