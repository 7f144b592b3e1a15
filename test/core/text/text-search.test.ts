import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextSearch } from '../../../src/core/text/text-search.js'

test.each([
  ['', 'anything', true],
  ['', '', true],
  ['a', '', false],
  ['SESSION:17', 'my session:17', true],
  ['Straße', 'DIE STRAßE', true],
  ['.*', 'a.b*', false],
  ['.*', 'a.*b', true],
])('%j in %j: %s', (sought, text, expected) => {
  expect(new TextSearch(sought).isIn(text)).toBe(expected)
})

test('a text of any length is found where it occurs, and nowhere else', () => {
  // Of two letters, so that beginnings repeat.
  const text = (max: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'B'), maxLength: max })
  fc.assert(
    fc.property(text(60), fc.nat(3), text(60), text(60), (sought, times, before, behind) => {
      const long = before + sought.slice(0, 30).repeat(times) + behind
      expect(new TextSearch(sought).isIn(long)).toBe(long.toLowerCase().includes(sought.toLowerCase()))
      expect(new TextSearch(sought).isIn(before + sought + behind)).toBe(true)
    }),
  )
})
