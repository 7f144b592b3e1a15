import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from '../../dashboard/lib/json-text.js'

const joined = (text: string) =>
  jsonPieces(text)
    ?.map((piece) => piece.text)
    .join('')

test('JSON is indented as by JSON.stringify', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(joined(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
    }),
    { examples: [['[]'], ['{}'], ['{"a":[{}]}'], ['""'], ['{"a\\"b":":"}']] },
  )
})

test('digits, escapes and duplicate names stay as they are written', () => {
  const text = '{"n": 9007199254740993, "n": 1.50e+3, "s": "\\u0041\\/"}'
  expect(joined(text)).toBe('{\n  "n": 9007199254740993,\n  "n": 1.50e+3,\n  "s": "\\u0041\\/"\n}')
})

test.each(['', ' ', '{"a": 1', 'hello', '{"a": "b', '<b>'])('%j is shown as it is', (text) => {
  expect(jsonPieces(text)).toBeUndefined()
})
