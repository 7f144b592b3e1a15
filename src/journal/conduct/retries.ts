import type { RequestRecord } from '../../api/record.js'
import { headerOf } from '../../web/raw-headers.js'

/** A request that repeats one which had failed. */
export interface Retry {
  readonly failed: RequestRecord
  readonly request: RequestRecord
  /** Real ms from the failed answer to the repetition. */
  readonly afterMs: number
  /** Ms that the failed answer asked to wait for (Retry-After). */
  readonly askedMs: number | undefined
}

/** The requests of one client for one thing. */
interface Line {
  last: RequestRecord
  chain: Retry[]
}

/**
 * The retries of a run, failure upon failure: a chain ends with an answer that is no failure. A retry is the next
 * request by the same credential for the same thing after an answer of 429 or 5xx; one that was sent before that
 * answer was out repeats nothing.
 *
 * @param records oldest first
 */
export function retryChains(records: Iterable<RequestRecord>): Retry[][] {
  const lines = new Map<string, Line>()
  const chains: Retry[][] = []
  for (const request of records) {
    const client = [request.credential ?? '', request.method, request.target].join('\n')
    const line = lines.get(client)
    if (line === undefined) {
      lines.set(client, { last: request, chain: [] })
      continue
    }
    const failed = line.last
    const afterMs = request.arrivedMs - answeredMs(failed)
    if (!isTransientFailure(failed)) line.chain = []
    else if (afterMs >= 0) {
      if (line.chain.length === 0) chains.push(line.chain)
      line.chain.push({ failed, request, afterMs, askedMs: askedMs(failed) })
    }
    line.last = request
  }
  return chains
}

/** The time of the answer: real ms from the start that arrivals count from. */
const answeredMs = ({ arrivedMs, durationMs, faultAction }: RequestRecord): number =>
  arrivedMs + durationMs + (faultAction?.delayMs ?? 0)

/** A failure that a client may retry with care (docs/CONTRACT.md E-15, E-16); a 501 is the emulator's own. */
function isTransientFailure({ status, outcome, faultAction }: RequestRecord): boolean {
  if (status === null || faultAction?.connection !== undefined || outcome === 'not_emulated') return false
  return status === 429 || status >= 500
}

/** Retry-After is a number of seconds, or a date on the clock of the answer's own Date. */
function askedMs({ replyHeaders, at }: RequestRecord): number | undefined {
  const asked = headerOf(replyHeaders, 'retry-after')?.trim()
  if (asked === undefined) return undefined
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  const until = Date.parse(asked)
  return Number.isNaN(until) ? undefined : Math.max(0, until - at)
}
