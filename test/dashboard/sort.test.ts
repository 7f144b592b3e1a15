import { describe, expect, test } from 'vitest'
import { byText, inOrder, nextSort, type SortWays, textOrder } from '../../dashboard/lib/sort.js'

const SIZE: SortWays = [
  ['-size', 'largest'],
  ['size', 'smallest'],
]

describe('the next order', () => {
  test.each<[order: SortWays, usual: string, presses: string[]]>([
    [textOrder('key'), '', ['key', '-key', '', 'key']],
    [SIZE, '', ['-size', 'size', '', '-size']],
    // Without a named order, the list is in one of these.
    [SIZE, '-size', ['size', '', 'size', '']],
  ])('a press on a column sorted by %j, usually %j, gives the next order', (order, usual, presses) => {
    let sort = ''
    const found = presses.map(() => {
      sort = nextSort(order, sort === '' ? usual : sort, usual)
      return sort
    })
    expect(found).toEqual(presses)
  })

  test('is the first one of the column if another column was sorted before', () => {
    expect(nextSort(SIZE, 'key', '')).toBe('-size')
    expect(nextSort(SIZE, 'key', '-size')).toBe('')
  })
})

describe('items', () => {
  const items = [
    { key: 'k10', size: 2 },
    { key: 'k9', size: 3 },
    { key: 'a', size: 2 },
  ]
  const orders = [
    byText('key', ({ key }: { key: string }) => key),
    { order: SIZE, rankOf: ({ size }: { size: number }) => size },
  ]

  test.each([
    ['', 'k10 k9 a'],
    ['key', 'a k9 k10'],
    ['-key', 'k10 k9 a'],
    ['size', 'k10 a k9'],
    ['-size', 'k9 a k10'],
    ['other', 'k10 k9 a'],
  ])('items are sorted by %j', (sort, keys) => {
    expect(
      inOrder(items, sort, orders)
        .map(({ key }) => key)
        .join(' '),
    ).toBe(keys)
  })
})
