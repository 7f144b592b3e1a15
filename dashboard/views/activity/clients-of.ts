import type { RequestSummary } from '../../../src/admin/request-json.js'
import { grouped } from '../../lib/groups.js'

/** Everything with the same credential and User-Agent. */
export type Client = ReturnType<typeof clientOf>

/**
 * Busiest first.
 *
 * @param requests newest first
 */
export const clientsOf = (requests: readonly RequestSummary[]): readonly Client[] =>
  grouped(requests, ({ credential, userAgent }) => JSON.stringify([credential, userAgent]))
    .map((own) => clientOf(own.toReversed()))
    .sort((one, other) => other.requests - one.requests)

const MINUTE_MS = 60_000

function clientOf(own: readonly RequestSummary[]) {
  const [first] = own
  const lastedMs = (own.at(-1)?.at ?? 0) - (first?.at ?? 0)
  const alike = grouped(own, ({ method, path }) => `${method} ${path}`)
  const [most = []] = alike.sort((one, other) => other.length - one.length)
  const pauses = own.slice(1).map((request, index) => pauseBetween(own[index] ?? request, request))
  return {
    credential: first?.credential ?? null,
    userAgent: first?.userAgent ?? '',
    requests: own.length,
    refused: own.filter(({ status }) => status === null || status >= 400).length,
    /** In virtual time. Undefined if all requests came in at the same instant. */
    perMinute: lastedMs > 0 ? ((own.length - 1) * MINUTE_MS) / lastedMs : undefined,
    most: { method: most[0]?.method ?? '', path: most[0]?.path ?? '', count: most.length },
    /** Ms from a response to the next request, in real or virtual time, whichever is longer. */
    shortestPauseMs: pauses.length === 0 ? undefined : Math.max(0, Math.round(Math.min(...pauses))),
  }
}

/**
 * Timers may fire this many ms early. If virtual time isn't ahead by more than that, it just kept pace with real time.
 */
const EARLY_MS = 2

function pauseBetween(earlier: RequestSummary, later: RequestSummary): number {
  const [movedMs, apartMs] = [later.at - earlier.at, later.arrivedMs - earlier.arrivedMs]
  const realMs = apartMs - earlier.durationMs - (earlier.heldMs ?? 0)
  return Math.max(realMs, movedMs > apartMs + EARLY_MS ? movedMs : 0)
}
