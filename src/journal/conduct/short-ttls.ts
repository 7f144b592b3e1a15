import type { RequestRecord } from '../../api/record.js'
import { TTL_MIN_S } from '../../contract/values.js'

/** The most requests that are named. */
const NAMED_MAX = 100

/** Puts with a TTL below the least one (docs/CONTRACT.md L-1). */
export interface ShortTtls {
  readonly count: number
  /** The shortest that was asked for, in seconds; null where none was. */
  readonly leastSeconds: number | null
  /** The first requests that did, oldest first, up to 100 of them. */
  readonly requests: readonly string[]
}

/** @param records oldest first */
export function shortTtls(records: readonly RequestRecord[]): ShortTtls {
  const raisedBy = (record: RequestRecord) => record.decision.ttlRaisedBy ?? 0
  const short = records.filter((record) => raisedBy(record) > 0)
  return {
    count: short.length,
    leastSeconds:
      short.length === 0 ? null : TTL_MIN_S - short.map(raisedBy).reduce((a, b) => Math.max(a, b)),
    requests: short.slice(0, NAMED_MAX).map(({ id }) => id),
  }
}
