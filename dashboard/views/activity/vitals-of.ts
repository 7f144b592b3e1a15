import type { RequestSummary } from '../../../src/admin/request-json.js'
import { grouped } from '../../lib/groups.js'

/** Reasons for failures, each with a filter that finds them. */
export interface Reason {
  readonly text: string
  readonly query: Readonly<Record<string, string>>
  readonly count: number
  readonly isFailed: boolean
}

export interface Vitals {
  readonly ok: number
  readonly refused: number
  readonly failed: number
  /** Real ms. Undefined if there are no requests. */
  readonly p50: number | undefined
  readonly p95: number | undefined
  /** Most frequent first. */
  readonly reasons: readonly Reason[]
}

export const hasFailed = ({ status }: Pick<RequestSummary, 'status'>): boolean =>
  status === null || status >= 500

export function vitalsOf(requests: readonly RequestSummary[]): Vitals {
  const failed = requests.filter(hasFailed).length
  const refused = requests.filter(({ status }) => status !== null && status >= 400 && status < 500).length
  const waits = requests.map(({ durationMs, heldMs = 0 }) => durationMs + heldMs).sort((a, b) => a - b)
  return {
    ok: requests.length - failed - refused,
    refused,
    failed,
    p50: waits[Math.ceil(waits.length * 0.5) - 1],
    p95: waits[Math.ceil(waits.length * 0.95) - 1],
    reasons: reasonsOf(requests),
  }
}

function reasonsOf(requests: readonly RequestSummary[]): readonly Reason[] {
  const reasons = new Map<string, Reason>()
  for (const request of requests) {
    const { status, outcome, fault } = request
    if (status !== null && status < 400) continue
    const isOfFault = fault !== undefined
    const text = isOfFault ? `fault ${fault}` : outcome.replaceAll('_', ' ')
    const { count } = reasons.get(text) ?? { count: 0 }
    const query = isOfFault ? { fault } : { outcome }
    reasons.set(text, { text, query, count: count + 1, isFailed: hasFailed(request) })
  }
  return [...reasons.values()].sort((one, other) => other.count - one.count)
}

interface User {
  readonly credential: string
  readonly share: number
}

export function mostOf(requests: readonly RequestSummary[], namespace: string): User | undefined {
  const own = requests.filter(({ path }) => path.split('/')[3] === encodeURIComponent(namespace))
  const [most] = grouped(own, ({ credential }) => credential ?? '')
    .filter(([first]) => first?.credential !== null)
    .sort((one, other) => other.length - one.length)
  const credential = most?.[0]?.credential
  if (most === undefined || typeof credential !== 'string') return undefined
  return { credential, share: most.length / own.length }
}
