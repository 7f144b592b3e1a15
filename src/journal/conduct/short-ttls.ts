import type { RequestRecord } from '../../api/record.js'
import { TTL_MIN_S } from '../../contract/values.js'

/** The most requests that are named. */
const NAMED_MAX = 100

/** Puts with a TTL below the least one (docs/CONTRACT.md L-1). */
export interface ShortTtls {
  readonly count: number
  /** The shortest that was asked for, in seconds; null if none was. */
  readonly leastSeconds: number | null
  /** The first requests that did, oldest first, up to 100 of them. */
  readonly requests: readonly string[]
}

/** @param records oldest first */
export function shortTtls(records: readonly RequestRecord[]): ShortTtls {
  const requests: string[] = []
  let count = 0
  let raisedMost = 0
  for (const {
    id,
    decision: { ttlRaisedBy = 0 },
  } of records) {
    if (ttlRaisedBy <= 0) continue
    count++
    raisedMost = Math.max(raisedMost, ttlRaisedBy)
    if (requests.length < NAMED_MAX) requests.push(id)
  }
  return { count, leastSeconds: count === 0 ? null : TTL_MIN_S - raisedMost, requests }
}
