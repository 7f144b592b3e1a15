import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLong, isLongerThan, longJson } from '../../../src/core/json/long-json.js'
import { RawJson } from '../../../src/core/json/raw-json.js'

const numbers = (length: number) => Array.from({ length }, (_, index) => index)
const mapping = (length: number) => Object.fromEntries(numbers(length).map((index) => [`a${index}`, index]))

describe('longJson', () => {
  it('writes what JSON.stringify writes', () => {
    const scalar = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.double(),
      fc.constant(undefined),
    )
    const long = fc.oneof(
      fc.tuple(fc.nat(3000), scalar).map(([length, item]) => numbers(length).map(() => item)),
      fc.nat(3000).map(mapping),
      fc
        .tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(200_000))
        .map(([text, length]) => text.padEnd(length, '\u{1f600}"x\n')),
    )
    const nested = fc.oneof(
      long,
      fc.array(fc.oneof(scalar, long), { maxLength: 6 }),
      fc.dictionary(fc.string(), fc.oneof(scalar, long), { maxKeys: 6 }),
    )
    fc.assert(
      fc.property(fc.array(nested, { maxLength: 4 }), (value) => {
        expect([...longJson(value)].join('') === JSON.stringify(value)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['a name that is special', JSON.parse(`{"__proto__":${JSON.stringify(numbers(2000))},"2":1,"1":2}`)],
    ['a half of a pair at a cut', `${'x'.repeat(63_999)}\ud83d\ud83d\ude00${'y'.repeat(70_000)}\ud83d`],
    ['pairs all over', '\u{1f600}'.repeat(100_000)],
    ['lists in lists', numbers(1500).map(() => numbers(1500).slice(0, 3))],
    ['nothing in a long list', [undefined, ...numbers(2000), undefined]],
    ['nothing in a long mapping', { first: undefined, ...mapping(2000), last: undefined }],
    ['what is deep', numbers(900).reduce<unknown>((inner) => [inner, 'x'.repeat(100)], [])],
  ])('keeps %s', (_, value) => {
    expect([...longJson(value)].join('') === JSON.stringify(value)).toBe(true)
  })

  it('writes long exact text as it is, in one piece', () => {
    const text = `[${numbers(30_000).join('.0,')}]`
    expect([...longJson({ exact: new RawJson(text) })]).toContain(text)
  })

  it('makes no piece that takes long, whatever the shape', () => {
    const values = [
      numbers(200_000),
      mapping(50_000),
      'x'.repeat(3_000_000),
      numbers(5000).map(() => ({ a: 'x'.repeat(500) })),
      numbers(100).map(() => numbers(2000)),
    ]
    for (const value of values) {
      const lengths = [...longJson(value)].map(({ length }) => length)
      expect(lengths.reduce((most, length) => Math.max(most, length))).toBeLessThan(70_000)
    }
  })
})

it('a value is longer than a size by what is in it', () => {
  const value = { a: [1, 2], b: 'x'.repeat(64) }
  expect([5, 6, 7].map((size) => isLongerThan(size, value))).toEqual([true, false, false])
})

describe('isLong', () => {
  it('tells what takes long from what does not', () => {
    expect([1, 'x', null, undefined, [], {}, numbers(900), 'x'.repeat(10_000)].some(isLong)).toBe(false)
    const long = [
      numbers(1100),
      mapping(1100),
      'x'.repeat(100_000),
      [[numbers(1100)]],
      new RawJson('1'.repeat(70_000)),
    ]
    expect(long.every(isLong)).toBe(true)
  })
})
