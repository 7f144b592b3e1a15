import { expect, test } from 'vitest'
import { headOf } from '../../src/api/reply-head.js'
import { Gaps } from '../../src/domain/profile/gaps.js'
import { defaultProfile, patchProfile } from '../../src/domain/profile/profile.js'

const DATE = 'Thu, 15 Jan 2026 12:00:00 GMT'

/** The facts of an answer at DATE with a body of `replyBytes`. */
const answer = (replyBytes: number | undefined, charset = false) => ({
  at: Date.parse(DATE),
  replyBytes,
  gaps: new Gaps(patchProfile(defaultProfile, { http: { charset } })),
})

test('a head has the type and the length of its body, and the date, before its own headers', () => {
  const usual = ['Content-Type', 'application/json', 'Content-Length', '7', 'Date', DATE]
  expect(headOf({ headers: [] }, answer(7))).toEqual(usual)
  expect(headOf({ headers: ['x-next', 'a'] }, answer(7))).toEqual([...usual, 'x-next', 'a'])
  expect(headOf({ headers: ['x-next', 'a'] }, answer(undefined))).toEqual(['Date', DATE, 'x-next', 'a'])
})

test('the type names the charset if the profile says so', () => {
  expect(headOf({ headers: [] }, answer(0, true))[1]).toBe('application/json; charset=utf-8')
})

test('headers that a fault gives replace the usual ones, in any case; values are not taken for names', () => {
  const headers = ['content-TYPE', 'text/plain', 'a', 'Date']
  expect(headOf({ headers, isInjected: true }, answer(7))).toEqual([
    ...['Content-Length', '7', 'Date', DATE],
    ...headers,
  ])
  expect(headOf({ headers: ['date', 'x'], isInjected: true }, answer(undefined))).toEqual(['date', 'x'])
  expect(headOf({ headers: ['date', 'x'], isInjected: false }, answer(undefined))).toEqual([
    ...['Date', DATE],
    ...['date', 'x'],
  ])
})
