import { describe, expect, test } from 'vitest'
import type { ServiceName } from '../../src/contract/operations.js'
import {
  type AdminRefusalCode,
  Refusal,
  type RefusalCode,
  type RefusalDetails,
  type ServiceRefusalCode,
} from '../../src/core/refusal.js'
import { Gaps } from '../../src/domain/profile/gaps.js'
import { defaultProfile, type ProfilePatch, patchProfile } from '../../src/domain/profile/profile.js'
import { refuse } from '../../src/request/errors.js'
import { ServedServices } from '../../src/request/served-services.js'
import { services } from '../../src/services/index.js'

const profileWith = (patch: ProfilePatch) => patchProfile(defaultProfile, patch)

/** Status and code of each cause under the default profile: in the two stores, and in the database. */
const ANSWERS: readonly (readonly [ServiceRefusalCode, string, string])[] = [
  ['credential_missing', '401', '401 unauthorized'],
  ['credential_invalid', '401', '401 unauthorized'],
  ['credential_foreign', '403', '403 forbidden'],
  ['scoped_key_not_accepted', '401', '401 unauthorized'],
  ['scope_insufficient', '403', '403 forbidden'],
  ['owner_mismatch', '403', '403 forbidden'],
  ['resource_missing', '404', '404 not_found'],
  ['entry_missing', '404', '404 not_found'],
  ['record_missing', '404', '404 not_found'],
  ['record_out_of_scope', '403', '403 forbidden'],
  ['collection_out_of_scope', '403', '403 forbidden'],
  ['monthly_quota_exceeded', '429 monthly_quota_exceeded', '429 monthly_quota_exceeded'],
  [
    'namespace_storage_quota_exceeded',
    '403 namespace_storage_quota_exceeded',
    '403 namespace_storage_quota_exceeded',
  ],
  ['rate_limited', '429 rate_limited', '429 rate_limited'],
  ['body_malformed', '400', '400 invalid_request'],
  ['body_invalid', '400', '400 validation_error'],
  ['parameter_invalid', '400', '400 invalid_request'],
  ['record_id_invalid', '400', '400 invalid_request'],
  ['too_large', '413 payload_too_large', '413 payload_too_large'],
  ['key_refused', '413 payload_too_large', '413 payload_too_large'],
  ['media_type_unsupported', '415 unsupported_media_type', '415 unsupported_media_type'],
  ['invalid_request', '400', '400 invalid_request'],
  ['not_emulated', '501 not_emulated', '501 not_emulated'],
  ['conflict', '409 conflict', '409 conflict'],
  ['out_of_memory', '503 internal_error', '503 internal_error'],
  ['internal_error', '500 internal_error', '500 internal_error'],
]

const served = new ServedServices(services)

function answer(
  code: RefusalCode,
  service: ServiceName,
  patch: ProfilePatch = {},
  details: RefusalDetails = {},
) {
  const {
    status,
    headers,
    body = '',
  } = refuse(new Refusal(code, 'Why.', details), served.named(service), new Gaps(profileWith(patch)))
  const { error } = JSON.parse(body)
  const header = (name: string) => {
    const index = headers.indexOf(name)
    return index < 0 ? undefined : headers[index + 1]
  }
  return { said: [status, error].filter((part) => part !== undefined).join(' '), header }
}

describe('a refusal is answered with its status and code', () => {
  test.each(ANSWERS)('the refusal %s is answered with its status and code', (code, ofStores, ofDatabase) => {
    expect(answer(code, 'kv').said).toBe(ofStores)
    expect(answer(code, 'config').said).toBe(ofStores)
    expect(answer(code, 'documents').said).toBe(ofDatabase)
  })

  test('a refusal of the admin interface is a defect here', () => {
    const codes: AdminRefusalCode[] = ['invalid_seed', 'clock_backwards', 'forbidden_host']
    for (const code of codes) expect(answer(code, 'kv').said).toBe('500 internal_error')
  })
})

/** Status and code of a cause under a profile. */
const BY_PROFILE: readonly (readonly [ServiceRefusalCode, ServiceName, ProfilePatch, string])[] = [
  ['body_malformed', 'config', { kv: { invalidStatus: 422 } }, '400'],
  ['body_malformed', 'documents', { kv: { invalidStatus: 422 } }, '400 invalid_request'],
  ['body_invalid', 'config', { database: { validationStatus: 422 } }, '400'],
  ['parameter_invalid', 'documents', { database: { validationStatus: 422 } }, '400 invalid_request'],
  ['body_invalid', 'kv', { kv: { invalidStatus: 422 }, errors: { codes: { '400': 'bad' } } }, '422 bad'],
  ['entry_missing', 'documents', { errors: { codes: { '404': 'gone' } } }, '404 not_found'],
  ['internal_error', 'config', { errors: { codes: { '5xx': 'oops' } } }, '500 oops'],
  ['internal_error', 'documents', { database: { codes: { '5xx': 'oops' } } }, '500 oops'],
  ['out_of_memory', 'kv', { errors: { codes: { '5xx': null } } }, '503'],
  ['conflict', 'kv', { database: { codes: { '409': 'clash' } } }, '409 conflict'],
]

describe('what the profile changes', () => {
  test.each(BY_PROFILE)(
    'the refusal %s of %s is answered, with the profile %j, by %s',
    (code, service, patch, said) => {
      expect(answer(code, service, patch).said).toBe(said)
    },
  )

  test('a 405 names the known methods; a path without methods gives a 404', () => {
    const patch = { http: { notShown: 405 } } as const
    const known = answer('not_emulated', 'kv', patch, { allow: ['GET', 'PUT'] })
    expect(known.said).toBe('405 method_not_allowed')
    expect(known.header('Allow')).toBe('GET, PUT')
    expect(answer('not_emulated', 'kv', patch).said).toBe('404')
    expect(answer('not_emulated', 'kv', patch, { allow: [] }).header('Allow')).toBeUndefined()
    expect(answer('not_emulated', 'kv', {}, { allow: ['GET'] }).header('Allow')).toBeUndefined()
  })
})

test('an exceeded quota says when to retry, even if a rate limit does not', () => {
  const patch = { kv: { quotaRetryAfter: true }, database: { rateLimitRetryAfter: false } } as const
  const retryAfter = (code: ServiceRefusalCode) =>
    answer(code, 'kv', patch, { retryAfterSeconds: 5 }).header('Retry-After')
  expect([retryAfter('monthly_quota_exceeded'), retryAfter('rate_limited')]).toEqual(['5', undefined])
})

test('codes of statuses that only faults send', () => {
  const codes = [405, 414, 415, 418, 499].flatMap((status) =>
    (['kv', 'documents'] as const).map((service) =>
      served.named(service).errors.codeOf(status, new Gaps(defaultProfile)),
    ),
  )
  expect(codes).toEqual([
    ...['method_not_allowed', 'method_not_allowed'],
    ...['uri_too_long', 'uri_too_long'],
    ...['unsupported_media_type', 'unsupported_media_type'],
    ...[undefined, 'invalid_request'],
    ...[undefined, 'invalid_request'],
  ])
})

describe('the body of an error', () => {
  const body = (shape: 'flat' | 'nested' | 'code', code?: string, service: ServiceName = 'kv') =>
    served.named(service).errors.body(code, 'Gone.', new Gaps(profileWith({ errors: { shape } })))

  test('the body of an error has the shape that the profile says, with a code or without', () => {
    expect(body('flat', 'gone')).toBe('{"ok":false,"error":"gone","message":"Gone."}')
    expect(body('nested', 'gone')).toBe('{"ok":false,"error":{"code":"gone","message":"Gone."}}')
    expect(body('code', 'gone')).toBe('{"ok":false,"code":"gone","message":"Gone."}')
    expect(body('flat')).toBe('{"ok":false,"message":"Gone."}')
  })

  test('the body of an error in the database has the shape of the contract', () => {
    expect(body('code', 'not_found', 'documents')).toBe('{"error":"not_found","message":"Gone."}')
  })
})

describe('the reason in the header', () => {
  test('the reason in the header is followed by the hint', () => {
    expect(answer('invalid_request', 'kv', {}, { hint: 'ask again' }).header('X-Emulator-Reason')).toBe(
      'Why.; ask again',
    )
    expect(answer('invalid_request', 'kv').header('X-Emulator-Reason')).toBe('Why.')
  })
})
