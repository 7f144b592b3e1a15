import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJson, jsonProblem, problemOfBroken } from '../../../src/core/json/json-problem.js'
import { minify } from '../../../src/core/json/json-text.js'

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
      ],
      ...['0', '00', '1', '12', '1.0', '.5', '1.', '-0', '1e5', '1E-2', 'true', 'false', 'null', 'NaN', 'x'],
      ...['{"a":', '"a":1', ',"b":', '[1', ',2', '1]', '"}', '{"__proto__":', '"\\u0041"', "'a'", '+'],
    ),
    { maxLength: 9 },
  )
  .map((pieces) => pieces.join(''))

test('whatever JSON.parse refuses has a problem with its line', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        nearlyJson,
        fc.json(),
        fc.json().map((json) => ` ${json}\n`),
      ),
      (text) => {
        if (isJson(text)) expect(() => problemOfBroken(text)).toThrow('this text is JSON')
        else expect(jsonProblem(text)).toMatchObject({ line: expect.any(Number) })
      },
    ),
    { numRuns: 1000, seed: 11 },
  )
})

test('text of any depth is looked through', () => {
  const deep = '['.repeat(100_000)
  expect(jsonProblem(deep)?.message).toBe('it ends too early: expected a value or ]')
  expect(jsonProblem(deep + ']'.repeat(100_000))).toBeUndefined()
})

test('white space between values is dropped, and all else stays as it was sent', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
      expect(minify(JSON.stringify(JSON.parse(json), undefined, indent))).toBe(
        JSON.stringify(JSON.parse(json)),
      )
    }),
    { numRuns: 500, seed: 3 },
  )
  expect(minify(' { "a" : [ 1.50 , 1e5 ] , "a" : " \\" " } ')).toBe('{"a":[1.50,1e5],"a":" \\" "}')
})
