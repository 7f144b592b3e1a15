import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minify } from '../../../src/core/json/json-text.js'
import { PLAIN_VALUE } from '../../../src/core/json/plain-json.js'

const plain = new RegExp(`^${PLAIN_VALUE}$`)

/** Text that is JSON, or nearly. */
const nearlyJson = fc
  .array(
    fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '""',
        '\\',
        '\\"',
        '\n',
        ' ',
        '\u0000',
        '\u007f',
        '€',
        '-',
        '+',
      ],
      ...['0', '00', '1', '12', '1.0', '.5', '1.', '-0', '1e5', '1E-2', 'true', 'false', 'null', 'NaN', 'x'],
      ...['{"a":', '"a":1', ',"b":', '[1', ',2', '1]', '"}', '{"__proto__":', '"\\u0041"', "'a'"],
    ),
    { maxLength: 9 },
  )
  .map((pieces) => pieces.join(''))

test('what is plain is minified JSON', () => {
  fc.assert(
    fc.property(fc.oneof(nearlyJson, fc.json({ maxDepth: 1 })), (text) => {
      if (!plain.test(text)) return
      expect(() => JSON.parse(text)).not.toThrow()
      expect(minify(text)).toBe(text)
    }),
    { numRuns: 3000, seed: 11 },
  )
})

test.each([
  ...['"text"', '""', '"a b €"', '0', '-1.50', '12345678901234567890', 'true', 'null', '[]', '{}'],
  ...['[1,"a",null]', '{"a":1,"a":2}', '{"a":"{","b":"]"}'],
])('%s is plain', (text) => {
  expect(plain.test(text)).toBe(true)
})

test.each([
  ...[
    '',
    ' 1',
    '01',
    '1.',
    '.5',
    '+1',
    '1e5',
    '"a',
    '"\\n"',
    '"\n"',
    '[1,]',
    '[,1]',
    '{"a"}',
    '{"a":1,}',
    '{a:1}',
  ],
  ...['{"a":[]}', '[{}]', '[1 ,2]', '1,2', '{"a":1},"b":{"c":2}', 'nul', 'truefalse', '1\n'],
])('%j is not', (text) => {
  expect(plain.test(text)).toBe(false)
})
