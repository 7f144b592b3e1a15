import { expect, test } from 'vitest'
import { CHUNK_END } from '../../src/core/text-pieces.js'
import { blankAuthorization, blankSignatures, blankSignaturesIn, maskJwt } from '../../src/journal/mask.js'

const HEAD = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0'

test.each([
  [`${HEAD}.c2ln`, `${HEAD}.…`],
  [`"a ${HEAD}.c2ln."`, `"a ${HEAD}.…"`],
  [`{"text":"line\\n${HEAD}.c2ln"}`, `{"text":"line\\n${HEAD}.…"}`],
  [`\\u00e9${HEAD}.c2ln`, `\\u00e9${HEAD}.…`],
  [`x${HEAD}.c2ln`, `x${HEAD}.c2ln`],
  ['1.2.3', '1.2.3'],
])('the signature of a JWT is left out: %s', (text, masked) => {
  expect(maskJwt(text)).toBe(masked)
})

test.each([
  [`["${HEAD}.c2ln-_"]`, `["${HEAD}.xxxxxx"]`],
  [`\\n${HEAD}.c2ln ${HEAD}.YQ`, `\\n${HEAD}.xxxx ${HEAD}.xx`],
  [`${HEAD}.xxxx`, `${HEAD}.xxxx`],
])('or blanked, in the same length: %s', (text, blanked) => {
  expect(blankSignatures(text)).toBe(blanked)
})

test.each([1, 2, 3, 5, 8, 1000])('or blanked in a text that comes in pieces of %i', (size) => {
  const text = `["${HEAD}.c2ln-_","\\n${HEAD}.c2ln ${HEAD}.YQ \\u00e9${HEAD}.YQ", "${'a.b-c'.repeat(9)}" ,1]`
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size), '')
  expect([...blankSignaturesIn(pieces)].join('')).toBe(blankSignatures(text))
  expect(blankSignatures(text)).not.toContain('c2ln')
})

test('in an Authorization header whatever its form is', () => {
  expect(blankAuthorization('Bearer a.b.c2ln')).toBe('Bearer a.b.xxxx')
})

test('long pieces within a token are each looked through in a turn of their own', () => {
  const pieces = Array.from({ length: 3 }, () => 'x'.repeat(20_000))
  expect([...blankSignaturesIn(pieces)]).toHaveLength(3 * CHUNK_END.length + 1)
})
