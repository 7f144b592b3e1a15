import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memberTexts, minify, objectText, partsOf } from '../../../src/core/json/json-text.js'

describe('memberTexts', () => {
  test.each([
    ['{"value":1.0}', '1.0'],
    ['{"value": 9007199254740993 }', '9007199254740993'],
    ['{ "a" : 1 , "value" : { "b" : [ 1 , 2 ] , "c" : " x y " } , "d" : 2 }', '{"b":[1,2],"c":" x y "}'],
    ['{"value":1,"value":2}', '2'],
    ['{"valu\\u0065":3}', '3'],
    ['{"a":{"value":1}}', undefined],
    ['{"values":1}', undefined],
    ['{}', undefined],
    [' \n{"value"\t:\r\n"\\"}{" } ', '"\\"}{"'],
    ['{"value":-1e400}', '-1e400'],
    ['{"value":null,"ttlSeconds":60}', 'null'],
    ['{"__proto__":{"value":1},"value":2}', '2'],
    ['{"\\\\":1,"value":"\\\\"}', '"\\\\"'],
    ['{"\\u0076\\u0061\\u006c\\u0075\\u0065":4}', '4'],
    ['{"\\u0076\\u0061\\u006c\\u0075\\u0065s":4}', undefined],
    ['{"a":"\\\\","value":"\\\\\\"","b":"\\""}', '"\\\\\\""'],
  ])('memberTexts finds the text of the member in %s', (json, expected) => {
    const [text] = memberTexts(json, ['value'])
    expect(text && minify(text)).toBe(expected)
  })

  test('memberTexts finds several members at once, whatever their order', () => {
    const json = '{"ttlSeconds": 1e2 , "other": 1, "value": [ 1 ], "ttlSeconds" : 60.0 }'
    expect(memberTexts(json, ['value', 'ttlSeconds'])).toEqual(['[ 1 ]', '60.0'])
    expect(memberTexts('{"ttlSeconds":1}', ['value', 'ttlSeconds'])).toEqual([undefined, '1'])
  })

  test('memberTexts agrees with JSON.parse on any object, however it is spaced', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.jsonValue(),
        fc.constantFrom(0, 1, '\t'),
        (rest, value, space) => {
          const json = JSON.stringify({ ...rest, value }, null, space)
          expect(memberTexts(json, ['value']).map((text) => text && minify(text))).toEqual([
            JSON.stringify(value),
          ])
        },
      ),
      { seed: 7 },
    )
  })
})

test('minify drops white space outside strings only, at any depth', () => {
  const deep = `${'[ '.repeat(10_000)}" a "${' ]'.repeat(10_000)}`
  expect(minify(deep)).toBe(`${'['.repeat(10_000)}" a "${']'.repeat(10_000)}`)
  expect(minify(' { "a b" : [ 1 , "\\" " ] } ')).toBe('{"a b":[1,"\\" "]}')
})

test('partsOf splits any object or array so that it can be joined again unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      const json = JSON.stringify(value)
      const parts = partsOf(json)
      expect(parts).toHaveLength(Object.keys(value).length)
      expect(`${json.at(0)}${parts.join(',')}${json.at(-1)}`).toBe(json)
      const items = parts.map((part) => (Array.isArray(value) ? part : `{${part}}`))
      for (const item of items) expect(() => JSON.parse(item)).not.toThrow()
    }),
  )
})

test('objectText leaves out members without a text', () => {
  expect(objectText(['a', '1', 'b', undefined, 'c', '"x"'])).toBe('{"a":1,"c":"x"}')
  expect(objectText(['a', undefined])).toBe('{}')
})
