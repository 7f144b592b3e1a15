import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memberTexts, minify } from '../../../src/core/json/json-text.js'
import { ObjectReader } from '../../../src/core/json/object-reader.js'

const ASKED = ['value', 'a"b', 'ttlSeconds']

function read(json: string, partLength = json.length) {
  const reader = new ObjectReader(ASKED)
  for (let at = 0; at < json.length; at += partLength) reader.take(json.slice(at, at + partLength))
  const found = reader.end()
  if (typeof found === 'string') return found
  return { names: found.names, texts: ASKED.map((name) => found.pieces.get(name)?.join('')) }
}

/** The same, by what reads a text in one go. */
function expected(json: string) {
  let data: unknown
  try {
    data = JSON.parse(json)
  } catch {
    return 'no JSON'
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return 'no object'
  const names = Object.keys(data)
  const other = names.find((name) => !ASKED.includes(name))
  const texts = memberTexts(json, ASKED)
  return {
    names: names.filter((name) => ASKED.includes(name) || name === other),
    texts: ASKED.map((_, place) => texts[place] && minify(texts[place])),
  }
}

describe('an object that is read part by part', () => {
  it.each([
    '{}',
    ' { } ',
    '',
    ' ',
    '[]',
    '[{"value":1}]',
    '1',
    '-',
    '01',
    '1.5e+3 ',
    '"value"',
    'null',
    '{"value":1}',
    '{"value": [ 1 , "a b" , { "value" : null } ] , "ttlSeconds" : 60.0 }',
    '{"value":1,"value":{"x":[]}}',
    '{"v\\u0061lue":"\\ud83d\\ude00 \\" \\\\","x":"😀","a\\"b":true}',
    '{"z":1,"7":1,"value":2,"3":1,"ttlSeconds":1,"03":1}',
    '{"4294967295":1,"b":2,"4294967294":3}',
    '{"__proto__":1,"value":2}',
    '{"value":1,}',
    '{"value"}',
    '{"value" 1}',
    '{,}',
    '{"value":1]',
    '{"value":[1}}',
    '{"value":[1,]}',
    '{"value":1}}',
    '{"value":1} {',
    '{"value":tru}',
    '{"value":truee}',
    '{"value":nul',
    '{value:1}',
    '{"value":1.}',
    '{"value":.5}',
    '{"value":-}',
    '{"value":1e}',
    '{"value":1e5.2}',
    '{"value":-0.0E-10}',
    '{"value":"\\x"}',
    '{"value":"\\u12g4"}',
    '{"value":"\n"}',
    '{"value":"\u007f\u0080\u2028"}',
    '\ufeff{}',
    '{"value":1}\u00a0',
    '{"value":\f1}',
    '{"value":[[[[1],[{"a":{"value":2}}]]]],"b":[{}]}',
  ])('is what it is in one go: %j', (json) => {
    for (const partLength of [1, 2, 3, 7, Math.max(json.length, 1)])
      expect(read(json, partLength)).toEqual(expected(json))
  })

  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...ASKED, '1', '20', '__proto__'), fc.string()), tie('any')),
    ),
  })).any
  const indent = fc.constantFrom(0, 2, '\t')
  const json = fc.tuple(value, indent).map(([data, space]) => JSON.stringify(data, null, space))

  it('is what it is in one go, whatever it is', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 20 }), (text, partLength) => {
        expect(read(text, partLength)).toEqual(expected(text))
      }),
      { numRuns: 500 },
    )
  })

  it('is refused where `JSON.parse` refuses it', () => {
    const change = fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...'{}[],:"\\u0-1e.+ \ntfn\u0000x'))
    fc.assert(
      fc.property(json, fc.array(change, { minLength: 1, maxLength: 3 }), (text, changes) => {
        let broken = text
        for (const [place, length, sign] of changes) {
          const at = place % (broken.length + 1)
          broken = broken.slice(0, at) + sign + broken.slice(at + length)
        }
        // Text comes of bytes, which hold no half of a pair.
        const sent = Buffer.from(broken).toString()
        expect(read(sent, 5)).toEqual(expected(sent))
      }),
      { numRuns: 3000 },
    )
  })

  it('may be nested as deep as it likes', () => {
    const depth = 100_000
    const lists = `{"value":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const objects = `{"value":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
    for (const text of [lists, objects]) {
      expect(read(text, 65_536)).toEqual({
        names: ['value'],
        texts: [text.slice(9, -1), undefined, undefined],
      })
      expect(read(text.slice(0, -1), 65_536)).toBe('no JSON')
    }
  })

  it('gives pieces of which each can be read alone', () => {
    const text = `{"value":${JSON.stringify('\u0001\n"\\😀é'.repeat(100))}}`
    for (const partLength of [1, 2, 5, 7]) {
      const reader = new ObjectReader(ASKED)
      for (let at = 0; at < text.length; at += partLength) reader.take(text.slice(at, at + partLength))
      const found = reader.end()
      const pieces = typeof found === 'string' ? [] : (found.pieces.get('value') ?? [])
      const inner = pieces.join('\u0000').slice(1, -1).split('\u0000')
      expect(inner.map((piece) => JSON.parse(`"${piece}"`)).join('')).toBe('\u0001\n"\\😀é'.repeat(100))
    }
  })
})
