import { expect, test } from 'vitest'
import { challenged } from '../../src/api/challenge.js'
import type { Reply } from '../../src/api/message.js'
import { type OperationId, operations } from '../../src/contract/operations.js'
import { Gaps } from '../../src/domain/profile/gaps.js'
import { defaultProfile, patchProfile } from '../../src/domain/profile/profile.js'

/** The headers of an answer to an operation, and the options that it depends on. */
function headersOf(id: OperationId | undefined, reply: Partial<Reply> = {}, challenge = true) {
  const gaps = new Gaps(patchProfile(defaultProfile, { auth: { challenge } }))
  const operation = operations.find((one) => one.id === id)
  const { headers } = challenged({ status: 401, headers: ['a', 'b'], body: '', ...reply }, operation, gaps)
  return [headers.join(' '), Object.keys(gaps.used()).join()]
}

const PLAIN = ['a b', '']
const noted = (headers: string) => [headers, 'auth.challenge']

test('a 401 names the credential that its operation takes, and depends on the option', () => {
  expect(headersOf('usage.get')).toEqual(noted('a b WWW-Authenticate Bearer'))
  expect(headersOf('kv.get')).toEqual(noted('a b WWW-Authenticate ApiKey header="X-KV-Key"'))
  expect(headersOf('documents.list')).toEqual(noted('a b WWW-Authenticate ApiKey header="X-API-Key"'))
})

test('no other answer has a challenge: another status, a path without an operation, a profile without the option', () => {
  expect(headersOf('kv.get', { status: 403 })).toEqual(PLAIN)
  expect(headersOf(undefined)).toEqual(PLAIN)
  expect(headersOf('kv.get', {}, false)).toEqual(PLAIN)
})

test("a fault's own header wins, in any case; a value is not taken for a name", () => {
  const own = ['x', 'y', 'WWW-authenticate', 'Mine']
  expect(headersOf('kv.get', { headers: own })).toEqual([own.join(' '), ''])
  expect(headersOf('kv.get', { headers: ['x', 'www-authenticate'] })[1]).toBe('auth.challenge')
})
