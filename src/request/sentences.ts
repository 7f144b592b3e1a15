import type { ServiceName } from '../contract/operations.js'
import type { RefusalCode, ServiceRefusalCode } from '../core/refusal.js'

/**
 * The messages of error bodies: sentences that the services could say. They name nothing of the emulator and nothing
 * of other owners; X-Emulator-Reason has the reason for the person who tests (docs/DESIGN.md section 5, Reasons).
 */

type Sentences = Readonly<Record<ServiceName, string>>

const same = (sentence: string): Sentences => ({ kv: sentence, config: sentence, documents: sentence })

const UNAUTHORIZED: Sentences = {
  ...same('The auth header is missing or invalid.'),
  documents: 'The API key is missing or invalid.',
}
const FORBIDDEN: Sentences = {
  ...same('The scope of the key does not allow this operation.'),
  documents: 'The API key does not allow access to this resource.',
}
const UNAVAILABLE = same('The service is temporarily unavailable; try again later.')
const NO_RECORD = same('The project or document does not exist.')

/** A row for each cause; causes that the contract answers alike (docs/CONTRACT.md section E) read alike. */
const BY_CODE: Readonly<Record<ServiceRefusalCode, Sentences>> = {
  credential_missing: UNAUTHORIZED,
  credential_invalid: UNAUTHORIZED,
  credential_foreign: same('The key is not for this namespace or store.'),
  scoped_key_not_accepted: UNAUTHORIZED,
  scope_insufficient: FORBIDDEN,
  owner_mismatch: same('The token does not allow access to this namespace.'),
  resource_missing: { ...same('The namespace does not exist.'), config: 'The store does not exist.' },
  entry_missing: { ...same('The key does not exist.'), kv: 'The key does not exist or has expired.' },
  record_missing: NO_RECORD,
  record_out_of_scope: FORBIDDEN,
  collection_out_of_scope: FORBIDDEN,
  monthly_quota_exceeded: same('The monthly limit of the namespace is reached.'),
  namespace_storage_quota_exceeded: same('The storage limit of the namespace is reached.'),
  rate_limited: same('Too many requests; try again later.'),
  body_malformed: same('The request body is not valid JSON.'),
  body_invalid: same('A field of the request body is missing or invalid.'),
  parameter_invalid: same('A parameter of the request is invalid.'),
  record_id_invalid: same('A parameter of the request is invalid.'),
  too_large: same('The request is too large.'),
  key_refused: same('The key is too long, or has characters that keys may not have.'),
  media_type_unsupported: same('The media type of the request body is not supported.'),
  invalid_request: same('The request is invalid.'),
  not_emulated: same('This operation is not available.'),
  conflict: same('The request conflicts with the present state; try again.'),
  out_of_memory: UNAVAILABLE,
  internal_error: same('An internal error occurred; try again later.'),
}

/** Causes that another one hides: with that status, a refusal reads like the other. */
const HIDDEN_BY: Partial<Record<RefusalCode, Readonly<Record<number, ServiceRefusalCode>>>> = {
  credential_foreign: { 401: 'credential_invalid', 404: 'resource_missing' },
  scoped_key_not_accepted: { 403: 'scope_insufficient' },
  owner_mismatch: { 404: 'resource_missing' },
  record_out_of_scope: { 404: 'record_missing' },
  record_id_invalid: { 404: 'record_missing' },
  key_refused: { 404: 'entry_missing' },
}

/** The sentences of statuses that are sent for no cause of the service's own, as a fault sends them. */
const BY_STATUS: Readonly<Record<number, ServiceRefusalCode | Sentences>> = {
  400: 'invalid_request',
  401: 'credential_invalid',
  403: 'scope_insufficient',
  404: { ...same('The requested resource does not exist.'), documents: NO_RECORD.documents },
  405: same('The method is not allowed for this path.'),
  408: same('The request did not arrive in time.'),
  409: 'conflict',
  413: 'too_large',
  414: same('The path of the request is too long.'),
  415: 'media_type_unsupported',
  417: same('The expectation of the request cannot be met.'),
  422: 'body_invalid',
  429: 'rate_limited',
  431: same('The headers of the request are too large.'),
  501: 'not_emulated',
  502: same('The service received no valid answer; try again later.'),
  503: 'out_of_memory',
  504: same('The service did not answer in time; try again later.'),
}

/** The message of a refusal with the status that it is answered with. Codes of the admin interface never come here. */
export function sentenceOf(code: RefusalCode, status: number, service: ServiceName): string {
  if (code === 'not_emulated' && status !== 501) return sentenceFor(status, service)
  const shown = HIDDEN_BY[code]?.[status] ?? code
  const sentences = shown in BY_CODE ? BY_CODE[shown as ServiceRefusalCode] : BY_CODE.internal_error
  return sentences[service]
}

/** The message of an error status without a cause. */
export function sentenceFor(status: number, service: ServiceName): string {
  const row = BY_STATUS[status] ?? (status < 500 ? 'invalid_request' : 'internal_error')
  return (typeof row === 'string' ? BY_CODE[row] : row)[service]
}
