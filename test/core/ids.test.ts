import { expect, test } from 'vitest'
import { secret, suffix } from '../../src/core/ids.js'
import { RandomSource, streamFor } from '../../src/core/random.js'

test('a suffix is lower-case letters and digits of the given length', () => {
  const stream = streamFor(1, 'ids')
  for (let length = 0; length <= 32; length++) {
    expect(suffix(stream, length)).toMatch(new RegExp(`^[a-z0-9]{${length}}$`))
  }
})

test('a suffix depends only on its stream', () => {
  const source = new RandomSource(1)
  const ids = [suffix(source.stream('ids'), 6), suffix(source.stream('ids'), 6)]
  expect(ids).toMatchInlineSnapshot(`
      [
        "3xlxie",
        "sbfvoi",
      ]
    `)
  const again = new RandomSource(1)
  expect([suffix(again.stream('ids'), 6), suffix(again.stream('ids'), 6)]).toEqual(ids)
})

test('a secret is 24 letters and digits', () => {
  const stream = streamFor(1, 'keys')
  const [first, second] = [secret(stream), secret(stream)]
  expect(first).toMatch(/^[A-Za-z0-9]{24}$/)
  expect(second).not.toBe(first)
  expect(secret(streamFor(1, 'keys'))).toBe(first)
})
