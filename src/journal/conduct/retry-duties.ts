import { type Duty, EARLY_MS, inMs, type Occasion } from './duty.js'
import type { Retry } from './retries.js'

/**
 * The duties on the pauses before retries (docs/CONTRACT.md E-15, E-16, L-10): as long as the service asks, never too
 * short, and longer with each failure. Pauses are real time, as all of conduct, even where the service means its own
 * clock.
 */

export const retryAfter: Duty = {
  id: 'retry-after',
  duty: 'A retry waits for as long as Retry-After asks.',
  section: 'Errors C',
  *judge({ chains }): Iterable<Occasion> {
    for (const retry of chains.flat()) {
      const { askedMs } = retry
      if (askedMs === undefined) continue
      yield pauseBefore(retry, askedMs, `, whose Retry-After asked for ${askedMs / 1000} s`)
    }
  },
}

/** Real ms that a retry leaves the service at least: any backoff is longer. */
const PAUSE_MS = 100

export const retryPause: Duty = {
  id: 'retry-pause',
  duty: `No retry comes within ${PAUSE_MS} ms of a 429 or 5xx.`,
  section: 'Errors C',
  *judge({ chains }): Iterable<Occasion> {
    for (const retry of chains.flat()) yield pauseBefore(retry, PAUSE_MS)
  },
}

/** @param detail goes on with the sentence on a pause that is too short */
function pauseBefore({ failed, request, afterMs }: Retry, leastMs: number, detail = ''): Occasion {
  const requests = [request.id]
  if (afterMs >= leastMs - EARLY_MS) return { requests }
  const wrong = `${request.id} came ${inMs(afterMs)} after the ${failed.status} of ${failed.id}${detail}`
  return { requests, wrong }
}

/** Fewer retries in a row show no growth, whatever their jitter. */
const RETRIES_MIN = 5

/** The last two pauses are longer than the first two by this factor: jitter alone does not reach it. */
const GROWTH = 1.5

/** Pauses below it are no backoff, so that they do not count as growing when the machine stumbles. Ms. */
const FIRST_MS_MIN = 10

export const backoff: Duty = {
  id: 'backoff',
  duty: `Retries back off: the last two pauses of ${RETRIES_MIN} or more are ${GROWTH} times the first two or longer.`,
  section: 'Errors C, Limits C.1',
  *judge({ chains }): Iterable<Occasion> {
    for (const chain of chains) {
      // Pauses that Retry-After asked for are the choice of the service, not of the client.
      const own = chain.filter(({ askedMs }) => askedMs === undefined)
      if (own.length >= RETRIES_MIN) yield growthOf(own)
    }
  },
}

function growthOf(retries: readonly Retry[]): Occasion {
  const requests = retries.map(({ request }) => request.id)
  const first = mean(retries.slice(0, 2))
  const last = mean(retries.slice(-2))
  if (last >= GROWTH * Math.max(first, FIRST_MS_MIN)) return { requests }
  const pauses = `its first two pauses were ${inMs(first)} on average, its last two ${inMs(last)}`
  return { requests, wrong: `${retries[0]?.failed.id} was retried ${retries.length} times: ${pauses}` }
}

const mean = (retries: readonly Retry[]): number =>
  retries.reduce((sum, { afterMs }) => sum + afterMs, 0) / retries.length
