import { expect, test } from 'vitest'
import { exactText } from '../../src/admin/answer-text.js'

test('a bigint keeps its digits, and anything else is as JSON.stringify writes it', () => {
  expect(exactText([2n ** 63n])).toBe('[9223372036854775808]')
  const value = { list: [1, 'a', null, { b: true }], none: undefined }
  expect(exactText(value)).toBe(JSON.stringify(value))
})
