import type { RequestDetails } from 'tristore-emulator'
import { headerOf } from './headers.js'
import { EARLY_MS } from './measures.js'
import { answeredMs, isDoubtful, type OrderOf, waitedMs } from './order.js'

/** Failures of one kind that can wait for their retry at once. Beyond that, a retry could belong to any of them. */
const OPEN_MAX = 100

/** A request that repeats a failed one. */
export interface Retry {
  /** Identifies the repeated request: equal texts mean equal requests. */
  readonly asks: string
  readonly failed: RequestDetails
  readonly request: RequestDetails
  /** Ms from the failed answer to the retry, in real or virtual time, whichever is longer. */
  readonly afterMs: number
  /** Ms that the failed answer asked the client to wait (Retry-After). */
  readonly askedMs: number | undefined
  /** Several such requests overlapped, so this may be the retry of another one, or none. */
  readonly isDoubtful: boolean
}

/**
 * Returns the chains of retries in a run, each ending with an answer that isn't a failure. A retry has the same method,
 * address, body and credential as a request that got 429 or 5xx, or whose connection broke. Each failure has at most
 * one: the next request on its own connection, or else on another.
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
 * Returns the same text for a request and its retry. The services read only `limit` and `next` of a query, so a cache
 * buster doesn't make another request. A request whose body was dropped never counts as a retry.
 */
function askedFor(record: RequestDetails): string {
  const { credential, method, path, target, requestBody } = record
  const query = new URLSearchParams(target.slice(path.length))
  const body = requestBody ?? (hasLostBody(record) ? record.id : '')
  return JSON.stringify([credential, method, path, query.get('limit'), query.get('next'), body])
}

/** GET and DELETE have no body to lose. */
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
  /** Maps failures to the index of the request that repeats them. */
  readonly repetitions: ReadonlyMap<RequestDetails, number>
  /** The repeating requests. */
  readonly later: ReadonlySet<RequestDetails>
}

/** Pairs failures with the requests that repeat them. */
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

/** True if a fault broke the connection. A hanging one doesn't count: how long to wait is up to the client. */
export const isBroken = ({ connection }: RequestDetails): boolean =>
  connection !== undefined && connection !== 'hang'

/** True if the client left before the answer was due, so it doesn't know the answer. */
const hasGivenUp = (record: RequestDetails): boolean =>
  (record.socket?.closedMs ?? Number.POSITIVE_INFINITY) < answeredMs(record) - EARLY_MS

/**
 * True for failures that a client should retry with care (contract, Errors C). A 501 comes from the emulator, not the
 * service.
 */
function isTransientFailure(record: RequestDetails): boolean {
  const { status, outcome, connection } = record
  if (hasGivenUp(record)) return false
  if (isBroken(record)) return true
  if (status === null || connection !== undefined || outcome === 'not_emulated') return false
  return status === 429 || status >= 500
}

/** Returns Retry-After in ms: a number of seconds, or a date relative to the answer's own Date. */
export function askedMs(record: RequestDetails): number | undefined {
  if (isBroken(record)) return undefined
  const asked = headerOf(record.responseHeaders, 'retry-after')?.trim()
  if (asked === undefined) return undefined
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  const until = Date.parse(asked)
  return Number.isNaN(until) ? undefined : Math.max(0, until - record.at)
}
