import { described, type JsonSchema, no, object, ref, text } from '../../contract/json-schema.js'
import type { Operation } from '../../contract/operations.js'
import { Refusal, type RefusalCode } from '../../core/refusal.js'
import { Gaps } from '../../domain/profile/gaps.js'
import type { Profile } from '../../domain/profile/profile.js'
import { refusalsOf } from '../../inspect/explain.js'
import { refuse, statusOf } from '../../request/errors.js'

/** Why a call may be refused, in a sentence: the descriptions of error answers. */
export const REASONS: Readonly<Record<RefusalCode, string>> = {
  credential_missing: 'The credential is missing.',
  credential_invalid: 'The credential is not known, not valid, or was sent twice.',
  credential_foreign: 'The key belongs to another namespace or store.',
  scoped_key_not_accepted: 'Keys are listed with a bearer token, not with an API key.',
  scope_insufficient: 'The scope of the key does not allow this.',
  owner_mismatch: 'The namespace belongs to somebody else.',
  resource_missing: 'There is no such namespace or store.',
  entry_missing: 'The key is missing or expired.',
  record_missing: 'There is no such project or document.',
  record_out_of_scope: 'The record is outside the scope of the API key.',
  collection_out_of_scope: 'Nothing in the collection is within the scope of the API key.',
  monthly_quota_exceeded: 'The monthly limit is reached.',
  namespace_storage_quota_exceeded: 'The storage limit of the namespace is reached.',
  rate_limited: 'The rate limit is reached; retry with backoff and jitter.',
  body_malformed: 'The body is not valid JSON.',
  body_invalid: 'A member of the body is missing or invalid.',
  parameter_invalid: 'A parameter is invalid, or its percent-encoding is broken.',
  record_id_invalid: 'The id is not a whole number of 64 bits.',
  too_large: 'The body, the value or the answer is too large.',
  key_refused: 'The key is too long, or has a character that keys may not have.',
  media_type_unsupported: 'The body is not plain JSON: by its Content-Encoding, or by its Content-Type.',
  not_emulated: 'The contract shows no such operation.',
  invalid_request: 'The request is not understood: a field, a parameter or X-Emulator-Fault.',
  invalid_seed: 'The seed has problems; each is reported with its place.',
  invalid_profile: 'An option does not exist, or has another value than it may.',
  not_found: 'What the path names is not there.',
  method_not_allowed: 'The path has no call of this method; Allow lists those it has.',
  clock_backwards: 'The clock would go back; "force": true lets it.',
  nothing_ahead: 'There is nothing ahead to go to.',
  nothing_to_undo: 'No clock move, import, restore or reset is there to go back before.',
  too_old: 'The log does not reach back to this point any more.',
  forbidden_origin: 'A web page of another origin asked.',
  forbidden_host: 'The Host header names no host of the emulator; --allow-host adds one.',
  unauthorized: 'The token of --admin-token is missing or wrong.',
  conflict: 'This conflicts with the present state.',
  out_of_memory: 'The contents of the worlds take all memory that they may.',
  internal_error: 'A transient server error; retry with backoff and jitter.',
}

/** The seconds that examples of Retry-After show. */
const RETRY_AFTER_S = 30

const reasonHeader = {
  description: 'Why the call was refused, in a sentence; escaped if it is not ASCII.',
  required: true,
  schema: text,
}

const challengeHeader = {
  description: 'The credential that is needed: Bearer, or the header of a key.',
  required: true,
  schema: text,
}

const retryAfterHeader = {
  description: 'Seconds until the same call can succeed; if the emulator is set to send it.',
  schema: { type: 'integer', minimum: 0 },
}

/**
 * The error answers of an operation by status: those of its gates, and those that the contract names beside.
 * Examples are made by what answers calls.
 */
export function errorResponses(operation: Operation, profile: Profile): Readonly<Record<string, object>> {
  return responsesByStatus(
    codesOf(operation, profile),
    (code) => statusOf(code, operation.service, new Gaps(profile)),
    (codes, status) => errorResponse(status, codes, operation, profile),
  )
}

/**
 * The statuses of transient errors of the server; a range such as 5XX is more than many generators
 * understand.
 */
const TRANSIENT = ['500', '503']

/** A response for each status that these refusals come to. */
export function responsesByStatus(
  codes: readonly RefusalCode[],
  statusOf: (code: RefusalCode) => number,
  responseOf: (codes: readonly RefusalCode[], status: string) => object,
): Readonly<Record<string, object>> {
  const byStatus = new Map<string, RefusalCode[]>()
  for (const code of codes) {
    const statuses = code === 'internal_error' ? TRANSIENT : [String(statusOf(code))]
    for (const status of statuses) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, responseOf(group, status)]))
}

function codesOf(operation: Operation, profile: Profile): RefusalCode[] {
  const atGates = refusalsOf(operation, profile.kv.listWithScopedKey)
  // A path of the two stores may be broken if its operation takes nothing else that could be.
  const beside: RefusalCode[] =
    operation.service === 'documents'
      ? ['conflict', 'internal_error']
      : ['parameter_invalid', 'internal_error']
  const codes = new Set<RefusalCode>([...atGates, 'invalid_request', ...beside])
  return [...codes].filter((code) => canHappen(code, operation, profile))
}

/** The gates of several operations share their codes; not every operation can be refused for each. */
function canHappen(code: RefusalCode, operation: Operation, profile: Profile): boolean {
  const { method, path, service } = operation
  const hasBody = method === 'PUT' || method === 'POST'
  const { bodyBytes, valueBytes, keyBytes, keyCharacters } = profile.limits
  switch (code) {
    case 'body_malformed':
    case 'body_invalid':
    case 'media_type_unsupported':
      return hasBody
    case 'too_large':
      return (hasBody && bodyBytes !== null) || (method === 'PUT' && valueBytes !== null)
    case 'key_refused':
      return path.includes('{key}') && (keyBytes !== null || keyCharacters !== null)
    case 'record_id_invalid':
      return path.includes('{documentId}')
    case 'parameter_invalid':
      return service !== 'documents' || (method === 'GET' && !path.includes('{'))
    case 'entry_missing':
      return method !== 'DELETE' || service === 'documents' || profile[service].deleteMissing === 404
    default:
      return true
  }
}

function errorResponse(
  status: string,
  codes: readonly RefusalCode[],
  operation: Operation,
  profile: Profile,
): object {
  const examples = codes.map((code) => [code, exampleOf(code, operation, profile)])
  return {
    description: codes.map((code) => REASONS[code]).join(' '),
    headers: {
      'X-Emulator-Reason': reasonHeader,
      ...(status === '401' && profile.auth.challenge ? { 'WWW-Authenticate': challengeHeader } : {}),
      ...(status === '429' || TRANSIENT.includes(status) ? { 'Retry-After': retryAfterHeader } : {}),
    },
    content: {
      'application/json': { schema: errorSchema(operation), examples: Object.fromEntries(examples) },
    },
  }
}

function errorSchema(operation: Operation): JsonSchema {
  return ref(operation.service === 'documents' ? 'DatabaseError' : 'Error')
}

/** The bodies of errors. The member with the code is there if the service has one for the error. */
export const errorSchemas = ({ errors: { shape } }: Profile): Readonly<Record<string, JsonSchema>> => ({
  Error: {
    flat: object({ ok: no, message: text }, { error: text }),
    nested: object({ ok: no, error: object({ message: text }, { code: text }) }),
    code: object({ ok: no, message: text }, { code: text }),
  }[shape],
  DatabaseError: object({ error: text, message: text }),
})

function exampleOf(code: RefusalCode, operation: Operation, profile: Profile): object {
  const refusal = new Refusal(code, REASONS[code], { retryAfterSeconds: RETRY_AFTER_S })
  const { body = '' } = refuse(refusal, operation.service, new Gaps(profile))
  return { value: JSON.parse(body) }
}

/** The header of a page after which another one exists. */
export const nextHeader = {
  description: 'Only if a further page exists: an opaque value, to be given back as it was received.',
  schema: described('A cursor or a URL.', text),
}
