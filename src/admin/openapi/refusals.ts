import { described, type JsonSchema, no, object, ref, text } from '../../contract/json-schema.js'
import { valueAt } from '../../core/objects.js'
import { Refusal, type RefusalCode } from '../../core/refusal.js'
import { Gaps } from '../../domain/profile/gaps.js'
import type { Profile } from '../../domain/profile/profile.js'
import { summaryOf } from '../../domain/refusals/refusals.js'
import { refusalsOf } from '../../inspect/explain.js'
import type { ServedOperation, ServedService } from '../../request/call.js'
import { refuse, statusOf } from '../../request/errors.js'

/** Only used in examples. */
const RETRY_AFTER_S = 30

const reasonHeader = {
  description: "A sentence that says why the request was refused. Escaped if it isn't ASCII.",
  required: true,
  schema: text,
}

const challengeHeader = {
  description: "The credential you need: either Bearer or a key's header.",
  required: true,
  schema: text,
}

const retryAfterHeader = {
  description: 'The number of seconds until the same request can succeed. Only sent if the profile says so.',
  schema: { type: 'integer', minimum: 0 },
}

/**
 * Builds an operation's error responses by status, based on its checks and the contract. The examples come from the
 * same code that answers requests.
 */
export function errorResponses(
  operation: ServedOperation,
  service: ServedService,
  profile: Profile,
): Readonly<Record<string, object>> {
  return responsesByStatus(
    codesOf(operation, profile),
    (code) => statusOf(code, service.errors, new Gaps(profile)),
    (codes, status) => errorResponse(status, codes, service, profile),
  )
}

/** Statuses for transient server errors. Many generators don't understand a range like 5XX. */
const TRANSIENT = ['500', '503']

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

function codesOf(operation: ServedOperation, profile: Profile): RefusalCode[] {
  const atGates = refusalsOf(operation, profile.kv.listWithScopedKey)
  // The two stores refuse broken percent-encoding in any path, even if the operation takes no parameters.
  const beside: RefusalCode[] =
    operation.credential === 'database-key'
      ? ['conflict', 'internal_error']
      : ['parameter_invalid', 'internal_error']
  const codes = new Set<RefusalCode>([...atGates, 'invalid_request', ...beside])
  return [...codes].filter((code) => canHappen(code, operation, profile))
}

/** Operations share gates, but not every operation can be refused with all of a gate's codes. */
function canHappen(code: RefusalCode, operation: ServedOperation, profile: Profile): boolean {
  const { method, path, service, credential } = operation
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
      return credential !== 'database-key' || (method === 'GET' && !path.includes('{'))
    case 'entry_missing':
      return method !== 'DELETE' || valueAt(profile, [service, 'deleteMissing']) !== 'ok'
    default:
      return true
  }
}

function errorResponse(
  status: string,
  codes: readonly RefusalCode[],
  service: ServedService,
  profile: Profile,
): object {
  const examples = codes.map((code) => [code, exampleOf(code, service, profile)])
  return {
    description: codes.map((code) => summaryOf(code)).join(' '),
    headers: {
      'X-Emulator-Reason': reasonHeader,
      ...(status === '401' && profile.auth.challenge ? { 'WWW-Authenticate': challengeHeader } : {}),
      ...(status === '429' || TRANSIENT.includes(status) ? { 'Retry-After': retryAfterHeader } : {}),
    },
    content: {
      'application/json': { schema: ref(service.errors.schema), examples: Object.fromEntries(examples) },
    },
  }
}

/** They only contain a code if the service has one for that error. */
export const errorSchemas = ({ errors: { shape } }: Profile): Readonly<Record<string, JsonSchema>> => ({
  Error: {
    flat: object({ ok: no, message: text }, { error: text }),
    nested: object({ ok: no, error: object({ message: text }, { code: text }) }),
    code: object({ ok: no, message: text }, { code: text }),
  }[shape],
  DatabaseError: object({ error: text, message: text }),
})

function exampleOf(code: RefusalCode, service: ServedService, profile: Profile): object {
  const refusal = new Refusal(code, summaryOf(code), { retryAfterSeconds: RETRY_AFTER_S })
  const { body = '' } = refuse(refusal, service, new Gaps(profile))
  return { value: JSON.parse(body) }
}

/** Sent with every page other than the last one. */
export const nextHeader = {
  description: "Only sent if there's another page. Send this opaque value back unchanged to get it.",
  schema: described('A cursor or a URL.', text),
}
