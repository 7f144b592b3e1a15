import type { Absence } from './tombstones.js'

/** Database calls are counted under this name, since the database has no id. */
export const DATABASE = 'database'

/** The numbers that an answer was based on, recorded for `explain`. A member stays undefined if no check read it. */
export class DecisionFacts {
  /** This month's counter before this call. */
  quotaUsed: number | undefined = undefined
  quotaLimit: number | undefined = undefined
  /** Stored bytes before and after a put, and their limit. */
  stored: number | undefined = undefined
  storedAfter: number | undefined = undefined
  storageLimit: number | undefined = undefined
  /** Earlier calls within the rate limit's window. */
  rateUsed: number | undefined = undefined
  rateLimit: number | undefined = undefined
  /** Milliseconds until the window admits another call. Undefined if this one was admitted. */
  rateFreeInMs: number | undefined = undefined
  /** Seconds added to a put's TTL to raise it to the minimum. */
  ttlRaisedBy: number | undefined = undefined
  /** The namespace or store that counted the call, or `DATABASE`. Undefined if it was refused before that. */
  countedBy: string | undefined = undefined
  /** The reason the requested entry is missing. */
  absence: Absence | undefined = undefined
}
