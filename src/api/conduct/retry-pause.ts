import { type Duty, EARLY_MS, inMs, type Occasion } from './duty.js'

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
