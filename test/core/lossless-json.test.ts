import { describe, expect, it } from 'vitest'
import { isWhole, parseJson, sameJson, stringsOf } from '../../src/core/lossless-json.js'

const same = (one: string, other: string) => sameJson(parseJson(one), parseJson(other))

describe('exact JSON', () => {
  it.each([
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

  it.each([
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

  it.each(['', '{', '{"a":1,}', '01', 'nul', '"\n"'])('%j is no JSON', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  it('tells whole numbers from others, however they are written', () => {
    expect(['7', '1.0', '1e3', '0'].map(isWhole)).toEqual([true, true, true, true])
    expect(['1.5', '1e-3'].map(isWhole)).toEqual([false, false])
  })

  it('finds string values at any depth, and no member names', () => {
    expect(stringsOf(parseJson('{"a":["b",{"c":"d"}],"e":1}'))).toEqual(['b', 'd'])
  })
})
