import { type Duty, EARLY_MS, inMs, type Occasion } from './duty.js'
import type { Retry } from './retries.js'

/** Fewer retries in a row show no growth, whatever their jitter. */
const RETRIES_MIN = 5

/** How much longer the last two pauses are than the first two: jitter alone does not come to that. */
const GROWTH = 1.5

/** Pauses below it are no backoff, so that they do not count as growing when the machine stumbles. Ms. */
const FIRST_MS_MIN = 10

/** Pauses that Retry-After asked for are the service's, not the client's. */
export const backoff: Duty = {
  id: 'backoff',
  duty: `Retries back off: the last two pauses of ${RETRIES_MIN} or more are ${GROWTH} times the first two or longer.`,
  section: 'Errors C, Limits C.1',
  *judge({ chains }): Iterable<Occasion> {
    for (const chain of chains) {
      const own = chain.filter(({ askedMs }) => askedMs === undefined)
      if (own.length < RETRIES_MIN) continue
      const requests = own.map(({ request }) => request.id)
      const first = mean(own.slice(0, 2))
      const last = mean(own.slice(-2))
      if (last >= GROWTH * Math.max(first, FIRST_MS_MIN)) yield { requests }
      else {
        const pauses = `its first two pauses were ${inMs(first)} on average, its last two ${inMs(last)}`
        yield { requests, wrong: `${own[0]?.failed.id} was retried ${own.length} times: ${pauses}` }
      }
    }
  },
}

const mean = (retries: readonly Retry[]): number =>
  retries.reduce((sum, { afterMs }) => sum + afterMs, 0) / retries.length

/** Retry-After is real time here, as all of conduct, even where the service meant its own clock. */
export const retryAfter: Duty = {
  id: 'retry-after',
  duty: 'A retry waits for as long as Retry-After asks.',
  section: 'Errors C',
  *judge({ chains }): Iterable<Occasion> {
    for (const { failed, request, afterMs, askedMs } of chains.flat()) {
      if (askedMs === undefined) continue
      const requests = [request.id]
      if (afterMs >= askedMs - EARLY_MS) yield { requests }
      else {
        const asked = `whose Retry-After asked for ${askedMs / 1000} s`
        const wrong = `${request.id} came ${inMs(afterMs)} after the ${failed.status} of ${failed.id}, ${asked}`
        yield { requests, wrong }
      }
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
    for (const { failed, request, afterMs } of chains.flat()) {
      const requests = [request.id]
      if (afterMs >= PAUSE_MS - EARLY_MS) yield { requests }
      else {
        yield {
          requests,
          wrong: `${request.id} came ${inMs(afterMs)} after the ${failed.status} of ${failed.id}`,
        }
      }
    }
  },
}
