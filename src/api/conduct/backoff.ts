import { type Duty, inMs, type Occasion } from './duty.js'
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
