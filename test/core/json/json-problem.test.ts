import { describe, expect, test } from 'vitest'
import { brokenJsonText, jsonProblem } from '../../../src/core/json/json-problem.js'
import { readJson } from '../../../src/seed/text/read-json.js'
import { SeedText } from '../../../src/seed/text/seed-text.js'

/** Text, line, column, message and hint. */
const ROWS: readonly (readonly [string, number, number, string, string?])[] = [
  ['{nope', 1, 2, 'expected a name in double quotes or }, found nope'],
  ['{"a": 1,}', 1, 9, 'expected a name in double quotes, found }', 'remove the comma after the last member'],
  ['[1,]', 1, 4, 'expected a value, found ]', 'remove the comma after the last member'],
  ['[1 2]', 1, 4, 'expected a comma or ], found 2'],
  ['{"a": 1 "b": 2}', 1, 9, 'expected a comma or }, found "b"'],
  ['{"a" 1}', 1, 6, 'expected a colon, found 1'],
  ['{a: 1}', 1, 2, 'expected a name in double quotes or }, found a'],
  ["{\n  'a': 1\n}", 2, 3, 'text is written in double quotes'],
  ['{"a": \'b\'}', 1, 7, 'text is written in double quotes'],
  ['[\n  tru\n]', 2, 3, 'expected a value or ], found tru'],
  ['[TRUE]', 1, 2, 'expected a value or ], found TRUE'],
  ['{"a": }', 1, 7, 'expected a value, found }'],
  ['{"a": -}', 1, 7, 'this is not a JSON number'],
  ['[.5]', 1, 2, 'this is not a JSON number'],
  ['[01]', 1, 3, 'expected a comma or ], found 1'],
  ['[1', 1, 3, 'it ends too early: expected a comma or ]'],
  ['[', 1, 2, 'it ends too early: expected a value or ]'],
  ['[1]]', 1, 4, 'expected nothing more, found ]'],
  ['{"a": 1]', 1, 8, 'expected a comma or }, found ]'],
  ['["a\nb"]', 1, 2, 'this text has no closing quote on its line', 'write a line break in a text as \\n'],
  ['["a\tb"]', 1, 4, 'write this control character as \\t'],
  ['["a\u0001b"]', 1, 4, 'write this control character as \\u0001'],
  ['["C:\\dir"]', 1, 5, '\\d is not a JSON escape', 'write a backslash as \\\\'],
  ['["\\u12"]', 1, 3, '\\u12 is not a JSON escape', 'write a backslash as \\\\'],
  ['[1, "a]', 1, 5, 'this text has no closing quote'],
  ['["a\\', 1, 2, 'this text has no closing quote'],
]

describe('broken JSON is reported at its place', () => {
  test.each(ROWS.map((row) => [row[0], row] as const))(
    'the JSON problem of %j is reported at its place',
    (text, [, line, column, message, hint]) => {
      expect(jsonProblem(text)).toStrictEqual({
        line,
        column,
        message,
        ...(hint === undefined ? {} : { hint }),
      })
    },
  )

  test('broken JSON in a seed is reported in the same words', () => {
    const read = readJson(new SeedText({ name: 'seed', text: '[1,]' }))
    expect(read).toMatchObject({
      data: undefined,
      problem: {
        line: 1,
        column: 4,
        message: 'this is not valid JSON: expected a value, found ]',
        hint: 'remove the comma after the last member',
      },
    })
  })

  test.each([
    ['', 1, 1, 'a JSON value is needed, such as "text", 1 or {}'],
    ['\ufeff{}', 1, 1, 'this is a byte order mark, which JSON does not have'],
    ['01', 1, 2, 'expected nothing more, found 1'],
    ['-', 1, 1, 'this is not a JSON number'],
    ['1]', 1, 2, 'expected nothing more, found ]'],
    ['"\\x"', 1, 2, '\\x is not a JSON escape'],
  ])('the value %j is no JSON either', (text, line, column, message) => {
    expect(jsonProblem(text)).toMatchObject({ line, column, message })
  })

  test.each(['0', ' {} ', '[{"a": [1e5, -0.5, "\\u00e9\u0085"]}, true, null]', '"\u2028"'])(
    'the value %j is JSON',
    (text) => {
      expect(jsonProblem(text)).toBeUndefined()
    },
  )

  test('a problem of JSON is one line of text', () => {
    expect(brokenJsonText('{\n"a": 1,}')).toBe(
      'line 2, column 8: expected a name in double quotes, found } (remove the comma after the last member)',
    )
  })

  test('a problem of JSON is one line, however long the text is', () => {
    expect(jsonProblem(`[1 ${'x'.repeat(100_000)}]`)?.message.length).toBeLessThan(100)
    expect(jsonProblem(`["${'x'.repeat(1_000_000)}`)).toMatchObject({ column: 2 })
  })
})
