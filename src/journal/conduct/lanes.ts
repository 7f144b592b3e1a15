import type { RequestRecord } from '../../api/record.js'
import type { OperationId } from '../../contract/operations.js'
import { grouped } from '../../core/grouped.js'
import { headerOf } from '../../web/raw-headers.js'
import { maskJwt } from '../mask.js'
import { EARLY_MS } from './measures.js'
import { isDoubtful, type OrderOf, orderIn, waitedMs } from './order.js'
import { askedMs, type Retry, retryChains } from './retries.js'

/** The pause that an answer asked for with Retry-After, and the one that was made. */
export interface AskedPause {
  /** The request whose answer asked for it. */
  readonly by: string
  readonly askedMs: number
  /** Ms from that answer to the request, real or virtual: the larger. */
  readonly waitedMs: number
  /** "unsure" if the client had several requests under way, and may not have known of it. */
  readonly verdict: 'kept' | 'early' | 'unsure'
}

/** A request in the lane of its client. */
export interface LaneRequest {
  readonly id: string
  readonly at: number
  /** null if the contract shows no such operation. */
  readonly operation: OperationId | null
  readonly method: string
  readonly path: string
  /** The User-Agent header as it was sent. */
  readonly userAgent?: string
  /** null if a fault left no answer. */
  readonly status: number | null
  /** Ms since the answer to the request before it in the lane, real or virtual: the larger. Left out for the first. */
  readonly sinceMs?: number
  /** The failed request that it repeats. */
  readonly retryOf?: string
  readonly pause?: AskedPause
}

/** The requests of one client, oldest first. */
export interface Lane {
  /** The API key as it was sent, or the owner of the token; null for requests without any. */
  readonly client: string | null
  readonly requests: readonly LaneRequest[]
}

/**
 * The last requests by client: what each sent after what, which of them repeat others, and the pauses that were asked for.
 *
 * @param records oldest first
 * @returns the client that came last first
 */
export function lanesOf(records: readonly RequestRecord[]): Lane[] {
  const orderOf = orderIn(records)
  const chains = retryChains(records, orderOf)
  const retries = new Map(chains.flat().map((retry) => [retry.request, retry]))
  const lanes: Lane[] = []
  for (const [client, own] of grouped(records, ({ credential }) => credential)) {
    const requests = laneOf(own, retries, orderOf)
    lanes.push({ client: client === null ? null : maskJwt(client), requests })
  }
  const place = (lane: Lane) => lane.requests.at(-1)?.id.slice(1) ?? 0
  return lanes.sort((a, b) => Number(place(b)) - Number(place(a)))
}

function laneOf(
  records: readonly RequestRecord[],
  retries: ReadonlyMap<RequestRecord, Retry>,
  orderOf: OrderOf,
): LaneRequest[] {
  const lane: LaneRequest[] = []
  let before: RequestRecord | undefined
  /** A 429 binds the key, and so all that it sends until the pause is over. */
  let limited: RequestRecord | undefined
  for (const [place, record] of records.entries()) {
    const retry = retries.get(record)
    const asking = limited ?? (retry?.askedMs === undefined ? undefined : retry.failed)
    const pause = asking && pauseOf(asking, record, () => isDoubtful(asking, place, records, orderOf))
    lane.push(laneRequest(record, { before, retry, pause }))
    before = record
    if (pause?.verdict !== 'early') limited = undefined
    if (record.status === 429 && record.credential !== null && askedMs(record) !== undefined) limited = record
  }
  return lane
}

function pauseOf(asking: RequestRecord, record: RequestRecord, isUnsure: () => boolean): AskedPause {
  const asked = askedMs(asking) ?? 0
  const waited = Math.max(0, waitedMs(asking, record))
  const isKept = waited >= asked - EARLY_MS
  const verdict = isKept ? 'kept' : isUnsure() ? 'unsure' : 'early'
  return { by: asking.id, askedMs: asked, waitedMs: Math.round(waited), verdict }
}

interface Around {
  readonly before: RequestRecord | undefined
  readonly retry: Retry | undefined
  readonly pause: AskedPause | undefined
}

function laneRequest(record: RequestRecord, { before, retry, pause }: Around): LaneRequest {
  const { id, at, operation, method, path, status } = record
  const userAgent = headerOf(record.requestHeaders, 'user-agent')
  return {
    id,
    at,
    operation,
    method,
    path: maskJwt(path),
    status,
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(before === undefined ? {} : { sinceMs: Math.max(0, Math.round(waitedMs(before, record))) }),
    ...(retry === undefined ? {} : { retryOf: retry.failed.id }),
    ...(pause === undefined ? {} : { pause }),
  }
}
