import type { Absence } from './tombstones.js'

/** What an answer was decided by, kept for whoever asks why: numbers as they stood when the call was judged. */
export class DecisionFacts {
  /** Of a monthly quota; -1 where none was looked at. */
  quotaUsed = -1
  quotaLimit = -1
  /** Bytes, before and after a put, and the limit. */
  stored = -1
  storedAfter = -1
  storageLimit = -1
  /** Of a rate limit's window. */
  rateUsed = -1
  rateLimit = -1
  /** Seconds by which the TTL of a put was raised to the least. */
  ttlRaisedBy = -1
  /** Why an entry that was asked for is not there. */
  absence: Absence | undefined = undefined
}
