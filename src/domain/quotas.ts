import { monthKey, monthStart, nextMonthStart } from '../core/instants.js'
import { Refusal } from '../core/refusal.js'
import type { DecisionFacts } from './decision-facts.js'

/**
 * A namespace's counters for one month (docs/CONTRACT.md A-19). `storageBytes` is derived, so it isn't counted here.
 */
export interface Counters {
  reads: number
  writes: number
  deletes: number
  lists: number
}

/** A namespace's monthly limits, and its storage limit (docs/CONTRACT.md L-3). */
export interface Limits {
  readonly reads: number
  readonly writes: number
  readonly lists: number
  readonly storageBytes: number
}

/** A month from `from` to `until` (exclusive, both in ms), and its counters. */
interface CountedMonth {
  readonly from: number
  readonly until: number
  readonly counters: Counters
}

/** The counters that have a monthly limit. Deletes aren't limited. */
export type Limited = 'reads' | 'writes' | 'lists'

/** A placeholder for the origin's month while a seed's origin isn't known yet. */
export const ORIGIN_MONTH = 'origin'

const NO_COUNTERS: Readonly<Counters> = { reads: 0, writes: 0, deletes: 0, lists: 0 }

/**
 * A namespace's counters by UTC month (docs/CONTRACT.md L-5). Months that weren't used have zero counts, so a new month
 * needs no reset, and moving the clock back shows the earlier month's counters again.
 */
export class MonthlyUsage {
  readonly #months = new Map<string, Counters>()
  /** Caches the last used month, since every request asks twice and formatting a month is slow. */
  #last: CountedMonth | undefined

  constructor(months: Iterable<[string, Counters]> = []) {
    for (const [month, counters] of months) this.set(month, counters)
  }

  /** Returns the counters of the month that contains `now` (in ms). The caller increments them. */
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

  /** Returns the counters for a month (`YYYY-MM`). `ORIGIN_MONTH` counts towards the month of `origin` (in ms). */
  of(month: string, origin: number): Readonly<Counters> {
    const own = this.#months.get(month) ?? NO_COUNTERS
    const ofOrigin = monthKey(origin) === month ? this.#months.get(ORIGIN_MONTH) : undefined
    return ofOrigin === undefined ? own : sumOf(own, ofOrigin)
  }

  /** Returns a copy in which `ORIGIN_MONTH` is resolved to the month that contains `origin` (in ms). */
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

/** Asks for one more read, write or list. `now` is in ms. */
export interface Admission {
  readonly quantity: Limited
  readonly limit: number
  readonly now: number
}

/**
 * Checks whether one more read, write or list is within its limit. The operation does the counting itself, because a
 * call that's refused later isn't counted.
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
