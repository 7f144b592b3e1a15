import { grouped } from '../grouped.js'
import type { Duty, Occasion, Run } from './duty.js'
import { EARLY_MS, inMs, mean } from './measures.js'
import { isBroken, type Retry } from './retries.js'

/** If the average pause is shorter than this, retries count as immediate. */
const AT_ONCE_MS = 5

/** A client counts as not waiting if it makes this many retries in a row with an average pause below `meanMs`. */
interface Bound {
  readonly retries: number
  readonly meanMs: number
}

/**
 * Bounds for retries of a single request. A backoff with full jitter that starts at up to 100 ms and doubles violates
 * them less than once in ten thousand runs.
 */
const IN_CHAIN: readonly Bound[] = [
  { retries: 3, meanMs: AT_ONCE_MS },
  { retries: 5, meanMs: 15 },
]

/** Bounds for all of a credential's requests that were retried less often. */
const IN_ALL: readonly Bound[] = [{ retries: 5, meanMs: AT_ONCE_MS }]

const CHAIN_MIN = Math.min(...IN_CHAIN.map(({ retries }) => retries))

/** Because of jitter, a single short pause doesn't prove anything. */
export const retryPause: Duty = {
  id: 'retry-pause',
  duty: `Retries aren't immediate: ${CHAIN_MIN} retries of one request in a row, or 5 of several requests, wait at least ${AT_ONCE_MS} ms on average.`,
  section: 'Errors C',
  judge({ chains }) {
    const rows = rowsOf(chains)
    const asAsked = rows.flat().filter(isAsAsked)
    const own = rows.map((row) => row.filter((retry) => !isAsAsked(retry)))
    const many = own.filter(({ length }) => length >= CHAIN_MIN)
    // Many clients resend a request once if its connection breaks.
    const few = own.filter(({ length }) => length < CHAIN_MIN).flat()
    const byCredential = grouped(
      few.filter(({ failed }) => !isBroken(failed)),
      ({ request }) => request.credential,
    )
    return [
      ...asAsked.map(({ request }) => ({ requests: [request.id] })),
      ...many.flatMap((row) => judgeRow(row, IN_CHAIN)),
      ...[...byCredential.values()].flatMap((row) => judgeRow(row.toSorted(byArrival), IN_ALL)),
    ]
  },
}

/** Joins chains that a client interleaved on two alternating connections. */
function rowsOf(chains: Run['chains']): Retry[][] {
  const rows: Retry[][] = []
  for (const retries of grouped(chains.flat(), ({ asks }) => asks).values()) {
    let row: Retry[] = []
    for (const retry of retries.toSorted(byArrival)) {
      const before = row.at(-1)
      if (before === undefined || retry.failed.arrivedMs > before.request.arrivedMs) {
        row = []
        rows.push(row)
      }
      row.push(retry)
    }
  }
  return rows
}

const isAsAsked = ({ afterMs, askedMs }: Retry): boolean =>
  askedMs !== undefined && afterMs >= askedMs - EARLY_MS

const byArrival = (a: Retry, b: Retry): number => a.request.arrivedMs - b.request.arrivedMs

function judgeRow(row: readonly Retry[], bounds: readonly Bound[]): Occasion[] {
  const atOnce = new Set<Retry>()
  for (const bound of bounds) noteHasty(row, bound, atOnce)
  const isShort = row.length > 0 && mean(pausesOf(row)) < AT_ONCE_MS
  return row.map((retry) => {
    const requests = [retry.request.id]
    const text = textOf(retry)
    if (atOnce.has(retry) && !retry.isDoubtful) return { requests, wrong: text }
    if (atOnce.has(retry)) return { requests, doubt: `${text}: several were in progress` }
    return isShort ? { requests, doubt: `${text}: jitter may be this short` } : { requests }
  })
}

/** Adds to `atOnce` the retries in a row that came without waiting. */
function noteHasty(row: readonly Retry[], { retries, meanMs }: Bound, atOnce: Set<Retry>): void {
  for (const from of row.keys()) {
    const part = row.slice(from, from + retries)
    if (part.length < retries || mean(pausesOf(part)) >= meanMs) continue
    for (const retry of part) atOnce.add(retry)
  }
}

const pausesOf = (retries: readonly Retry[]): number[] => retries.map(({ afterMs }) => afterMs)

function textOf({ request, failed, afterMs }: Retry): string {
  const failure = failed.connection ?? failed.status
  return `${request.id} came ${inMs(afterMs)} after the ${failure} of ${failed.id}`
}
