import { monthKey, monthStart, nextMonthStart } from '../core/instants.js'
import { Refusal } from '../core/refusal.js'
import type { DecisionFacts } from './decision-facts.js'

/** For one month (docs/CONTRACT.md A-19). `storageBytes` isn't counted, since it's derived. */
export interface Counters {
  reads: number
  writes: number
  deletes: number
  lists: number
}

/** Monthly, except for the storage limit (docs/CONTRACT.md L-3). */
export interface Limits {
  readonly reads: number
  readonly writes: number
  readonly lists: number
  readonly storageBytes: number
}

/** `until` is exclusive. Both are in ms. */
interface CountedMonth {
  readonly from: number
  readonly until: number
  readonly counters: Counters
}

/** These have a monthly limit. Deletes don't. */
export type Limited = 'reads' | 'writes' | 'lists'

/** Stands for the origin's month until a seed's origin is known. */
export const ORIGIN_MONTH = 'origin'

const NO_COUNTERS: Readonly<Counters> = { reads: 0, writes: 0, deletes: 0, lists: 0 }

/**
 * A namespace's counters by UTC month (docs/CONTRACT.md L-5). Unused months have zero counts, so a new month needs no
 * reset, and moving the clock back shows the earlier month's counters again.
 */
export class MonthlyUsage {
  readonly #months = new Map<string, Counters>()
  /** Cached, since every request asks twice and formatting a month is slow. */
  #last: CountedMonth | undefined

  constructor(months: Iterable<[string, Counters]> = []) {
    for (const [month, counters] of months) this.set(month, counters)
  }

  /** The counters of the month that contains `now` (in ms), for the caller to increment. */
  at(now: number): Counters {
    if (this.#last === undefined || now < this.#last.from || now >= this.#last.until)
      this.#last = {
        from: monthStart(now),
        until: nextMonthStart(now),
        counters: this.#counters(monthKey(now)),
      }
    return this.#last.counters
  }

  /** @param month `YYYY-MM`, or ORIGIN_MONTH */
  set(month: string, counters: { readonly [Name in keyof Counters]?: number }): void {
    Object.assign(this.#counters(month), counters)
  }

  /** Oldest first. */
  months(): [string, Counters][] {
    return [...this.#months].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  /** Counters for a month (`YYYY-MM`). `ORIGIN_MONTH` counts towards the month of `origin` (in ms). */
  of(month: string, origin: number): Readonly<Counters> {
    const own = this.#months.get(month) ?? NO_COUNTERS
    const ofOrigin = monthKey(origin) === month ? this.#months.get(ORIGIN_MONTH) : undefined
    return ofOrigin === undefined ? own : sumOf(own, ofOrigin)
  }

  /** Resolves `ORIGIN_MONTH` to the month that contains `origin` (in ms). */
  copy(origin: number): MonthlyUsage {
    const copy = new MonthlyUsage(this.#months)
    copy.#months.delete(ORIGIN_MONTH)
    if (this.#months.has(ORIGIN_MONTH)) copy.set(monthKey(origin), this.of(monthKey(origin), origin))
    return copy
  }

  #counters(month: string): Counters {
    const known = this.#months.get(month)
    if (known !== undefined) return known
    const added = { ...NO_COUNTERS }
    this.#months.set(month, added)
    return added
  }
}

const sumOf = (one: Readonly<Counters>, other: Readonly<Counters>): Counters => ({
  reads: one.reads + other.reads,
  writes: one.writes + other.writes,
  deletes: one.deletes + other.deletes,
  lists: one.lists + other.lists,
})

/** One more read, write or list. `now` is in ms. */
export interface Admission {
  readonly quantity: Limited
  readonly limit: number
  readonly now: number
}

/**
 * Checks a limit. The operation does the counting, because a call that's refused later isn't counted.
 *
 * @returns the refusal monthly_quota_exceeded (docs/CONTRACT.md L-6), or undefined
 */
export function quotaRefusal(
  counters: Counters,
  { quantity, limit, now }: Admission,
  decision: DecisionFacts,
): Refusal | undefined {
  const used = counters[quantity]
  decision.quotaUsed = used
  decision.quotaLimit = limit
  if (used < limit) return undefined
  const renewal = nextMonthStart(now)
  return new Refusal('monthly_quota_exceeded', `${used} of ${limit} ${quantity} used in ${monthKey(now)}`, {
    retryAfterSeconds: Math.ceil((renewal - now) / 1000),
  })
}
