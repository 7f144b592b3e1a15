import { expect, test } from 'vitest'
import { textOf } from '../../src/admin/body-text.js'
import { Refusal } from '../../src/core/refusal.js'

const received = (bytes: Buffer, isTooLarge = false) => ({ bytes, isTooLarge })

test('the text of a body is that of its bytes, even with a byte order mark in the middle', () => {
  const text = 'aü€😀b\uFEFFc'.repeat(3)
  expect(textOf(received(Buffer.from(text)), 100)).toBe(text)
})

test('a body is refused if a character is incomplete, at the end or inside', () => {
  const broken = Buffer.from('ü').subarray(0, 1)
  const inside = Buffer.concat([Buffer.from('a'), broken, Buffer.from('b')])
  for (const bytes of [broken, inside]) expect(() => textOf(received(bytes), 100)).toThrow(Refusal)
})

test('a body that is too long is refused with an alternative', () => {
  expect(() => textOf(received(Buffer.from('a'), true), 64 * 1024 * 1024)).toThrow(
    expect.objectContaining({
      code: 'too_large',
      reason: 'the body is longer than 67108864 bytes',
      details: { hint: expect.stringContaining('PATCH /_admin/state') },
    }),
  )
})
