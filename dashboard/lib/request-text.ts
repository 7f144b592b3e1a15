import type { RequestSummary } from '../../src/admin/request-json.js'
import { connectionFaults, isEndless } from '../../src/domain/faults/connection-faults.js'
import { duration, span } from './format.js'
import { visible } from './visible-text.js'

type Request = Pick<
  RequestSummary,
  | 'at'
  | 'path'
  | 'status'
  | 'outcome'
  | 'absence'
  | 'reason'
  | 'expiredAt'
  | 'fault'
  | 'heldMs'
  | 'ended'
  | 'connection'
  | 'durationMs'
>

/** "/v1/kv/ns_a/flag:checkout", decoded. Invisible characters are escaped. */
export const pathText = (path: string): string => path.split('/').map(segmentText).join('/')

/** Splits "ns_a" from "flag:checkout", and "/documents/" from "7". */
export interface PathSubject {
  readonly holder: string
  readonly key: string
  readonly isOfStore: boolean
}

export function subjectOfPath(path: string): PathSubject {
  const segments = path.split('/').map(segmentText)
  if (/^\/v1\/(?:kv|ec)\/[^/]/.test(path)) {
    const [, , , holder = '', ...key] = segments
    return key.length === 0
      ? { holder: '', key: holder, isOfStore: true }
      : { holder, key: key.join('/'), isOfStore: true }
  }
  const key = segments.pop() ?? ''
  return { holder: `${segments.join('/')}/`, key, isOfStore: false }
}

/** "ns_a › flag:checkout". Outside namespaces and stores, this is the whole path. */
export function subjectText(path: string): string {
  const { holder, key, isOfStore } = subjectOfPath(path)
  return isOfStore && holder !== '' ? `${holder} › ${key}` : holder + key
}

/** Don't decode an escaped slash, which would change the path. */
function segmentText(segment: string): string {
  try {
    const text = decodeURIComponent(segment)
    return text.includes('/') ? visible(segment) : visible(text)
  } catch {
    return visible(segment)
  }
}

/** The browser or the first product in the User-Agent, or else the credential. */
export function clientText({
  userAgent,
  credential,
}: Pick<RequestSummary, 'userAgent' | 'credential'>): string {
  if (userAgent === undefined) return visible(credential ?? '')
  const browser = /(?:Firefox|Edg|Chrome|Safari)\/\d+/.exec(userAgent)?.[0]
  return visible(browser ?? userAgent.split(' ')[0] ?? '')
}

/** "reset", "waiting", "client left". Undefined if no fault was involved. */
export function endText({ ended, connection, fault, heldMs }: Request): string | undefined {
  if (ended === 'waiting') return isEndless(connection) ? 'hangs' : 'waiting'
  if (ended === 'aborted') return isEndless(connection) ? 'hung, client left' : 'client left'
  if (connection !== undefined) return connectionFaults[connection].ended
  if (fault === undefined) return undefined
  return heldMs === undefined ? undefined : 'answered late'
}

/** "0.4 ms", "0.4 ms + 800 ms held by f_1" */
export function tookText({ durationMs, heldMs, fault, ended }: Request): string {
  if (heldMs === undefined) return duration(durationMs)
  const soFar = ended === 'waiting' ? ' so far' : ''
  return `${duration(durationMs)} + ${duration(heldMs)} held by ${fault}${soFar}`
}

/** "ok", "expired 3 s before", "quota exceeded" */
export function outcomeText(request: Request): string {
  const { outcome, status, reason, absence } = request
  // Users' own services have reasons for their refusals, but no codes.
  if (outcome === `http_${status}` && reason !== undefined) return reason
  return expiryText(request) ?? absence ?? outcome.replaceAll('_', ' ')
}

/** "expired 3 s before". Undefined if the entry hadn't expired. */
export function expiryText({ expiredAt, at }: Pick<Request, 'expiredAt' | 'at'>): string | undefined {
  if (expiredAt === undefined) return undefined
  return expiredAt === at ? 'expired just then' : `expired ${span(at - expiredAt)} before`
}

/** "it expired" → "It expired." */
export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

export const isFailure = ({ status }: Pick<RequestSummary, 'status'>): boolean =>
  status === null || status >= 400
