import { MORE_MEMORY } from '../../core/heap.js'
import type { AdminRefusalCode, RefusalCode, ServiceRefusalCode } from '../../core/refusal.js'
import type { Gaps } from '../profile/gaps.js'
import {
  type FindFixes,
  type Fix,
  foreignOwner,
  keyForList,
  missingEntry,
  missingRecord,
  missingResource,
  narrowCredential,
  otherBody,
  otherCredentials,
  otherMediaType,
  type RefusedOperation,
  strangeKey,
  tooLarge,
  unknownCredential,
  usedQuota,
  usedRate,
  usedStorage,
} from './fixes.js'

interface AdminRefusal {
  readonly status: number
  /** One sentence about the cause, for the documentation. */
  readonly summary: string
}

interface ServiceRefusal {
  /** A function if the contract leaves the status to the profile. */
  readonly status: number | ((gaps: Gaps) => number)
  readonly summary: string
  /**
   * For the error body. It should be something the real service could say, so it mentions neither the emulator nor
   * other owners. `X-Emulator-Reason` explains the refusal to the tester (docs/DESIGN.md section 5, Reasons). Causes
   * that the contract doesn't distinguish have the same message (docs/CONTRACT.md section E).
   */
  readonly message: string
  /** For these statuses, the refusal has to look like a different one, so that it doesn't give away the cause. */
  readonly hiddenBy?: Readonly<Record<number, ServiceRefusalCode>>
  /** Ways to avoid the refusal next time. A function if they depend on the operation. */
  readonly fixes: FindFixes | readonly Fix[]
  /** Admin calls can be refused for this reason, too. */
  readonly isOfAdmin?: true
}

const UNAUTHORIZED = 'The auth header is missing or invalid.'
const FORBIDDEN = 'The scope of the key does not allow this operation.'

/** A service can override `status` and `message` in its `errors`. */
export const serviceRefusals: Readonly<Record<ServiceRefusalCode, ServiceRefusal>> = {
  credential_missing: {
    status: 401,
    summary: 'The credential is missing.',
    message: UNAUTHORIZED,
    fixes: otherCredentials,
  },
  credential_invalid: {
    status: 401,
    summary: 'The credential is not known, not valid, or was sent twice.',
    message: UNAUTHORIZED,
    fixes: unknownCredential,
  },
  credential_foreign: {
    status: (gaps) => gaps.decide('auth.foreignKey'),
    summary: 'The key belongs to another namespace or store.',
    message: 'The key is not for this namespace or store.',
    hiddenBy: { 401: 'credential_invalid', 404: 'resource_missing' },
    fixes: otherCredentials,
  },
  scoped_key_not_accepted: {
    status: (gaps) => (gaps.decide('kv.listWithScopedKey') === 403 ? 403 : 401),
    summary: 'Keys are listed with a bearer token, not with an API key.',
    message: UNAUTHORIZED,
    hiddenBy: { 403: 'scope_insufficient' },
    fixes: keyForList,
  },
  scope_insufficient: {
    status: 403,
    summary: 'The scope of the key does not allow this.',
    message: FORBIDDEN,
    fixes: narrowCredential,
  },
  owner_mismatch: {
    status: (gaps) => gaps.decide('auth.notOwner'),
    summary: 'The namespace belongs to somebody else.',
    message: 'The token does not allow access to this namespace.',
    hiddenBy: { 404: 'resource_missing' },
    fixes: foreignOwner,
  },
  resource_missing: {
    status: 404,
    summary: 'There is no such namespace or store.',
    message: 'The namespace does not exist.',
    fixes: missingResource,
  },
  entry_missing: {
    status: 404,
    summary: 'The key is missing or expired.',
    message: 'The key does not exist.',
    fixes: missingEntry,
  },
  record_missing: {
    status: 404,
    summary: 'There is no such project or document.',
    message: 'The project or document does not exist.',
    fixes: missingRecord,
  },
  record_out_of_scope: {
    status: (gaps) => gaps.decide('database.scopedOut'),
    summary: 'The record is outside the scope of the API key.',
    message: FORBIDDEN,
    hiddenBy: { 404: 'record_missing' },
    fixes: narrowCredential,
  },
  collection_out_of_scope: {
    status: 403,
    summary: 'Nothing in the collection is within the scope of the API key.',
    message: FORBIDDEN,
    fixes: narrowCredential,
  },
  monthly_quota_exceeded: {
    status: 429,
    summary: 'The monthly limit is reached.',
    message: 'The monthly limit of the namespace is reached.',
    fixes: usedQuota,
  },
  namespace_storage_quota_exceeded: {
    status: 403,
    summary: 'The storage limit of the namespace is reached.',
    message: 'The storage limit of the namespace is reached.',
    fixes: usedStorage,
  },
  rate_limited: {
    status: 429,
    summary: 'The rate limit is reached; retry with backoff and jitter.',
    message: 'Too many requests; try again later.',
    fixes: usedRate,
  },
  body_malformed: {
    status: 400,
    summary: 'The body is not valid JSON.',
    message: 'The request body is not valid JSON.',
    fixes: otherBody,
  },
  body_invalid: {
    status: 400,
    summary: 'A member of the body is missing or invalid.',
    message: 'A field of the request body is missing or invalid.',
    fixes: otherBody,
  },
  parameter_invalid: {
    status: 400,
    summary: 'A parameter is invalid, or its percent-encoding is broken.',
    message: 'A parameter of the request is invalid.',
    fixes: [{ text: 'Correct the path or its parameters; see the reason' }],
  },
  record_id_invalid: {
    status: (gaps) => gaps.decide('database.documentIdInvalid'),
    summary: 'The id is not a 64-bit integer.',
    message: 'A parameter of the request is invalid.',
    hiddenBy: { 404: 'record_missing' },
    fixes: [{ text: 'Use an id that is a 64-bit integer' }],
  },
  too_large: {
    status: 413,
    summary: 'The body, the value or the answer is too large.',
    message: 'The request is too large.',
    fixes: tooLarge,
    isOfAdmin: true,
  },
  key_refused: {
    status: (gaps) => gaps.decide('limits.keyStatus'),
    summary: 'The key is too long, or has a character that keys may not have.',
    message: 'The key is too long, or has characters that keys may not have.',
    hiddenBy: { 404: 'entry_missing' },
    fixes: strangeKey,
  },
  media_type_unsupported: {
    status: 415,
    summary: 'The body is not plain JSON, according to its Content-Encoding or Content-Type.',
    message: 'The media type of the request body is not supported.',
    fixes: otherMediaType,
  },
  invalid_request: {
    status: 400,
    summary: 'A field, a parameter or X-Emulator-Fault is invalid.',
    message: 'The request is invalid.',
    fixes: [{ text: 'Correct the request; see the reason' }],
    isOfAdmin: true,
  },
  not_emulated: {
    status: (gaps) => gaps.decide('http.notShown'),
    summary: 'The contract shows no such operation.',
    message: 'This operation is not available.',
    fixes: [{ text: 'Send one of the operations listed by GET /_admin/contract' }],
  },
  conflict: {
    status: 409,
    summary: 'This conflicts with the current state.',
    message: 'The request conflicts with the present state; try again.',
    fixes: [{ text: 'Read the current state and try again' }],
    isOfAdmin: true,
  },
  out_of_memory: {
    status: 503,
    summary: 'The contents of the worlds have reached the memory limit.',
    message: 'The service is temporarily unavailable; try again later.',
    fixes: [
      { text: 'Reset the world, discarding all writes', call: { method: 'POST', path: '/reset' } },
      { text: `Delete worlds, snapshots or entries, or ${MORE_MEMORY}` },
    ],
    isOfAdmin: true,
  },
  internal_error: {
    status: 500,
    summary: 'A transient server error; retry with backoff and jitter.',
    message: 'An internal error occurred; try again later.',
    fixes: [{ text: 'Report this bug in the emulator, with the reason' }],
    isOfAdmin: true,
  },
}

const ofAdmin: Readonly<Record<Exclude<AdminRefusalCode, ServiceRefusalCode>, AdminRefusal>> = {
  invalid_seed: { status: 400, summary: 'The seed has problems; each is reported with its position.' },
  invalid_profile: { status: 400, summary: 'An option does not exist, or its value is not allowed.' },
  not_found: { status: 404, summary: 'The path names something that does not exist.' },
  method_not_allowed: {
    status: 405,
    summary: 'The path does not support this method; the Allow header lists those it does.',
  },
  clock_backwards: { status: 409, summary: 'The clock would go back; allow it with "force": true.' },
  nothing_ahead: { status: 409, summary: 'There is no later expiry or month to go to.' },
  nothing_to_undo: {
    status: 409,
    summary: 'There is no clock move, import, restore or reset to undo.',
  },
  too_old: { status: 410, summary: 'The log no longer goes back to this point.' },
  forbidden_origin: { status: 403, summary: 'The request came from a web page of another origin.' },
  forbidden_host: {
    status: 403,
    summary: 'The Host header is not a host of the emulator; add it with --allow-host, in code allowHosts.',
  },
  unauthorized: {
    status: 401,
    summary: 'The token of --admin-token, in code adminToken, is missing or wrong.',
  },
}

export const serviceRefusal = (code: string): ServiceRefusal | undefined =>
  Object.hasOwn(serviceRefusals, code) ? serviceRefusals[code as ServiceRefusalCode] : undefined

const adminRefusal = (code: string): AdminRefusal | undefined =>
  Object.hasOwn(ofAdmin, code) ? ofAdmin[code as keyof typeof ofAdmin] : undefined

/** Codes that only services use become a bad request (400). */
export function adminStatusOf(code: RefusalCode): number {
  const own = adminRefusal(code)
  if (own !== undefined) return own.status
  const shared = serviceRefusal(code)
  return shared?.isOfAdmin === true && typeof shared.status === 'number' ? shared.status : 400
}

export const summaryOf = (code: RefusalCode): string =>
  (adminRefusal(code) ?? serviceRefusal(code))?.summary ?? ''

export function fixesOf(code: string, call: RefusedOperation | undefined): readonly Fix[] {
  const fixes = serviceRefusal(code)?.fixes ?? []
  if (typeof fixes !== 'function') return fixes
  return call === undefined ? [] : fixes(call)
}
