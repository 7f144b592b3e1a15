import type { RequestDetails } from 'tristore-emulator'
import { headerOf } from './headers.js'
import { EARLY_MS } from './measures.js'
import { answeredMs, isDoubtful, type OrderOf, waitedMs } from './order.js'

/** The maximum number of similar failures waiting for their retry. With more, a retry could belong to any of them. */
const OPEN_MAX = 100

/** A request that repeats a failed one. */
export interface Retry {
  /** Identifies the repeated request. Equal requests have equal texts. */
  readonly asks: string
  readonly failed: RequestDetails
  readonly request: RequestDetails
  /** The time between the failed answer and the retry, in real or virtual ms, whichever is longer. */
  readonly afterMs: number
  /** The time that the failed answer asked the client to wait (Retry-After), in ms. */
  readonly askedMs: number | undefined
  /** True if several such requests overlapped, so this may be a retry of another one, or not a retry at all. */
  readonly isDoubtful: boolean
}

/**
 * Returns the chains of retries in a run. Each ends with an answer that isn't a failure. A retry has the same method,
 * address, body and credential as a request that was answered 429 or 5xx, or whose connection broke. Each failure has
 * one retry at most: the next request on the same connection, or otherwise on another one.
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
 * Returns the same text for a request and its retry. The services only read a query's `limit` and `next`, so a cache
 * buster doesn't make it a different request. If a request's body was dropped, it never counts as a retry.
 */
function askedFor(record: RequestDetails): string {
  const { credential, method, path, target, requestBody } = record
  const query = new URLSearchParams(target.slice(path.length))
  const body = requestBody ?? (hasLostBody(record) ? record.id : '')
  return JSON.stringify([credential, method, path, query.get('limit'), query.get('next'), body])
}

/** GET and DELETE don't have a body that could be lost. */
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
  /** Maps each failure to the index of the request that repeats it. */
  readonly repetitions: ReadonlyMap<RequestDetails, number>
  readonly later: ReadonlySet<RequestDetails>
}

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

/** Returns true if a fault broke the connection. Hanging doesn't count, because clients decide how long to wait. */
export const isBroken = ({ connection }: RequestDetails): boolean =>
  connection !== undefined && connection !== 'hang'

/** Returns true if the client disconnected before the answer was due, and so never saw it. */
const hasGivenUp = (record: RequestDetails): boolean =>
  (record.socket?.closedMs ?? Number.POSITIVE_INFINITY) < answeredMs(record) - EARLY_MS

/**
 * Returns true for failures that a client should retry with care (contract, Errors C). A 501 isn't one, because it
 * comes from the emulator, not the service.
 */
function isTransientFailure(record: RequestDetails): boolean {
  const { status, outcome, connection } = record
  if (hasGivenUp(record)) return false
  if (isBroken(record)) return true
  if (status === null || connection !== undefined || outcome === 'not_emulated') return false
  return status === 429 || status >= 500
}

/** Returns Retry-After in ms. It may be a number of seconds, or a date, which is relative to the answer's own Date. */
export function askedMs(record: RequestDetails): number | undefined {
  if (isBroken(record)) return undefined
  const asked = headerOf(record.responseHeaders, 'retry-after')?.trim()
  if (asked === undefined) return undefined
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  const until = Date.parse(asked)
  return Number.isNaN(until) ? undefined : Math.max(0, until - record.at)
}
