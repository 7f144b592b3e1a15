import { describe, expect, test } from 'vitest'
import type { FaultEffect } from '../../src/domain/faults/fault.js'
import { Gaps } from '../../src/domain/profile/gaps.js'
import { defaultProfile } from '../../src/domain/profile/profile.js'
import { faultReply } from '../../src/request/faults/fault.js'
import { ServedServices } from '../../src/request/served-services.js'
import { services } from '../../src/services/index.js'
import { loggedRequest } from '../support/calls.js'

const served = new ServedServices(services)
const context = {
  operation: undefined,
  service: served.first,
  resource: undefined,
  key: undefined,
  request: loggedRequest(),
}

const replyOf = (effect: FaultEffect, id = 'f_1') =>
  faultReply({ id, effect }, context, new Gaps(defaultProfile))

test('a fault without a status has no reply', () => {
  expect(replyOf({ delay: 5 })).toBeUndefined()
  expect(replyOf({ connection: 'truncate' })).toBeUndefined()
})

test.each<[unknown, string | undefined]>([
  ['plain text', 'plain text'],
  ['', ''],
  [{ a: [1, null] }, '{"a":[1,null]}'],
  [null, 'null'],
  [0, '0'],
])('the reply of a fault has the body %j as %j', (body, text) => {
  expect(replyOf({ status: 503, body })?.body).toBe(text)
})

test.each([204, 205, 304])('the reply of a fault has no body with status %d', (status) => {
  expect(replyOf({ status, body: 'x' })?.body).toBeUndefined()
})

test.each<[FaultEffect, boolean]>([
  [{}, false],
  [{ retryAfter: 5 }, false],
  [{ body: '' }, true],
  [{ headers: {} }, true],
])('the reply of the fault %j is sent word for word: %s', (effect, isVerbatim) => {
  expect(replyOf({ status: 503, ...effect })?.isVerbatim).toBe(isVerbatim)
})

describe('its headers', () => {
  const REASON = ['X-Emulator-Reason', 'injected fault f_1']

  test.each<[FaultEffect, string[]]>([
    [{}, REASON],
    [{ retryAfter: 0 }, [...REASON, 'Retry-After', '0']],
    [{ headers: { 'X-Own': '1', b: '' } }, [...REASON, 'X-Own', '1', 'b', '']],
    [
      { retryAfter: 5, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } },
      [...REASON, 'retry-after', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ],
    [{ status: 405 }, [...REASON, 'Allow', '']],
    [{ status: 405, headers: { ALLOW: 'GET' } }, [...REASON, 'ALLOW', 'GET']],
    [{ headers: { 'x-emulator-reason': 'mine' } }, ['x-emulator-reason', 'mine']],
  ])('the reply of the fault %j has its headers', (effect, headers) => {
    expect(replyOf({ status: 503, ...effect })?.headers).toEqual(headers)
  })

  test('the headers name a fault even if no header could hold its id', () => {
    const headers = replyOf({ status: 503 }, 'слом\r\n')?.headers
    expect(headers?.[1]).toMatch(/^injected fault [\x20-\x7e]+$/)
  })
})
