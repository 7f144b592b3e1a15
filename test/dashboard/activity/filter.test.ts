import { expect, test } from 'vitest'
import { filterOf, isFiltered, isIn, toggled } from '../../../dashboard/lib/request-filter.js'

test('the address of the page contains the filter', () => {
  const query = new URLSearchParams('text=a+b&status=4xx,none&id=r1&path=&tab=')
  expect(filterOf(query)).toEqual({ text: 'a b', status: '4xx,none' })
  expect(isFiltered(filterOf(query))).toBe(true)
  expect(isFiltered(filterOf(new URLSearchParams('id=r1')))).toBe(false)
})

test.each([
  ['', '4xx', '4xx'],
  ['4xx', 'none', '4xx,none'],
  ['4xx,none', '4xx', 'none'],
  ['4xx', '4xx', ''],
])('%j with %s added or removed is %j', (list, word, result) => {
  expect(toggled(list, word)).toBe(result)
  expect(isIn(result, word)).toBe(!isIn(list, word))
})
