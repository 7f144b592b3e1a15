import { type Duty, EARLY_MS, inMs, type Occasion } from './duty.js'

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
