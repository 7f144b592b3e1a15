import type { Refusal, RefusalCode, ServiceRefusalCode } from '../core/refusal.js'
import type { Gaps } from '../domain/profile/gaps.js'
import { serviceRefusal, serviceRefusals } from '../domain/refusals/refusals.js'
import type { Reply } from '../domain/requests/reply.js'
import type { ServedService } from './call.js'
import type { ServiceErrors } from './service.js'

/** In characters. */
const REASON_LENGTH_MAX = 200

/** Codes for statuses that have none in the contract or the profile. */
export const COMMON_CODES: Readonly<Record<number, string>> = {
  405: 'method_not_allowed',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
}

/** Returns a reply with the refusal's status, a body in the service's format, and the reason in a header. */
export function refuse(refusal: Refusal, { errors }: ServedService, gaps: Gaps): Reply {
  const status = statusOfRefusal(refusal, errors, gaps)
  const code = ownCode(refusal, status, errors) ?? errors.codeOf(status, gaps)
  const { reason, details } = refusal
  const headers = [
    'X-Emulator-Reason',
    reasonHeader(details.hint === undefined ? reason : `${reason}; ${details.hint}`),
  ]
  const retryAfter = retryAfterSeconds(refusal, gaps)
  if (retryAfter !== undefined) headers.push('Retry-After', String(retryAfter))
  if (status === 405) headers.push('Allow', (refusal.details.allow ?? []).join(', '))
  const message = messageOf(refusal.code, status, errors)
  return { status, headers, body: errors.body(code, message, gaps), refusal }
}

/** Escapes everything except printable ASCII, and truncates long text. */
export function reasonHeader(sentence: string): string {
  const escaped = sentence.replace(/[^\x20-\x7e]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0
    return `\\u{${point.toString(16)}}`
  })
  return escaped.length <= REASON_LENGTH_MAX ? escaped : `${escaped.slice(0, REASON_LENGTH_MAX - 3)}...`
}

/**
 * Returns the cause's own code if that takes precedence over the status's (docs/CONTRACT.md E-4, E-5, E-9;
 * docs/DESIGN.md section 5, Not shown).
 */
function ownCode({ code }: Refusal, status: number, { codes }: ServiceErrors): string | undefined {
  if (code === 'monthly_quota_exceeded' || code === 'namespace_storage_quota_exceeded') return code
  return code === 'not_emulated' && status === 501 ? code : codes?.[code]
}

export function codeByStatus(
  codes: Readonly<Record<string, string | null>>,
  status: number,
): string | null | undefined {
  return codes[status >= 500 ? '5xx' : status]
}

function retryAfterSeconds(refusal: Refusal, gaps: Gaps): number | undefined {
  if (refusal.code === 'monthly_quota_exceeded' && !gaps.decide('kv.quotaRetryAfter')) return undefined
  if (refusal.code === 'rate_limited' && !gaps.decide('database.rateLimitRetryAfter')) return undefined
  return refusal.details.retryAfterSeconds
}

/** Codes that only admin calls use never get here. */
export function statusOf(code: RefusalCode, { statuses }: ServiceErrors, gaps: Gaps): number {
  const known = serviceRefusal(code) === undefined ? 'internal_error' : (code as ServiceRefusalCode)
  const status = statuses?.[known] ?? serviceRefusals[known].status
  return typeof status === 'number' ? status : status(gaps)
}

/** An unknown path has no methods, so it can't be answered with a 405 (docs/gaps.md, http.notShown). */
function statusOfRefusal({ code, details }: Refusal, errors: ServiceErrors, gaps: Gaps): number {
  if (code === 'not_emulated' && errors.notShown !== undefined) return errors.notShown(details.allow ?? [])
  const status = statusOf(code, errors, gaps)
  return status === 405 && (details.allow ?? []).length === 0 ? 404 : status
}

/** For each status, the refusal whose message fits best. */
const CAUSES: Readonly<Record<number, ServiceRefusalCode>> = {
  400: 'invalid_request',
  401: 'credential_invalid',
  403: 'scope_insufficient',
  409: 'conflict',
  413: 'too_large',
  415: 'media_type_unsupported',
  422: 'body_invalid',
  429: 'rate_limited',
  501: 'not_emulated',
  503: 'out_of_memory',
}

/** Messages for statuses that are only sent by faults. */
const MESSAGES: Readonly<Record<number, string>> = {
  404: 'The requested resource does not exist.',
  405: 'The method is not allowed for this path.',
  408: 'The request did not arrive in time.',
  414: 'The path of the request is too long.',
  417: 'The expectation of the request cannot be met.',
  431: 'The headers of the request are too large.',
  502: 'The service received no valid answer; try again later.',
  504: 'The service did not answer in time; try again later.',
}

export function messageFor(status: number, errors: ServiceErrors): string {
  const own = errors.messages?.[status] ?? MESSAGES[status]
  return (
    own ?? messageOf(CAUSES[status] ?? (status < 500 ? 'invalid_request' : 'internal_error'), status, errors)
  )
}

export function messageOf(code: RefusalCode, status: number, errors: ServiceErrors): string {
  if (code === 'not_emulated' && status !== 501) return messageFor(status, errors)
  const known = serviceRefusal(code) === undefined ? 'internal_error' : (code as ServiceRefusalCode)
  const shown = serviceRefusals[known].hiddenBy?.[status] ?? known
  return errors.messages?.[shown] ?? serviceRefusals[shown].message
}
