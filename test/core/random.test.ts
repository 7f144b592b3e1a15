import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RandomSource, type RandomStream, streamFor } from '../../src/core/random.js'

const draw = (stream: RandomStream, count: number): number[] =>
  Array.from({ length: count }, () => stream.next())

/** About the number of counts if the source is fair. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

function countBytes(bytes: Iterable<number>): number[] {
  const counts = new Array<number>(256).fill(0)
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
  return counts
}

test('random streams give the same numbers on every platform and in every release', () => {
  expect(draw(streamFor(1, 'ids'), 3)).toMatchInlineSnapshot(`
      [
        0.3928943573559939,
        0.6161792330098261,
        0.21906529149901477,
      ]
    `)
  expect(draw(new RandomSource(42).stream('faults'), 3)).toMatchInlineSnapshot(`
      [
        0.22554773384444526,
        0.23174322097384392,
        0.9162449893861092,
      ]
    `)
  expect(
    Array.from({ length: 8 }, (_, index) => streamFor(7, 'é', index).integer(1000)),
  ).toMatchInlineSnapshot(`
      [
        738,
        386,
        881,
        842,
        332,
        926,
        306,
        725,
      ]
    `)
})

test('random streams stay in their range', () => {
  const stream = streamFor(1, 'range')
  for (let count = 0; count < 10_000; count++) {
    const number = stream.next()
    expect(number >= 0 && number < 1).toBe(true)
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (bound) => {
      const integer = stream.integer(bound)
      expect(Number.isSafeInteger(integer) && integer >= 0 && integer < bound).toBe(true)
    }),
    { seed: 4, numRuns: 1000 },
  )
})

test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('random streams have no integers below %d', (bound) => {
  expect(() => streamFor(1).integer(bound)).toThrow(RangeError)
})

test('random streams are uniform, within a stream and across streams', () => {
  // With 255 degrees of freedom, 340 is exceeded by chance once in 3,000 seeds.
  const stream = streamFor(1, 'bytes')
  expect(chiSquare(countBytes(Array.from({ length: 100_000 }, () => stream.integer(256))))).toBeLessThan(340)
  const firsts = Array.from({ length: 100_000 }, (_, index) => streamFor(1, 'documents', index).integer(256))
  expect(chiSquare(countBytes(firsts))).toBeLessThan(340)
  const seeds = Array.from({ length: 100_000 }, (_, seed) => streamFor(seed, 'ids').integer(256))
  expect(chiSquare(countBytes(seeds))).toBeLessThan(340)
})

test('random streams differ for any other seed or parts, however these are cut', () => {
  const parts: (string | number)[][] = [
    [],
    [''],
    ['', ''],
    ['abc'],
    ['ab', 'c'],
    ['a', 'bc'],
    ['a', 'b', 'c'],
    ['1:a', 'bc'],
    ['a1:b', 'c'],
    [1, 23],
    [12, 3],
    [123],
  ]
  const firsts = [1, 2, 11].flatMap((seed) => parts.map((list) => streamFor(seed, ...list).next()))
  expect(new Set(firsts).size).toBe(firsts.length)
})

test('a random stream takes a number for its decimal text', () => {
  expect(streamFor(1, 'documents', 10).next()).toBe(streamFor(1, 'documents', '10').next())
})

test('a RandomSource returns one object per name', () => {
  const source = new RandomSource(1)
  expect(source.stream('ids')).toBe(source.stream('ids'))
  expect(source.stream('ids')).not.toBe(source.stream('faults'))
})

test('a RandomSource keeps its streams apart, in whatever order they are made and used', () => {
  const names = ['ids', 'faults', 'grease', '__proto__', 'toString']
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.constantFrom(...names), { maxLength: 50 }), (seed, order) => {
      const source = new RandomSource(seed)
      const drawn = new Map<string, number[]>()
      for (const name of order) drawn.set(name, [...(drawn.get(name) ?? []), source.stream(name).next()])
      for (const [name, numbers] of drawn) {
        expect(numbers).toEqual(draw(new RandomSource(seed).stream(name), numbers.length))
      }
    }),
    { seed: 5, numRuns: 200 },
  )
})

test('a RandomSource continues in a new source from what was saved', () => {
  const source = new RandomSource(9)
  const ids = source.stream('ids')
  draw(ids, 5)
  const saved = JSON.parse(JSON.stringify(source.save()))
  const next = draw(ids, 5)
  const lateFirst = source.stream('late').next()

  const restored = new RandomSource(9, saved)
  expect(draw(restored.stream('ids'), 5)).toEqual(next)
  expect(restored.stream('late').next()).toBe(lateFirst)
  expect(Object.keys(saved)).toEqual(['ids'])
})

test('a RandomSource refuses a state that it cannot have given', () => {
  expect(() => new RandomSource(1, { ids: [1, 2, 3] })).toThrow(RangeError)
  expect(() => new RandomSource(1, { ids: [1, 2, 3, 4, 5] })).toThrow(RangeError)
})
