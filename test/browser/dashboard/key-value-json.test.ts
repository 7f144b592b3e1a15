import { expect, test } from 'vitest'
import { indented } from '../../../dashboard/lib/json-text.js'
import { parseWithDigits } from '../../../src/core/json/lossless-json.js'

/** The JSON of the editors: no digit of it is lost. */

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
