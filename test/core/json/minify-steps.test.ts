import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minify } from '../../../src/core/json/json-text.js'
import { minifySteps } from '../../../src/core/json/minify-steps.js'

const minified = (json: string) => minifySteps(json)

test('a text is minified in slices as it is in one go', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 })
  const value = fc.oneof(fc.jsonValue(), text)
  const space = fc.constantFrom(0, 1, '\t', '\r\n ')
  fc.assert(
    fc.property(value, text, fc.nat(9000), space, (one, filled, length, indent) => {
      const json = JSON.stringify([filled.repeat(length), one, filled.repeat(length)], null, indent)
      expect(minified(json) === minify(json)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test.each([
  ['a backslash at a cut', `"${'x'.repeat(65_534)}\\" "`],
  ['two of them', `"${'x'.repeat(65_534)}\\\\" `],
  ['white space at a cut', `[1${' '.repeat(70_000)}, " 2" ]`],
  ['half of a pair, which UTF-8 cannot hold', `"${'x'.repeat(70_000)}\ud83d"`],
])('the same with %s', (_, json) => {
  expect(minified(json) === minify(json)).toBe(true)
})
