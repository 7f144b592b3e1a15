import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { answerText, exactText } from '../../src/admin/answer-text.js'
import { RawJson } from '../../src/core/json/raw-json.js'

const joined = (text: string | Iterable<string>): string =>
  typeof text === 'string' ? text : [...text].join('')

const many = (item: unknown): unknown[] => Array(2000).fill(item)

test.each([
  ['a few items', { list: [1, 'a', null, undefined], none: undefined }],
  ['many items', { list: many({ a: 1, b: undefined }), after: true }],
  ['many items within items', [many(1), [], {}, many(undefined)]],
  ['many members', Object.fromEntries(many(1).map((_, index) => [`"${index}`, { index }]))],
  ['a value that says how it is written, among many', many(new RawJson('{"a":1}'))],
])('is what JSON.stringify makes: %s', (_, value) => {
  expect(joined(answerText(value))).toBe(JSON.stringify(value))
})

test('is what JSON.stringify makes of anything', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(joined(answerText(many(value)))).toBe(JSON.stringify(many(value)))
    }),
    { numRuns: 30 },
  )
})

test('a little is one text, and much comes in pieces of little', () => {
  expect(answerText({ list: [1, 2] })).toBe('{"list":[1,2]}')
  const lengths = [...answerText({ list: many(many(1)) })].map(({ length }) => length)
  expect(lengths.reduce((one, other) => Math.max(one, other))).toBeLessThan(5000)
})

test('a long text is in pieces, and one that is kept as JSON is not read', () => {
  const long = 'x'.repeat(200_000)
  const raw = new RawJson(JSON.stringify(long))
  const read = vi.spyOn(raw, 'toJSON')
  const pieces = [...answerText([{ long }, { raw }, { long }])]
  expect(pieces.join('')).toBe(JSON.stringify([{ long }, { raw: long }, { long }]))
  expect(pieces.filter(({ length }) => length > long.length / 2)).toEqual([raw.text])
  expect(read).not.toHaveBeenCalled()
})

test('a bigint keeps its digits, among few and among many', () => {
  expect(exactText([2n ** 63n])).toBe('[9223372036854775808]')
  expect(joined(exactText(many(2n ** 63n)))).toBe(`[${many('9223372036854775808').join(',')}]`)
})
