import { describe, expect, test } from 'vitest'
import { mendsOf } from '../../../dashboard/views/activity/details/mends.js'
import { passing } from '../../../dashboard/views/activity/details/passing.js'
import { putBack } from '../../../dashboard/views/activity/details/put-back.js'
import type { RequestDetails } from '../../../src/admin/request-json.js'
import { operations } from '../../../src/contract/operations.js'
import { AT, someRequest } from './some-request.js'

const refused = (outcome: string, facts: Partial<RequestDetails> = {}) =>
  mendsOf(someRequest({ outcome, ...facts }))
const lines = ({ calls }: ReturnType<typeof mendsOf>) =>
  calls.map(({ label, method, path, body }) => `${label}: ${method} ${path} ${JSON.stringify(body)}`)
const gate = (numbers: Record<string, number>) => ({
  explain: { gates: [{ gate: 'g', result: 'refused' as const, ...numbers }], gaps: {}, fixes: [] },
})

describe('the page suggests', () => {
  test('nothing for a request that was not refused', () => {
    expect(mendsOf(someRequest())).toEqual({ calls: [], needsCredential: false, needsEntry: false })
  })

  test('to raise the limit or go to the next month if a month is used up', () => {
    expect(lines(refused('monthly_quota_exceeded', gate({ limit: 10 })))).toEqual([
      'Raise the limit of reads to 21: PATCH /namespaces/ns_a {"limits":{"reads":21}}',
      'Jump to the end of the month, 2026-02-01 00:00:00: POST /clock {"to":"next-month"}',
    ])
  })

  test('to raise the limit if the storage is full', () => {
    const facts = { operation: 'kv.put', ...gate({ limit: 10, after: 14 }) } as const
    expect(lines(refused('namespace_storage_quota_exceeded', facts))).toEqual([
      'Raise the limit of storageBytes to 14: PATCH /namespaces/ns_a {"limits":{"storageBytes":14}}',
    ])
  })

  test('to go to the end of the window or remove the rate limit if a window is used up', () => {
    const facts = {
      operation: 'documents.list',
      path: '/documents',
      responseHeaders: [['Retry-After', '30']],
    } as const
    expect(lines(refused('rate_limited', facts))).toEqual([
      'Jump to the end of the window, in 30 s: POST /clock {"advance":30}',
      'Take the rate limit away: PATCH /database {"rateLimit":null}',
    ])
  })

  test('to go back to before the expiry if an entry expired', () => {
    const mends = refused('entry_missing', { absence: `expired at ${new Date(AT - 1000).toISOString()}` })
    expect(mends.needsEntry).toBe(true)
    expect(lines(mends)).toEqual([
      'Go back to 1 ms before it expired: POST /undo {"to":"2026-01-31T11:59:58.999Z"}',
    ])
  })

  test('to put an entry that never existed', () => {
    expect(refused('entry_missing', { absence: 'never existed' })).toEqual({
      calls: [],
      needsCredential: false,
      needsEntry: true,
    })
  })

  test('to create a missing namespace', () => {
    expect(lines(refused('resource_missing'))).toEqual([
      'Make ns_a: PATCH /state {"namespaces":[{"id":"ns_a"}]}',
    ])
  })

  test.each(['credential_missing', 'credential_invalid', 'scope_insufficient', 'owner_mismatch'])(
    'another credential after %s',
    (outcome) => expect(refused(outcome)).toMatchObject({ calls: [], needsCredential: true }),
  )

  test('to remove the fault that failed the request', () => {
    expect(lines(refused('fault', { fault: 'f 1' }))).toEqual([
      'Remove the fault f 1: DELETE /faults/f%201 undefined',
    ])
    expect(lines(refused('fault', { fault: 'x-emulator-fault' }))).toEqual([])
  })

  test('nothing for a request that is not part of the contract', () => {
    expect(refused('not_emulated', { operation: null }).calls).toEqual([])
  })
})

describe('the suggested credentials', () => {
  const operation = (id: string) => {
    const found = operations.find((one) => one.id === id)
    if (found === undefined) throw new Error(id)
    return found
  }
  const holder = {
    owner: 'user_alice',
    keys: [
      { key: 'k_r', scope: 'read' },
      { key: 'k_w', scope: 'write' },
      { key: 'k_a', scope: 'admin' },
    ],
  } as const
  const names = (...args: Parameters<typeof passing>) => passing(...args).map(({ credential }) => credential)

  test('have the scope, or are admin keys', () => {
    expect(names(operation('kv.get'), { holder })).toEqual(['k_r', 'k_a'])
    expect(names(operation('kv.put'), { holder })).toEqual(['k_w', 'k_a'])
  })

  test('are tokens of the owner for an operation that needs a token', () => {
    expect(names(operation('kv.list'), { holder })).toEqual(['user_alice'])
    expect(names(operation('kv.list'), {})).toEqual([])
  })

  test('are keys of the database, with the narrow ones last', () => {
    const databaseKeys = [{ key: 'narrow', documents: [1] }, { key: 'wide' }]
    expect(names(operation('documents.list'), { databaseKeys })).toEqual(['wide', 'narrow'])
  })

  test('include neither the refused key nor a narrow key that may not see the record', () => {
    const databaseKeys = [
      { key: 'other document', documents: [1] },
      { key: 'same document', documents: [2] },
      { key: 'some project', projects: [7] },
      { key: 'wide' },
    ]
    const asked = { databaseKeys, record: '2', refused: 'other document' }
    expect(names(operation('documents.get'), asked)).toEqual(['wide', 'same document'])
    expect(names(operation('documents.get'), { ...asked, refused: 'wide' })).toEqual(['same document'])
  })

  test('replace the credential that was sent', async () => {
    const [first] = passing(operation('kv.get'), { holder })
    const sent = [
      ['x-kv-key', 'wrong'],
      ['x-other', '1'],
    ] as const
    const tokenOf = async (sub: string) => `token of ${sub}`
    expect(await first?.headers(sent, tokenOf)).toEqual([
      ['x-other', '1'],
      ['X-KV-Key', 'k_r'],
    ])
    const [owner] = passing(operation('kv.list'), { holder })
    expect(await owner?.headers(sent, tokenOf)).toEqual([
      ['x-other', '1'],
      ['Authorization', 'Bearer token of user_alice'],
    ])
  })
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
