import { monthKey, nextMonthStart } from '../core/instants.js'
import { expiryOf } from '../domain/entries/entry.js'
import type { Counters } from '../domain/quotas.js'
import type { State } from '../domain/state.js'
import { type Axis, bucketOf } from './axis.js'

/** The expiries on a stretch of virtual time. Times in ms; buckets with nothing in them are left out. */
export interface Expiries {
  readonly count: number
  readonly buckets: readonly { readonly at: number; readonly count: number }[]
  /** Those nearest to the present: the first ahead, the last behind. */
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

/** The expiries behind and ahead of an instant, ms. */
export function expiriesOn(
  state: State,
  axis: Axis,
  now: number,
): { readonly expired: Expiries; readonly expiries: Expiries } {
  const behind = new Tally(axis, now)
  const ahead = new Tally(axis, now)
  for (const namespace of state.namespaces.values()) {
    for (const entry of namespace.entries.values()) {
      const at = expiryOf(entry, state.origin)
      if (at >= axis.from && at <= axis.to) (at <= now ? behind : ahead).add(namespace.id, entry.key, at)
    }
  }
  return { expired: behind.result(), expiries: ahead.result() }
}

/** Counts expiries of one side. */
class Tally {
  #count = 0
  readonly #buckets = new Map<number, number>()
  /** Nearest first. */
  readonly #first: ExpiringEntry[] = []

  constructor(
    private readonly axis: Axis,
    private readonly now: number,
  ) {}

  add(namespace: string, key: string, at: number): void {
    this.#count++
    const bucket = bucketOf(at, this.axis)
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1)
    const last = this.#first[this.axis.names - 1]
    if (last !== undefined && this.#away(at) >= this.#away(last.at)) return
    const place = this.#first.findLastIndex((other) => this.#away(other.at) <= this.#away(at))
    this.#first.splice(place + 1, 0, { namespace, key, at })
    this.#first.length = Math.min(this.#first.length, this.axis.names)
  }

  result(): Expiries {
    const buckets = [...this.#buckets].sort(([a], [b]) => a - b).map(([at, count]) => ({ at, count }))
    return { count: this.#count, buckets, first: this.#first }
  }

  #away(at: number): number {
    return Math.abs(at - this.now)
  }
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
