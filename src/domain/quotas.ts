import { monthKey, monthStart, nextMonthStart } from '../core/instants.js'
import { Refusal } from '../core/refusal.js'
import type { DecisionFacts } from './decision-facts.js'

/** A namespace's counters for one month (docs/CONTRACT.md A-19). storageBytes is derived, not counted. */
export interface Counters {
  reads: number
  writes: number
  deletes: number
  lists: number
}

/** A namespace's monthly limits and its storage limit (docs/CONTRACT.md L-3). */
export interface Limits {
  readonly reads: number
  readonly writes: number
  readonly lists: number
  readonly storageBytes: number
}

/** A month's range in ms, its end exclusive, and its counters. */
interface CountedMonth {
  readonly from: number
  readonly until: number
  readonly counters: Counters
}

/** Counters with a monthly limit; deletes have none. */
export type Limited = 'reads' | 'writes' | 'lists'

/** Stands for the month of the origin while a seed's origin is unknown. */
export const ORIGIN_MONTH = 'origin'

const NO_COUNTERS: Readonly<Counters> = { reads: 0, writes: 0, deletes: 0, lists: 0 }

/**
 * The counters of a namespace by UTC month (docs/CONTRACT.md L-5). Untouched months count zero, so a new month starts
 * by itself, and moving the clock back shows the earlier month again.
 */
export class MonthlyUsage {
  readonly #months = new Map<string, Counters>()
  /** The month that was counted in last. Each request asks twice, and to write a month as text takes long. */
  #last: CountedMonth | undefined

  constructor(months: Iterable<[string, Counters]> = []) {
    for (const [month, counters] of months) this.set(month, counters)
  }

  /** Returns the month's counters (`now` in ms), for the caller to increment. */
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

  /** Returns the counters of a month (`YYYY-MM`); ORIGIN_MONTH stands for the month of `origin` (ms). */
  of(month: string, origin: number): Readonly<Counters> {
    const own = this.#months.get(month) ?? NO_COUNTERS
    const ofOrigin = monthKey(origin) === month ? this.#months.get(ORIGIN_MONTH) : undefined
    return ofOrigin === undefined ? own : sumOf(own, ofOrigin)
  }

  /** Returns a copy in which ORIGIN_MONTH is resolved to the month of `origin` (ms). */
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

/** A request for one more of a quantity. `now` in ms. */
export interface Admission {
  readonly quantity: Limited
  readonly limit: number
  readonly now: number
}

/**
 * Checks one more read, write or list against its limit. The operation does the counting, since a call refused later
 * counts nothing.
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
