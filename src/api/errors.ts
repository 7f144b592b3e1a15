import { objectText } from '../core/json-text.js'
import type { Refusal, RefusalCode, ServiceRefusalCode } from '../core/refusal.js'
import type { Profile } from '../domain/profile/profile.js'
import { textOf } from '../wording/refusals.js'
import type { Reply } from './message.js'

export type Interface = 'A' | 'B' | 'C'

/** The longest X-Emulator-Reason, in characters. */
const REASON_LENGTH_MAX = 200

/** Codes of statuses for which neither the contract nor the profile has one. */
const COMMON_CODES: Readonly<Record<number, string>> = {
  405: 'method_not_allowed',
  415: 'unsupported_media_type',
  501: 'not_emulated',
}
const FURTHER_CODES = {
  AB: { ...COMMON_CODES, 409: 'conflict', 429: 'rate_limited' } as Readonly<Record<number, string>>,
  C: COMMON_CODES,
}

/** The answer to a refused request: status, body in the interface's shape, and the reason. */
export function refuse(refusal: Refusal, interface_: Interface, profile: Profile): Reply {
  const status = statusOf(refusal.code, profile)
  const code = ownCode(refusal, interface_) ?? codeFor(interface_, status, profile)
  const { reason, hint } = textOf(refusal)
  const message = hint === undefined ? reason : `${reason}; ${hint}`
  const headers = ['X-Emulator-Reason', reasonHeader(message)]
  const retryAfter = retryAfterSeconds(refusal, profile)
  if (retryAfter !== undefined) headers.push('Retry-After', String(retryAfter))
  if (status === 405) headers.push('Allow', (refusal.details.allow ?? []).join(', '))
  return { status, headers, body: errorBody(interface_, code, message, profile), refusal }
}

/** The error body of an interface (docs/CONTRACT.md E-7; the shape of A and B is gap N-17). */
export function errorBody(interface_: Interface, code: string, message: string, profile: Profile): string {
  const error = ['error', JSON.stringify(code), 'message', JSON.stringify(message)]
  if (interface_ === 'C') return objectText(error)
  switch (profile.errors.shape) {
    case 'flat':
      return objectText(['ok', 'false', ...error])
    case 'nested':
      return objectText(['ok', 'false', 'error', objectText(['code', ...error.slice(1)])])
    case 'code':
      return objectText(['ok', 'false', 'code', ...error.slice(1)])
  }
}

/** A sentence as a header value: escaped where it is no printable ASCII, and cut to its bound. */
export function reasonHeader(sentence: string): string {
  const escaped = sentence.replace(/[^\x20-\x7e]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0
    return `\\u{${point.toString(16)}}`
  })
  return escaped.length <= REASON_LENGTH_MAX ? escaped : `${escaped.slice(0, REASON_LENGTH_MAX - 3)}...`
}

/** Codes that the contract names by their cause, not by status (docs/CONTRACT.md E-4, E-5, E-9). */
function ownCode({ code }: Refusal, interface_: Interface): string | undefined {
  if (code === 'monthly_quota_exceeded' || code === 'namespace_storage_quota_exceeded') return code
  if (code === 'body_invalid' && interface_ === 'C') return 'validation_error'
  return undefined
}

/** The code that an interface sends with a status (docs/CONTRACT.md section E, and the profile for gaps N-17, N-18). */
export function codeFor(interface_: Interface, status: number, profile: Profile): string {
  if (interface_ === 'C') {
    if (status === 400) return 'invalid_request'
    if (status === 404) return 'not_found'
    return FURTHER_CODES.C[status] ?? codeByStatus(profile.database.codes, status)
  }
  if (interface_ === 'A' && status === 429) return 'monthly_quota_exceeded'
  return FURTHER_CODES.AB[status] ?? codeByStatus(profile.errors.codes, status)
}

function codeByStatus(codes: Readonly<Record<string, string>>, status: number): string {
  return codes[status] ?? codes['5xx'] ?? 'internal_error'
}

function retryAfterSeconds(refusal: Refusal, profile: Profile): number | undefined {
  if (refusal.code === 'monthly_quota_exceeded' && !profile.kv.quotaRetryAfter) return undefined
  if (refusal.code === 'rate_limited' && !profile.database.rateLimitRetryAfter) return undefined
  return refusal.details.retryAfterSeconds
}

/**
 * The HTTP status of every refusal of the services: the one place that decides it. Where the contract leaves it open,
 * the profile does.
 */
const STATUSES: Readonly<Record<ServiceRefusalCode, number | ((profile: Profile) => number)>> = {
  credential_missing: 401,
  credential_invalid: 401,
  credential_foreign: (profile) => profile.auth.foreignKey,
  scoped_key_not_accepted: (profile) => (profile.kv.listWithScopedKey === 403 ? 403 : 401),
  scope_insufficient: 403,
  owner_mismatch: (profile) => profile.auth.notOwner,
  resource_missing: 404,
  entry_missing: 404,
  record_missing: 404,
  record_out_of_scope: (profile) => profile.database.scopedOut,
  collection_out_of_scope: 403,
  monthly_quota_exceeded: 429,
  namespace_storage_quota_exceeded: 403,
  rate_limited: 429,
  body_malformed: 400,
  body_invalid: 400,
  parameter_invalid: 400,
  record_id_invalid: (profile) => profile.database.documentIdInvalid,
  too_large: 413,
  media_type_unsupported: 415,
  invalid_request: 400,
  not_emulated: (profile) => profile.http.notShown,
  conflict: 409,
  internal_error: 500,
}

/** The status that a request to the services is refused with; the codes of the admin interface never reach it. */
export function statusOf(code: RefusalCode, profile: Profile): number {
  const status = code in STATUSES ? STATUSES[code as ServiceRefusalCode] : STATUSES.internal_error
  return typeof status === 'number' ? status : status(profile)
}
