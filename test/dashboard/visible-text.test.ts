import { expect, test } from 'vitest'
import { visible, visibleLines } from '../../dashboard/lib/visible-text.js'

test.each([
  ['rtl:\u202egnp.exe', String.raw`rtl:\u202egnp.exe`],
  ['a\nb\tc\r', String.raw`a\nb\tc\r`],
  ['zero\u200bwidth\ufeff', String.raw`zero\u200bwidth\ufeff`],
  ['\u0000\u001b[31m\u009f', String.raw`\u0000\u001b[31m\u009f`],
  ['\u2066isolated\u2069', String.raw`\u2066isolated\u2069`],
  ['family 👩‍👩‍👧, naïve, עברית', 'family 👩‍👩‍👧, naïve, עברית'],
])('%j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('line breaks are kept in a text that may have several lines', () => {
  expect(visibleLines('one\n\ttwo\u202e\r\n')).toBe('one\n\ttwo\\u202e\\r\n')
})
