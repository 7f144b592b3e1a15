import { describe, expect, test } from 'vitest'
import { parseWithDigits } from '../../../src/core/json/lossless-json.js'
import { jsonProblem } from '../../../src/dashboard/lib/json-problem.js'
import { indented } from '../../../src/dashboard/lib/json-text.js'

/** The JSON of the editors: where it goes wrong, and that no digit is lost. */

describe('what is no JSON is told at its place', () => {
  test.each([
    ['', 1, 1, 'a JSON value is needed'],
    ['{"a": 1,}', 1, 9, 'expected a name in double quotes, found }'],
    ['[1 2]', 1, 4, 'expected a comma or ], found 2'],
    ['{"a": 1 "b": 2}', 1, 9, 'expected a comma or }, found "b"'],
    ['{"a" 1}', 1, 6, 'expected a colon, found 1'],
    ['{a: 1}', 1, 2, 'expected a name in double quotes or }, found a'],
    ["{\n  'a': 1\n}", 2, 3, 'text stands in double quotes'],
    ['[\n  tru\n]', 2, 3, 'found tru'],
    ['[TRUE]', 1, 2, 'expected a value or ], found TRUE'],
    ['01', 1, 2, 'expected nothing more, found 1'],
    ['-', 1, 1, 'this is no JSON number'],
    ['[1', 1, 3, 'it ends too early: expected a comma or ]'],
    ['1]', 1, 2, 'expected nothing more, found ]'],
    ['{"a": 1]', 1, 8, 'expected a comma or }, found ]'],
    ['"a\nb"', 1, 1, 'this text has no end, or holds a line break'],
    ['"\\x"', 1, 1, 'an unknown escape'],
    ['[1,]', 1, 4, 'expected a value, found ]'],
  ])('%j', (text, line, column, message) => {
    expect(jsonProblem(text)).toEqual({ line, column, message: expect.stringContaining(message) })
  })

  test.each(['0', ' {} ', '[{"a": [1e5, -0.5, "\\u00e9\u0085"]}, true, null]', '"\u2028"'])(
    '%j is JSON',
    (text) => {
      expect(jsonProblem(text)).toBeUndefined()
    },
  )
})

test('numbers are read as text, and text is not', () => {
  expect(parseWithDigits('{"id":9007199254740993,"title":"7 \\" 8","n":-1.50e3}')).toEqual({
    id: '9007199254740993',
    title: '7 " 8',
    n: '-1.50e3',
  })
})

test('indenting changes white space alone', () => {
  const text = '{"a":[1.0,{"b":"c d"}],"a":9007199254740993,"e":{}}'
  expect(indented(text).replaceAll(/\s(?! *d)/g, '')).toBe(text)
  expect(indented(text).split('\n')[1]).toBe('  "a": [')
})
