import type { Absence } from './tombstones.js'

/** The name that database calls count under, since the database has no id. */
export const DATABASE = 'database'

/** The numbers behind an answer, as of the decision, for `explain`. Undefined where no check looked. */
export class DecisionFacts {
  /** This month's counter, before this call. */
  quotaUsed: number | undefined = undefined
  quotaLimit: number | undefined = undefined
  /** Bytes before and after a put, and the limit. */
  stored: number | undefined = undefined
  storedAfter: number | undefined = undefined
  storageLimit: number | undefined = undefined
  /** Calls in the rate limit's window, before this one. */
  rateUsed: number | undefined = undefined
  rateLimit: number | undefined = undefined
  /** Ms until the window admits another call; undefined if this one was admitted. */
  rateFreeInMs: number | undefined = undefined
  /** Seconds added to a put's TTL to reach the minimum. */
  ttlRaisedBy: number | undefined = undefined
  /** The id of the namespace or store that counted the call, or DATABASE; undefined if it was refused first. */
  countedBy: string | undefined = undefined
  /** The reason why the requested entry is missing. */
  absence: Absence | undefined = undefined
}
