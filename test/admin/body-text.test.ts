import { describe, expect, test } from 'vitest'
import { textOf } from '../../src/admin/body-text.js'
import { LongText, wholeText } from '../../src/core/long-text.js'
import { Refusal } from '../../src/core/refusal.js'

const PIECE = 64 * 1024
const MAX = 1e9

/** A body that came in pieces of so many bytes. */
function received(bytes: Buffer, size = PIECE) {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  return { pieces, length: bytes.length, isTooLarge: false }
}

const LONG = `[${'"plain", '.repeat(50_000)}"ü€😀", ${'"ü", '.repeat(50_000)}"plain"]`

describe('the text of a body', () => {
  test.each([1, 2, 3, 4, 5])('is that of its bytes, in pieces of %i', (size) => {
    const text = 'aü€😀b\uFEFFc'.repeat(3)
    expect(textOf(received(Buffer.from(text), size), MAX)).toBe(text)
  })

  test('is none where a character is broken off, at the end or by what follows', () => {
    const broken = Buffer.from('ü').subarray(0, 1)
    const pieces = [Buffer.from('a'), broken, Buffer.from('b')]
    expect(() => textOf({ pieces, length: 3, isTooLarge: false }, MAX)).toThrow(Refusal)
    expect(() => textOf(received(broken), MAX)).toThrow(Refusal)
  })

  test('stays in pieces where it is long, and lets go of its bytes', () => {
    const body = received(Buffer.from(LONG))
    const text = textOf(body, MAX)
    expect(text).toBeInstanceOf(LongText)
    expect(text).toHaveLength(LONG.length)
    expect(wholeText(text)).toBe(LONG)
    expect(body.pieces).toEqual([])
  })

  test('is put together to pieces of 256 KiB', () => {
    const text = textOf(received(Buffer.alloc(9 * PIECE, 'a')), MAX)
    const lengths = text instanceof LongText ? [...text.pieces()].map(({ length }) => length) : []
    expect(lengths.filter((length) => length > 0)).toEqual([4 * PIECE, 4 * PIECE, PIECE])
  })
})
