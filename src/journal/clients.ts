import type { RequestRecord } from '../api/record.js'
import { grouped } from '../core/grouped.js'
import { agentOf } from './filters.js'
import { maskJwt } from './mask.js'

/** What one client sent: requests with one credential and one User-Agent. */
export interface Client {
  /** The API key as it was sent, or the owner of the token; null if it sent none. */
  readonly credential: string | null
  /** '' if it sent none. */
  readonly userAgent: string
  readonly requests: number
  /** Those that were answered 4xx or 5xx, or not at all. */
  readonly refused: number
  /** Requests in a minute of virtual time; null if all came at one instant. */
  readonly perMinute: number | null
  /** What it asked for most, and how often. */
  readonly most: { readonly method: string; readonly path: string; readonly count: number }
  /** Ms from an answer to its next request, real or virtual: the larger; null for a single request. */
  readonly shortestPauseMs: number | null
  readonly lastId: string
}

/**
 * The clients that sent these requests, the busiest first.
 *
 * @param records oldest first
 */
export function clientsOf(records: readonly RequestRecord[]): Client[] {
  const clients = [...grouped(records, ({ credential }) => credential)].flatMap(([credential, sent]) =>
    [...grouped(sent, agentOf)].map(([userAgent, own]) => clientOf(credential, userAgent, own)),
  )
  return clients.sort((one, other) => other.requests - one.requests)
}

const MINUTE_MS = 60_000

function clientOf(credential: string | null, userAgent: string, own: readonly RequestRecord[]): Client {
  const lastedMs = (own.at(-1)?.at ?? 0) - (own[0]?.at ?? 0)
  const alike = [...grouped(own, ({ method, path }) => `${method} ${path}`).values()]
  const [most = []] = alike.sort((one, other) => other.length - one.length)
  const pauses = own.slice(1).map((record, index) => waitedMs(own[index] ?? record, record))
  return {
    credential: credential === null ? null : maskJwt(credential),
    userAgent,
    requests: own.length,
    refused: own.filter(({ status }) => status === null || status >= 400).length,
    perMinute: lastedMs > 0 ? ((own.length - 1) * MINUTE_MS) / lastedMs : null,
    most: { method: most[0]?.method ?? '', path: maskJwt(most[0]?.path ?? ''), count: most.length },
    shortestPauseMs: pauses.length === 0 ? null : Math.max(0, Math.round(Math.min(...pauses))),
    lastId: own.at(-1)?.id ?? '',
  }
}

/** Ms from an answer to a later request by the real or by the virtual clock: the larger. */
function waitedMs(earlier: RequestRecord, later: RequestRecord): number {
  const answeredMs = earlier.arrivedMs + earlier.durationMs + (earlier.faultAction?.delayMs ?? 0)
  const [movedMs, apartMs] = [later.at - earlier.at, later.arrivedMs - earlier.arrivedMs]
  // By less, the virtual clock ran along with real time.
  return Math.max(later.arrivedMs - answeredMs, movedMs > apartMs + EARLY_MS ? movedMs : 0)
}

/** How early a timer may fire. */
const EARLY_MS = 2
