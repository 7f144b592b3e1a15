import { expect, test } from 'vitest'
import { headOf } from '../../src/api/reply-head.js'

const DATE = 'Thu, 15 Jan 2026 12:00:00 GMT'
const plain = { charset: false }

test('a head has the type and the length of its body, and the date, ahead of its own headers', () => {
  const usual = ['Content-Type', 'application/json', 'Content-Length', '7', 'Date', DATE]
  expect(headOf({ headers: [] }, plain, 7, DATE)).toEqual(usual)
  expect(headOf({ headers: ['x-next', 'a'] }, plain, 7, DATE)).toEqual([...usual, 'x-next', 'a'])
  expect(headOf({ headers: ['x-next', 'a'] }, plain, undefined, DATE)).toEqual(['Date', DATE, 'x-next', 'a'])
})

test('the type names the charset where the profile says so', () => {
  expect(headOf({ headers: [] }, { charset: true }, 0, DATE)[1]).toBe('application/json; charset=utf-8')
})

test('headers that a fault gives go before the usual, in any case; values are no names', () => {
  const headers = ['content-TYPE', 'text/plain', 'a', 'Date']
  expect(headOf({ headers, isInjected: true }, plain, 7, DATE)).toEqual([
    ...['Content-Length', '7', 'Date', DATE],
    ...headers,
  ])
  expect(headOf({ headers: ['date', 'x'], isInjected: true }, plain, undefined, DATE)).toEqual(['date', 'x'])
  expect(headOf({ headers: ['date', 'x'], isInjected: false }, plain, undefined, DATE)).toEqual([
    ...['Date', DATE],
    ...['date', 'x'],
  ])
})
