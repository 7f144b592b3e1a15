import type { Absence } from './tombstones.js'

/** The database has no id, so its calls are counted under this name. */
export const DATABASE = 'database'

/** Numbers that an answer was based on, recorded for `explain`. Those that no check has read stay undefined. */
export class DecisionFacts {
  /** This month's, before this call. */
  quotaUsed: number | undefined = undefined
  quotaLimit: number | undefined = undefined
  /** Bytes before and after a put, and their limit. */
  stored: number | undefined = undefined
  storedAfter: number | undefined = undefined
  storageLimit: number | undefined = undefined
  /** Earlier calls within the rate limit's window. */
  rateUsed: number | undefined = undefined
  rateLimit: number | undefined = undefined
  /** Until the window admits another call. Undefined if it admitted this one. */
  rateFreeInMs: number | undefined = undefined
  /** In seconds: the minimum minus the put's own TTL. */
  ttlRaisedBy: number | undefined = undefined
  /** The namespace or store that counted the call, or `DATABASE`. Undefined if the call was refused before that. */
  countedBy: string | undefined = undefined
  absence: Absence | undefined = undefined
}
