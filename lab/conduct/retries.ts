import type { RequestDetails } from 'tristore-emulator'
import { headerOf } from './headers.js'
import { EARLY_MS } from './measures.js'
import { answeredMs, isDoubtful, type OrderOf, waitedMs } from './order.js'

/**
 * How many failures of a line wait for their repetition at most: with this many under way at once, any of
 * them may be meant.
 */
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
  /** Whether several such requests were under way, so that this one may repeat another or none. */
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
 * What two requests have in common if one repeats the other. In the query the services read only `limit` and
 * `next` : another parameter, such as a number against caches, does not make another request. A request whose
 * body is dropped is taken for no repetition.
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

/** Whether a fault broke the connection; how long a client waits for one that hangs is its own affair. */
export const isBroken = ({ connection }: RequestDetails): boolean =>
  connection !== undefined && connection !== 'hang'

/**
 * Whether the client went away before the answer was due: it has waited for as long as it cared to, and knows
 * no answer.
 */
const hasGivenUp = (record: RequestDetails): boolean =>
  (record.socket?.closedMs ?? Number.POSITIVE_INFINITY) < answeredMs(record) - EARLY_MS

/**
 * What a client is to retry with care (contract, Errors C); a 501 of the emulator's own is not a word of the service.
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
