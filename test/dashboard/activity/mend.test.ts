import { expect, test } from 'vitest'
import { putBack, withHeader } from '../../../dashboard/views/activity/details/mends.js'
import { AT } from './some-request.js'

test('a credential of a fix takes the place of the one that was sent', () => {
  const headers = [
    ['x-kv-key', 'wrong'],
    ['x-other', '1'],
  ] as const
  const sent = { method: 'GET', target: '/', headers, body: '' }
  expect(withHeader(sent, ['X-KV-Key', 'k_r'], {}).headers).toEqual([
    ['x-other', '1'],
    ['X-KV-Key', 'k_r'],
  ])
  expect(withHeader(sent, ['Authorization', 'Bearer {token}'], { token: 'made' }).headers).toEqual([
    ['x-other', '1'],
    ['Authorization', 'Bearer made'],
  ])
  expect(withHeader(sent, ['Content-Type', 'application/json'], {}).headers).toHaveLength(3)
})

test('an expired entry is put back with its last value and ttl', () => {
  const written = (value: unknown) => ({ kind: 'written', at: AT, by: 'r1', value }) as const
  const gone = { kind: 'expired', at: AT, by: 'expiry' } as const
  expect(putBack([])).toBeUndefined()
  expect(putBack([{ kind: 'missed', at: AT, by: 'r1' }])).toBeUndefined()
  expect(putBack([written({ value: 1 }), written({ value: [2], ttlSeconds: 90, more: 1 }), gone])).toEqual({
    value: [2],
    ttlSeconds: 90,
  })
  expect(putBack([written({ value: { deep: [2 ** 53 + 2] } })])).toBeUndefined()
})
