import { monthKey, nextMonthStart } from '../core/instants.js'
import { expiryOf } from '../domain/entries/entry.js'
import type { Counters } from '../domain/quotas.js'
import type { State } from '../domain/state.js'
import { type Axis, bucketOf } from './axis.js'

/** The expiries on a stretch of virtual time. Times in ms; buckets with nothing in them are left out. */
export interface ExpiriesAhead {
  readonly count: number
  readonly buckets: readonly { readonly at: number; readonly count: number }[]
  /** Those nearest to the present: the first future one, the last past one. */
  readonly first: readonly ExpiringEntry[]
}

interface ExpiringEntry {
  readonly namespace: string
  readonly key: string
  readonly at: number
}

/** An end of a month, with the counters that fall to 0. */
export interface MonthEnd {
  /** ms */
  readonly at: number
  readonly namespaces: readonly (Counters & { readonly id: string })[]
}

/** The expiries before and after an instant, ms. */
export function expiriesOn(
  state: State,
  axis: Axis,
  now: number,
): { readonly expired: ExpiriesAhead; readonly expiries: ExpiriesAhead } {
  const expiring: ExpiringEntry[] = []
  for (const { id, entries } of state.namespaces.values()) {
    for (const entry of entries.values()) {
      const at = expiryOf(entry, state.origin)
      if (at >= axis.from && at <= axis.to) expiring.push({ namespace: id, key: entry.key, at })
    }
  }
  const nearestFirst = expiring.sort((one, other) => Math.abs(one.at - now) - Math.abs(other.at - now))
  return {
    expired: counted(
      nearestFirst.filter(({ at }) => at <= now),
      axis,
    ),
    expiries: counted(
      nearestFirst.filter(({ at }) => at > now),
      axis,
    ),
  }
}

function counted(nearestFirst: readonly ExpiringEntry[], axis: Axis): ExpiriesAhead {
  const counts = new Map<number, number>()
  for (const { at } of nearestFirst) {
    const bucket = bucketOf(at, axis)
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }
  const buckets = [...counts].sort(([a], [b]) => a - b).map(([at, count]) => ({ at, count }))
  return { count: nearestFirst.length, buckets, first: nearestFirst.slice(0, axis.names) }
}

/** Later months have nothing to lose. */
export function monthsOn(state: State, axis: Axis, now: number): readonly MonthEnd[] {
  const at = nextMonthStart(now)
  if (at < axis.from || at > axis.to) return []
  const month = monthKey(now)
  const namespaces: (Counters & { readonly id: string })[] = []
  for (const { id, usage } of state.namespaces.values()) {
    const counters = usage.of(month, state.origin)
    if (Object.values(counters).some((count) => count > 0)) namespaces.push({ id, ...counters })
  }
  return [{ at, namespaces }]
}
