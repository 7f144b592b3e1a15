import type { RequestDetails } from 'tristore-emulator'
import { headerOf } from './headers.js'
import { EARLY_MS } from './measures.js'
import { answeredMs, isDoubtful, type OrderOf, waitedMs } from './order.js'

/** The most failures of a kind that wait for their retry: with so many under way, a retry may belong to any. */
const OPEN_MAX = 100

/** A request that repeats one which had failed. */
export interface Retry {
  /** A text of what both have in common. */
  readonly asks: string
  readonly failed: RequestDetails
  readonly request: RequestDetails
  /** Ms from the failed answer to the repetition, real or virtual: the larger. */
  readonly afterMs: number
  /** Ms that the failed answer asked to wait for (Retry-After). */
  readonly askedMs: number | undefined
  /** True if several such requests overlapped, so that it may be a retry of another one, or none. */
  readonly isDoubtful: boolean
}

/**
 * The retries of a run, failure upon failure: a chain ends with an answer that is not a failure. A retry is the same
 * method, address and body by the same credential, after an answer of 429 or 5xx or a connection that broke. Each
 * failure has one retry at most: the next request over its own connection, or else over another.
 *
 * @param records oldest first
 */
export function retryChains(records: readonly RequestDetails[], orderOf: OrderOf): Retry[][] {
  const failed = records.filter(isTransientFailure)
  const lines = new Map(failed.map((record): [string, RequestDetails[]] => [askedFor(record), []]))
  if (lines.size > 0) for (const record of records) lines.get(askedFor(record))?.push(record)
  return [...lines].flatMap(([asks, line]) => chainsOf(asks, line, orderOf))
}

/**
 * The same text for a request and its retry. Of the query the services read only `limit` and `next`: any other
 * parameter, such as a cache buster, doesn't make a different request. A request whose body was dropped never counts as
 * a retry.
 */
function askedFor(record: RequestDetails): string {
  const { credential, method, path, target, requestBody } = record
  const query = new URLSearchParams(target.slice(path.length))
  const body = requestBody ?? (hasLostBody(record) ? record.id : '')
  return JSON.stringify([credential, method, path, query.get('limit'), query.get('next'), body])
}

/** GET and DELETE take no body that could be lost. */
const hasLostBody = ({ bodies, method }: RequestDetails): boolean =>
  bodies !== undefined && method !== 'GET' && method !== 'DELETE'

function chainsOf(asks: string, line: readonly RequestDetails[], orderOf: OrderOf): Retry[][] {
  const { repetitions, later } = pairs(line, orderOf)
  const chains: Retry[][] = []
  for (const record of line) {
    if (later.has(record) || !repetitions.has(record)) continue
    const chain: Retry[] = []
    let failed = record
    for (;;) {
      const place = repetitions.get(failed)
      const request = place === undefined ? undefined : line[place]
      if (place === undefined || request === undefined) break
      const afterMs = waitedMs(failed, request)
      const doubtful = isDoubtful(failed, place, line, orderOf)
      chain.push({ asks, failed, request, afterMs, askedMs: askedMs(failed), isDoubtful: doubtful })
      failed = request
    }
    chains.push(chain)
  }
  return chains
}

interface Pairs {
  /** The places of the requests that repeat failures. */
  readonly repetitions: ReadonlyMap<RequestDetails, number>
  /** Those requests. */
  readonly later: ReadonlySet<RequestDetails>
}

/** The failures of a line, each with the request that repeats it. */
function pairs(line: readonly RequestDetails[], orderOf: OrderOf): Pairs {
  const repetitions = new Map<RequestDetails, number>()
  const later = new Set<RequestDetails>()
  const pair = (failed: RequestDetails, request: RequestDetails, place: number) => {
    repetitions.set(failed, place)
    later.add(request)
  }
  const before = new Map<number | undefined, RequestDetails>()
  for (const [place, request] of line.entries()) {
    const failed = before.get(request.socket?.id)
    before.set(request.socket?.id, request)
    if (failed !== undefined && isTransientFailure(failed) && orderOf(failed, request) === 'after') {
      pair(failed, request, place)
    }
  }
  let open: RequestDetails[] = []
  for (const [place, request] of line.entries()) {
    if (!later.has(request)) {
      const failed = open.find((earlier) => orderOf(earlier, request) !== 'together')
      if (failed !== undefined) {
        pair(failed, request, place)
        open = open.filter((earlier) => earlier !== failed)
      }
    }
    if (isTransientFailure(request) && !repetitions.has(request)) open.push(request)
    if (open.length > OPEN_MAX) open.shift()
  }
  return { repetitions, later }
}

/** True if a fault broke the connection. How long a client waits for a hanging one is up to the client. */
export const isBroken = ({ connection }: RequestDetails): boolean =>
  connection !== undefined && connection !== 'hang'

/** True if the client left before the answer was due, and so knows no answer. */
const hasGivenUp = (record: RequestDetails): boolean =>
  (record.socket?.closedMs ?? Number.POSITIVE_INFINITY) < answeredMs(record) - EARLY_MS

/**
 * Failures that a client should retry with care (contract, Errors C). A 501 comes from the emulator, not the service.
 */
function isTransientFailure(record: RequestDetails): boolean {
  const { status, outcome, connection } = record
  if (hasGivenUp(record)) return false
  if (isBroken(record)) return true
  if (status === null || connection !== undefined || outcome === 'not_emulated') return false
  return status === 429 || status >= 500
}

/** Retry-After in ms: a number of seconds, or a date on the clock of the answer's own Date. */
export function askedMs(record: RequestDetails): number | undefined {
  if (isBroken(record)) return undefined
  const asked = headerOf(record.responseHeaders, 'retry-after')?.trim()
  if (asked === undefined) return undefined
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  const until = Date.parse(asked)
  return Number.isNaN(until) ? undefined : Math.max(0, until - record.at)
}
