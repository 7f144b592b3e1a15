import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withShortNames } from '../../../src/core/json/long-names.js'

const LONGEST = 5

/** What JSON.parse makes of it; undefined where it is none. */
function read(text: string): unknown {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The value with what stands in for names that are too long. */
const shortened = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    const fields = Object.entries(item).map(([name, field]) => [
      JSON.stringify(name).length - 2 > LONGEST ? '(a long name)' : name,
      field,
    ])
    return Object.fromEntries(fields)
  })

const json = fc.json({ maxDepth: 4, stringUnit: fc.constantFrom('a', '"', '\\', ':', ' ', 'é') })

describe('withShortNames', () => {
  test('puts another name in the place of each one that is too long, and leaves the rest', () => {
    fc.assert(
      fc.property(json, (text) => {
        const value = JSON.parse(text)
        expect(read(withShortNames(text, LONGEST))).toEqual({ value: shortened(value) })
      }),
      { numRuns: 500 },
    )
  })

  test('leaves what is no JSON what it is', () => {
    const broken = fc
      .tuple(json, fc.nat(), fc.constantFrom('', '"', '\\', ':', ',', '{', '\n'))
      .map(
        ([text, at, sign]) =>
          text.slice(0, at % (text.length + 1)) + sign + text.slice((at % (text.length + 1)) + 1),
      )
    fc.assert(
      fc.property(broken, (text) => {
        expect(read(withShortNames(text, LONGEST)) === undefined).toBe(read(text) === undefined)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['{"abcde":1}', '{"abcde":1}'],
    ['{"abcdef":1}', '{"(a long name)":1}'],
    ['{"abcdef" \n:1,"b":"abcdefg"}', '{"(a long name)" \n:1,"b":"abcdefg"}'],
    ['{"a":[{"abcde\\"f":{"\\u0041bcdef":1}}]}', '{"a":[{"(a long name)":{"(a long name)":1}}]}'],
    ['["abcdefghij"]', '["abcdefghij"]'],
    ['{"abcde\\xf":1}', '{"abcde\\xf":1}'],
    ['{"abcdefg', '{"abcdefg'],
  ])('%j', (text, expected) => {
    expect(withShortNames(text, LONGEST)).toBe(expected)
  })
})
