import { describe, expect, it } from 'vitest'
import { FirstInOrder, sortedBy } from '../../../src/core/lists/first-in-order.js'

const COUNT = 20_000

/** Numbers without an order that is easy to see, each once. */
const mixed = Array.from({ length: COUNT }, (_, index) => (index * 7919) % COUNT)
const ascending = Array.from({ length: COUNT }, (_, index) => index)

const LISTS: readonly [string, readonly number[]][] = [
  ['mixed', mixed],
  ['ascending', ascending],
  ['descending', ascending.toReversed()],
  ['few', [3, 1, 2]],
  ['none', []],
]

function firstOf(items: readonly number[], most: number): number[] {
  const first = new FirstInOrder<number>((one, other) => one - other, most)
  for (const item of items) {
    if (first.isWanted(item) && first.add(item)) first.settle()
  }
  return first.all()
}

describe.each(LISTS)('of numbers, %s', (_name, items) => {
  it.each([1, 2, 999, 1001, 5000, Number.POSITIVE_INFINITY])('the first %d', (most) => {
    const sorted = [...items].sort((one, other) => one - other)
    expect(firstOf(items, most)).toEqual(sorted.slice(0, most))
  })
})
describe('all by a rank', () => {
  const words = ['pear', 'fig', 'plum', 'kiwi', 'nut']
  const sorted = (isDescending: boolean) =>
    sortedBy(
      words,
      ({ length }) => length,
      (one, other) => one - other,
      isDescending,
    )

  it('leaves equal ones as they are', () => {
    expect(sorted(false)).toEqual(['fig', 'nut', 'pear', 'plum', 'kiwi'])
  })

  it('turns all of it round', () => {
    expect(sorted(true)).toEqual(sorted(false).toReversed())
  })
})
