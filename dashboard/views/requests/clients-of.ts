import { grouped } from '../../../src/core/grouped.js'
import type { Lane, LaneRequest } from '../../../src/journal/conduct/lanes.js'
import { subjectText } from '../../lib/request-text.js'

/** What one client sent: requests with one credential and one User-Agent. */
export interface Client {
  /** The API key as sent, or the owner of the token; null if it sent none. */
  readonly credential: string | null
  /** '' if it sent none. */
  readonly userAgent: string
  readonly requests: number
  /** Those that were answered 4xx or 5xx, or not at all. */
  readonly refused: number
  /** Requests in a minute of virtual time; undefined if all came at one instant. */
  readonly perMinute: number | undefined
  /** What it asked for most, and how often. */
  readonly most: { readonly subject: string; readonly count: number }
  /** The shortest pause after an answer, in ms, real or virtual: the larger; undefined for a single request. */
  readonly shortestPauseMs: number | undefined
  /** How often it came back before the pause was over that Retry-After asked for. */
  readonly early: number
  readonly lastId: string
}

const MINUTE_MS = 60_000

/** The clients in the lanes, the busiest first. */
export function clientsOf(lanes: readonly Lane[]): readonly Client[] {
  const clients = lanes.flatMap(({ client, requests }) =>
    [...grouped(requests, ({ userAgent = '' }) => userAgent)].map(([userAgent, own]) =>
      clientOf(client, userAgent, own),
    ),
  )
  return clients.sort((one, other) => other.requests - one.requests)
}

function clientOf(credential: string | null, userAgent: string, requests: readonly LaneRequest[]): Client {
  const [first, last] = [requests[0], requests.at(-1)]
  const lastedMs = (last?.at ?? 0) - (first?.at ?? 0)
  const bySubject = grouped(requests, ({ method, path }) => `${method} ${subjectText(path)}`)
  const [most] = [...bySubject].sort(([, one], [, other]) => other.length - one.length)
  const pauses = requests.flatMap(({ sinceMs }) => (sinceMs === undefined ? [] : [sinceMs]))
  return {
    credential,
    userAgent,
    requests: requests.length,
    refused: requests.filter(({ status }) => status === null || status >= 400).length,
    perMinute: lastedMs > 0 ? ((requests.length - 1) * MINUTE_MS) / lastedMs : undefined,
    most: { subject: most?.[0] ?? '', count: most?.[1].length ?? 0 },
    shortestPauseMs: pauses.length === 0 ? undefined : Math.min(...pauses),
    early: requests.filter(({ pause }) => pause?.verdict === 'early').length,
    lastId: last?.id ?? '',
  }
}
