import { expect, test } from 'vitest'
import { isWhole, parseJson, sameJson, stringsOf } from '../../conformance/json.js'

const same = (one: string, other: string) => sameJson(parseJson(one), parseJson(other))

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
])('the JSON %s is the same as %s', (one, other) => expect(same(one, other)).toBe(true))

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
])('the JSON %s is not the same as %s', (one, other) => expect(same(one, other)).toBe(false))

test.each(['', '{', '{"a":1,}', '{1:2}', '01', '1.', '1.2.3', '-', '1 2', 'nul', '"\n"', '[1"a"]'])(
  'the text %j is not JSON',
  (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  },
)

test('exact JSON tells whole numbers from others, however they are written', () => {
  expect(['7', '1.0', '1e3', '0'].map(isWhole)).toEqual([true, true, true, true])
  expect(['1.5', '1e-3'].map(isWhole)).toEqual([false, false])
})

test('exact JSON finds string values at any depth, and no member names', () => {
  expect(stringsOf(parseJson('{"a":["b",{"c":"d"}],"e":1}'))).toEqual(['b', 'd'])
})

test('exact JSON keeps strings that look like numbers or marks, and member names of every kind', () => {
  const text = '{"__proto__":"1","":[-0.5e+3,"-0.5e+3"],"\\u0022":{"n1":"\\\\"}}'
  expect(same(text, text)).toBe(true)
  expect(stringsOf(parseJson(text))).toEqual(['1', '-0.5e+3', '\\'])
})

test('exact JSON reads strings of many megabytes', () => {
  expect(parseJson(JSON.stringify(['x\n'.repeat(5_000_000)])).kind).toBe('array')
})

test('exact JSON refuses what is nested more than a thousand deep', () => {
  expect(parseJson(`${'['.repeat(1000)}${']'.repeat(1000)}`).kind).toBe('array')
  expect(() => parseJson(`${'['.repeat(1001)}${']'.repeat(1001)}`)).toThrow(SyntaxError)
})
