import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { longJsonText } from '../../../src/core/json/long-json.js'
import { minifySteps } from '../../../src/core/json/minify-steps.js'
import { atOnce, Slice } from '../../../src/core/steps.js'
import { CHARACTERS_AT_ONCE, inOne, textParts } from '../../../src/core/text/text-parts.js'
import { chunksOf } from '../../../src/core/text-pieces.js'
import { exportValueSteps } from '../../../src/seed/export-value.js'
import { watchLongJoins } from '../../support/long-joins.js'
import { turnsOf } from '../../support/turns.js'

afterEach(() => vi.restoreAllMocks())

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

const LENGTH = 1_000_000
const TEXT = 'x'.repeat(LENGTH)

describe('parts are put together', () => {
  test('at once where they are short, or one', () => {
    for (const parts of [[], ['a', 'b'], [TEXT]]) {
      expect(turnsOf(inOne(parts))).toBe(0)
      expect(atOnce(inOne(parts)) === parts.join('')).toBe(true)
    }
  })

  test.each([
    ['parts', () => inOne([...textParts(TEXT)])],
    ['JSON that is written', () => longJsonText(TEXT, new Slice())],
    ['JSON that is minified', () => minifySteps(`[1, ${JSON.stringify(TEXT)}]`, new Slice())],
  ])('in a turn with nothing else where they are long: %s', (_what, steps) => {
    const joins = watchLongJoins(LENGTH / 2)
    const counts = joins.byTurn(steps())
    expect(counts.filter((count) => count > 0)).toEqual([1])
    // What follows is in another turn, and what comes before is in no part of this one.
    expect(counts.indexOf(1)).toBeGreaterThan(0)
    expect(counts.indexOf(1)).toBeLessThan(counts.length - 1)
  })
})

test('a text that is read is put together in a turn in which no more of it is read', () => {
  const joins = watchLongJoins(LENGTH / 2)
  const parsed = vi.spyOn(JSON, 'parse')
  const steps = exportValueSteps(JSON.stringify(TEXT), new Slice())
  for (let isOver = false; !isOver && joins.count() === 0; ) {
    parsed.mockClear()
    isOver = steps.next().done === true
  }
  expect([joins.count(), parsed.mock.calls.length]).toEqual([1, 0])
})
