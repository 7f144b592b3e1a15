import { describe, expect, test } from 'vitest'
import {
  isWhole,
  parseWithDigits,
  parseWithLongIntegers,
  tokenAt,
} from '../../../src/core/json/lossless-json.js'

test('tells whole numbers from others, however they are written', () => {
  expect(['7', '1.0', '1e3', '0'].map(isWhole)).toEqual([true, true, true, true])
  expect(['1.5', '1e-3'].map(isWhole)).toEqual([false, false])
})

describe('plain data that keeps its digits', () => {
  test('plain data has long integers as text, and all other numbers as numbers', () => {
    const json =
      '{"a":9007199254740993,"b":[-9223372036854775808,9007199254740991,1.00000000000000000001],"c":"1234567890123456789\\""}'
    expect(parseWithLongIntegers(json)).toEqual({
      a: '9007199254740993',
      b: ['-9223372036854775808', 9007199254740991, 1],
      c: '1234567890123456789"',
    })
  })

  test('plain data can have every number as text', () => {
    expect(parseWithDigits('[1.0,-2e5,"3",{"4":5}]')).toEqual(['1.0', '-2e5', '3', { 4: '5' }])
  })

  test.each([
    '[12345678901234567890',
    '[01234567890123456789]',
    '[1234567890123456789.]',
    '["1234567890123456789]',
    '[-]',
    '',
  ])('the incomplete text %j is not JSON', (text) => {
    expect(() => parseWithDigits(text)).toThrow(SyntaxError)
    expect(() => parseWithLongIntegers(text)).toThrow(SyntaxError)
  })

  test('plain data that keeps its digits reads strings of many megabytes', () => {
    const long = 'x\n'.repeat(5_000_000)
    expect(parseWithDigits<string[]>(JSON.stringify([long]))[0] === long).toBe(true)
  })
})

test.each([
  [' {', 'mark', '{'],
  ['"a\\"b" 1', 'string', '"a\\"b"'],
  ['-1.5e+3,', 'number', '-1.5e+3'],
  ['01', 'number', '0'],
  ['nullx', 'word', 'null'],
  ['"a', 'unknown', ''],
  ['"a\\"', 'unknown', ''],
  ['-a', 'unknown', ''],
  ['TRUE', 'unknown', ''],
  [' \n', 'end', ''],
])('the first token of %j is a %s', (text, kind, token) => {
  const found = tokenAt(text, 0)
  expect([found.kind, text.slice(found.at, found.end)]).toEqual([kind, token])
})
