import type { Absence } from './tombstones.js'

/** The name under which calls of the document database count, since it has no ids of its own. */
export const DATABASE = 'database'

/**
 * The numbers that decided an answer, as they were when the call was judged, for `explain`. Each is undefined if
 * no check looked at it.
 */
export class DecisionFacts {
  /** The counter of the month, before the call counted. */
  quotaUsed: number | undefined = undefined
  quotaLimit: number | undefined = undefined
  /** Bytes before and after a put, and the limit. */
  stored: number | undefined = undefined
  storedAfter: number | undefined = undefined
  storageLimit: number | undefined = undefined
  /** In the window of the rate limit, before the call counted. */
  rateUsed: number | undefined = undefined
  rateLimit: number | undefined = undefined
  /** Ms until the window lets another call in; undefined if this one was let in. */
  rateFreeInMs: number | undefined = undefined
  /** Seconds by which the TTL of a put was raised to the least. */
  ttlRaisedBy: number | undefined = undefined
  /**
   * Who counted the call: the id of its namespace or store, or DATABASE. Undefined if it was refused before it
   * counted.
   */
  countedBy: string | undefined = undefined
  /** Why an entry that was asked for is not there. */
  absence: Absence | undefined = undefined
}
