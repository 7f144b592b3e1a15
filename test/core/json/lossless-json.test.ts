import { describe, expect, test } from 'vitest'
import {
  isWhole,
  parseJson,
  parseWithDigits,
  parseWithLongIntegers,
  sameJson,
  stringsOf,
  tokenAt,
} from '../../../src/core/json/lossless-json.js'

const same = (one: string, other: string) => sameJson(parseJson(one), parseJson(other))

describe('exact JSON', () => {
  test.each([
    ['{"a":1,"b":[]}', '{ "b": [ ], "a": 1 }'],
    ['1.0', '1'],
    ['-0', '0'],
    ['1e2', '100'],
    ['0.10', '1E-1'],
    ['"\\u0041"', '"A"'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{}', '{}'],
    ['"a\\"},{"', '"a\\"},{"'],
  ])('%s is %s', (one, other) => expect(same(one, other)).toBe(true))

  test.each([
    ['9007199254740993', '9007199254740992'],
    ['10', '1'],
    ['1', '-1'],
    ['[1,2]', '[2,1]'],
    ['[1]', '[1,2]'],
    ['{"a":1}', '{"a":1,"b":2}'],
    ['{"a":null}', '{"b":null}'],
    ['"1"', '1'],
    ['null', 'false'],
    ['true', 'false'],
  ])('%s is not %s', (one, other) => expect(same(one, other)).toBe(false))

  test.each(['', '{', '{"a":1,}', '01', 'nul', '"\n"'])('%j is not JSON', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  test('tells whole numbers from others, however they are written', () => {
    expect(['7', '1.0', '1e3', '0'].map(isWhole)).toEqual([true, true, true, true])
    expect(['1.5', '1e-3'].map(isWhole)).toEqual([false, false])
  })

  test('finds string values at any depth, and no member names', () => {
    expect(stringsOf(parseJson('{"a":["b",{"c":"d"}],"e":1}'))).toEqual(['b', 'd'])
  })
})

describe('plain data that keeps its digits', () => {
  test('reads long integers as text, and all other numbers as numbers', () => {
    const json =
      '{"a":9007199254740993,"b":[-9223372036854775808,9007199254740991,1.00000000000000000001],"c":"1234567890123456789\\""}'
    expect(parseWithLongIntegers(json)).toEqual({
      a: '9007199254740993',
      b: ['-9223372036854775808', 9007199254740991, 1],
      c: '1234567890123456789"',
    })
  })

  test('reads every number as text', () => {
    expect(parseWithDigits('[1.0,-2e5,"3",{"4":5}]')).toEqual(['1.0', '-2e5', '3', { 4: '5' }])
  })

  test.each([
    '[12345678901234567890',
    '[01234567890123456789]',
    '[1234567890123456789.]',
    '["1234567890123456789]',
    '[-]',
    '',
  ])('%j is not JSON', (text) => {
    expect(() => parseWithDigits(text)).toThrow(SyntaxError)
    expect(() => parseWithLongIntegers(text)).toThrow(SyntaxError)
  })

  test('reads strings of many megabytes', () => {
    const long = 'x\n'.repeat(5_000_000)
    expect(parseWithDigits<string[]>(JSON.stringify([long]))[0] === long).toBe(true)
    expect(parseJson(JSON.stringify([long])).kind).toBe('array')
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
