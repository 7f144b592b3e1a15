import { expect, test } from 'vitest'
import { printable, printableJson, printableLines } from '../../src/core/printable.js'

test.each([
  ['as it is: é 漢 🙂\ttab', 'as it is: é 漢 🙂\ttab'],
  ['\u001b[2J', '\\x1b[2J'],
  ['\u009b31m', '\\x9b31m'],
  ['a\r\nb\u0000\u007f', 'a\\x0d\\x0ab\\x00\\x7f'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
])('the text %j is printed as %s', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('line breaks of the text itself stay', () => {
  expect(printableLines('a\n\u001bb\r\nc')).toBe('a\n\\x1bb\\x0d\nc')
})

test('JSON that was made printable means the same', () => {
  const json = JSON.stringify({ a: '\u009b\u007f\u202e\u001b é' })
  expect(printableJson(json)).toBe('{"a":"\\u009b\\u007f\\u202e\\u001b é"}')
  expect(JSON.parse(printableJson(json))).toEqual(JSON.parse(json))
})
