import { describe, expect, test } from 'vitest'
import { textOf } from '../../src/admin/body-text.js'
import { Refusal } from '../../src/core/refusal.js'

const MAX = 1e9

describe('the text of a body', () => {
  test('is that of its bytes', () => {
    const text = 'aü€😀b\uFEFFc'
    expect(textOf({ bytes: Buffer.from(text), isTooLarge: false }, MAX)).toBe(text)
  })

  test('is none where a character is broken off, at the end or by what follows', () => {
    const broken = Buffer.from('ü').subarray(0, 1)
    for (const bytes of [broken, Buffer.concat([Buffer.from('a'), broken, Buffer.from('b')])])
      expect(() => textOf({ bytes, isTooLarge: false }, MAX)).toThrow(Refusal)
  })

  test('is refused beyond its bound, with the way around', () => {
    const body = { bytes: Buffer.from('a'), isTooLarge: true }
    expect(() => textOf(body, MAX)).toThrow(Refusal)
  })
})
