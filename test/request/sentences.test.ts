import { describe, expect, test } from 'vitest'
import type { ServiceName } from '../../src/contract/operations.js'
import { Refusal, type RefusalCode, type ServiceRefusalCode } from '../../src/core/refusal.js'
import { Gaps } from '../../src/domain/profile/gaps.js'
import { defaultProfile, type ProfilePatch, patchProfile } from '../../src/domain/profile/profile.js'
import { serviceRefusals } from '../../src/domain/refusals/refusals.js'
import * as errors from '../../src/request/errors.js'
import { ServedServices } from '../../src/request/served-services.js'
import { services } from '../../src/services/index.js'
import { Service } from '../support/service.js'
import { foreignWords } from '../support/service-words.js'
import { bearer, dbKey, FROZEN, keysOf, kvKey, NS, OWNER, STORE } from './clients.js'

/**
 * Messages must sound like the service's own, and be equal if the service hides a difference (docs/DESIGN.md section
 * 5).
 */

const CODES = Object.keys(serviceRefusals) as ServiceRefusalCode[]
const REASON = 'the virtual clock of user_alice is frozen, injected fault f_1, kv.putStatus'
const hint = 'GET /_admin/namespaces shows it'

const HIDING: ProfilePatch = {
  auth: { foreignKey: 401, notOwner: 404 },
  kv: { listWithScopedKey: 403 },
  database: { scopedOut: 404, documentIdInvalid: 404 },
}

const served = new ServedServices(services)
const messageOf = (code: RefusalCode, status: number, service: ServiceName) =>
  errors.messageOf(code, status, served.named(service).errors)
const messageFor = (status: number, service: ServiceName) =>
  errors.messageFor(status, served.named(service).errors)

describe.each(['kv', 'config', 'documents'] as const)('the message of every refusal on %s', (service) => {
  test.each(CODES)('the message of the refusal %s is one sentence without foreign words', (code) => {
    for (const patch of [{}, HIDING, { http: { notShown: 404 } }, { http: { notShown: 405 } }] as const) {
      const gaps = new Gaps(patchProfile(defaultProfile, patch))
      const { body = '', headers } = errors.refuse(
        new Refusal(code, REASON, { hint }),
        served.named(service),
        gaps,
      )
      expect(JSON.parse(body).message).toMatch(/^[A-Z][ -~]+\.$/)
      expect(foreignWords(body)).toEqual([])
      expect(headers[headers.indexOf('X-Emulator-Reason') + 1]).toContain(REASON)
    }
  })
})

test.each<[number, string]>([
  [400, 'The request is invalid.'],
  [404, 'The requested resource does not exist.'],
  [418, 'The request is invalid.'],
  [499, 'The request is invalid.'],
  [500, 'An internal error occurred; try again later.'],
  [501, 'This operation is not available.'],
  [599, 'An internal error occurred; try again later.'],
])('an error of status %d without a cause says: %s', (status, sentence) => {
  expect(messageFor(status, 'kv')).toBe(sentence)
})

test('the message for a path that is not emulated fits its status', () => {
  expect(messageOf('not_emulated', 501, 'kv')).toBe('This operation is not available.')
  expect(messageOf('not_emulated', 404, 'kv')).toBe(messageFor(404, 'kv'))
  expect(messageOf('not_emulated', 405, 'documents')).toBe(messageFor(405, 'documents'))
})

const seed = {
  clock: FROZEN,
  namespaces: [
    { id: NS, owner: OWNER, keys: keysOf('shop'), entries: [{ key: 'a', value: 1, ttlSeconds: 60 }] },
    { id: 'ns_other_p7q1r5', owner: 'user_bob', keys: keysOf('other') },
  ],
  stores: [{ id: STORE, keys: keysOf('web') }],
  database: {
    keys: [{ key: 'db' }, { key: 'scoped', documents: [2] }],
    documents: [
      { id: 1, title: 'hidden' },
      { id: 2, title: 'seen' },
    ],
  },
}

describe('a hidden record gets the same answer as a missing one', () => {
  const same = async (...calls: [line: string, headers: Record<string, string>][]) => {
    const service = await Service.start(seed, HIDING)
    const seen = new Set<string>()
    for (const [line, headers] of calls) {
      const { status, text } = await service.send(line, { headers })
      seen.add(`${status} ${text}`)
    }
    return [...seen]
  }

  test('a namespace of another owner gets the same answer as a missing one', async () => {
    const found = await same(
      [`GET /v1/usage/${NS}`, await bearer('user_bob')],
      ['GET /v1/usage/ns_no_such', await bearer('user_bob')],
    )
    expect(found).toEqual(['404 {"ok":false,"message":"The namespace does not exist."}'])
  })

  test('a key of another namespace gets the same answer for a hidden record as for a missing one', async () => {
    const found = await same(
      [`GET /v1/kv/${NS}/a`, kvKey('kv_read_other')],
      [`GET /v1/kv/${NS}/a`, kvKey('kv_read_bogus')],
      [`GET /v1/kv/${NS}/a`, {}],
    )
    expect(found).toEqual(['401 {"ok":false,"message":"The auth header is missing or invalid."}'])
  })

  test("a document outside of the key's scope gets the same answer as a missing one", async () => {
    const found = await same(
      ['GET /documents/1', dbKey('scoped')],
      ['GET /documents/3', dbKey('scoped')],
      ['GET /documents/x', dbKey('scoped')],
    )
    expect(found).toEqual(['404 {"error":"not_found","message":"The project or document does not exist."}'])
  })

  test('a key that may not list gets the same answer as for a missing namespace', async () => {
    const found = await same(
      [`GET /v1/kv/${NS}`, kvKey('kv_read_shop')],
      [`PUT /v1/kv/${NS}/a`, kvKey('kv_read_shop')],
    )
    expect(found).toHaveLength(1)
  })
})

test('entries of a config store cannot expire, and no 404 says that they might', async () => {
  const service = await Service.start(seed)
  const { text, header } = await service.send(`GET /v1/ec/${STORE}/zz`, { headers: kvKey('kv_read_web') })
  expect([text, header('x-emulator-reason')]).toEqual([
    '{"ok":false,"message":"The key does not exist."}',
    'the key is missing',
  ])
})

describe('the message of a status that only faults send', () => {
  const GENERAL = [messageFor(418, 'kv'), messageFor(599, 'kv')]

  test.each([405, 408, 413, 414, 415, 417, 431, 501, 502, 503, 504])(
    'the message of the status %i is its own',
    (status) => {
      const sentence = messageFor(status, 'config')
      expect(sentence).toMatch(/^[A-Z][ -~]+\.$/)
      expect(GENERAL).not.toContain(sentence)
    },
  )

  test('the message of a status that only faults send is that of its cause if there is one', () => {
    for (const [status, code] of [
      [401, 'credential_invalid'],
      [403, 'scope_insufficient'],
      [409, 'conflict'],
      [422, 'body_invalid'],
      [429, 'rate_limited'],
    ] as const)
      for (const service of ['kv', 'config', 'documents'] as const)
        expect(messageFor(status, service)).toBe(messageOf(code, status, service))
    expect(messageFor(404, 'documents')).toBe(messageOf('record_missing', 404, 'documents'))
    expect(GENERAL).toEqual([messageOf('invalid_request', 418, 'kv'), messageOf('internal_error', 599, 'kv')])
  })
})

test.each([
  ['credential_foreign', 401, 'credential_invalid'],
  ['scoped_key_not_accepted', 403, 'scope_insufficient'],
  ['owner_mismatch', 404, 'resource_missing'],
  ['record_out_of_scope', 404, 'record_missing'],
  ['record_id_invalid', 404, 'record_missing'],
  ['key_refused', 404, 'entry_missing'],
] as const)('%s with %i reads as %s does, and else does not', (code, status, hidden) => {
  expect(messageOf(code, status, 'kv')).toBe(messageOf(hidden, status, 'kv'))
  expect(messageOf(code, 400, 'kv')).not.toBe(messageOf(hidden, 400, 'kv'))
})
