import { expect, test } from 'vitest'
import { blankAuthorization, blankSignatures, maskJwt } from '../../src/inspect/mask.js'

const HEAD = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0'

test.each([
  [`${HEAD}.c2ln`, `${HEAD}.…`],
  [`"a ${HEAD}.c2ln."`, `"a ${HEAD}.…"`],
  [`{"text":"line\\n${HEAD}.c2ln"}`, `{"text":"line\\n${HEAD}.…"}`],
  [`\\u00e9${HEAD}.c2ln`, `\\u00e9${HEAD}.…`],
  [`x${HEAD}.c2ln`, `x${HEAD}.c2ln`],
  ['1.2.3', '1.2.3'],
])('the signature of a JWT is replaced by an ellipsis: %s', (text, masked) => {
  expect(maskJwt(text)).toBe(masked)
})

test.each([
  [`["${HEAD}.c2ln-_"]`, `["${HEAD}.xxxxxx"]`],
  [`\\n${HEAD}.c2ln ${HEAD}.YQ`, `\\n${HEAD}.xxxx ${HEAD}.xx`],
  [`${HEAD}.xxxx`, `${HEAD}.xxxx`],
])('the signature of a JWT is blanked to the same length: %s', (text, blanked) => {
  expect(blankSignatures(text)).toBe(blanked)
})

test('the signature in an Authorization header is blanked, whatever its form', () => {
  expect(blankAuthorization('Bearer a.b.c2ln')).toBe('Bearer a.b.xxxx')
})
