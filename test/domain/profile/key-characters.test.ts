import { describe, expect, test } from 'vitest'
import { namesCharacters, patternOf, strangeCharacter } from '../../../src/domain/profile/key-characters.js'

describe('the characters that a text names', () => {
  test.each([
    ['a-c', 'abc', 'd'],
    ['a-c_', 'a_c', '-'],
    ['a-', 'a-', 'b'],
    ['-a', '-a', 'b'],
    ['a-c-e', 'abc-e', 'd'],
    ['^a', '^a', 'b'],
    ['\\d', '\\d', '1'],
    [']', ']', '['],
    ['.', '.', 'a'],
    ['é-ü', 'éü', 'e'],
    ['😀-😂', '😁', '😃'],
    ['a', '', '\u{1F600}'],
    ['adz', 'adz', 'e'],
    ['a-c_', 'a_c', 'S'],
    ['a-c', 'a', '\0'],
  ])('the characters that %s names are accepted, and no others', (text, allowed, other) => {
    expect(namesCharacters(text)).toBe(true)
    expect(strangeCharacter(allowed, text)).toBeUndefined()
    expect(strangeCharacter(`${allowed}${other}`, text)).toBe(other)
    const pattern = new RegExp(patternOf(text), 'u')
    expect([pattern.test(allowed), pattern.test(`${allowed}${other}`)]).toEqual([allowed !== '', false])
  })
})

test('a text of 200 characters may name characters', () => {
  expect(namesCharacters('a'.repeat(200))).toBe(true)
})

test.each(['', 'z-a', 'a'.repeat(201), 'b-a-z'])('the text %j names no characters', (text) => {
  expect(namesCharacters(text)).toBe(false)
})
