import { monthKey, monthStart, nextMonthStart } from '../core/instants.js'
import { Refusal } from '../core/refusal.js'
import type { DecisionFacts } from './decision-facts.js'

/** The counters of a namespace in one month (docs/CONTRACT.md A-19); storageBytes is derived, not counted. */
export interface Counters {
  reads: number
  writes: number
  deletes: number
  lists: number
}

/** Monthly limits and the storage limit of a namespace (docs/CONTRACT.md L-3). */
export interface Limits {
  readonly reads: number
  readonly writes: number
  readonly lists: number
  readonly storageBytes: number
}

/** A month in ms, without its end, and what was counted in it. */
interface CountedMonth {
  readonly from: number
  readonly until: number
  readonly counters: Counters
}

/** The quantities with a monthly limit; deletes have none. */
export type Limited = 'reads' | 'writes' | 'lists'

/** The month of the origin, in a seed whose origin is not known yet. */
export const ORIGIN_MONTH = 'origin'

const NO_COUNTERS: Readonly<Counters> = { reads: 0, writes: 0, deletes: 0, lists: 0 }

/**
 * The counters of one namespace by UTC month (docs/CONTRACT.md L-5). A month never touched counts as zero, so a
 * new month begins by itself and going back in time shows the earlier month's own.
 */
export class MonthlyUsage {
  readonly #months = new Map<string, Counters>()
  /** The month that was counted in last. Each request asks twice, and to write a month as text takes long. */
  #last: CountedMonth | undefined

  constructor(months: Iterable<[string, Counters]> = []) {
    for (const [month, counters] of months) this.set(month, counters)
  }

  /** The counters of the month that holds `now` (ms); adding to them counts. */
  at(now: number): Counters {
    if (this.#last === undefined || now < this.#last.from || now >= this.#last.until)
      this.#last = {
        from: monthStart(now),
        until: nextMonthStart(now),
        counters: this.#counters(monthKey(now)),
      }
    return this.#last.counters
  }

  /** Sets some counters of a month (`YYYY-MM`, or ORIGIN_MONTH). */
  set(month: string, counters: { readonly [Name in keyof Counters]?: number }): void {
    Object.assign(this.#counters(month), counters)
  }

  /** Every month that was counted in, oldest first. */
  months(): [string, Counters][] {
    return [...this.#months].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  /** What a month (`YYYY-MM`) counted, those of ORIGIN_MONTH being of the month of `origin` (ms). */
  of(month: string, origin: number): Readonly<Counters> {
    const own = this.#months.get(month) ?? NO_COUNTERS
    const ofOrigin = monthKey(origin) === month ? this.#months.get(ORIGIN_MONTH) : undefined
    return ofOrigin === undefined ? own : sumOf(own, ofOrigin)
  }

  /** A copy with the same counts, those of ORIGIN_MONTH being of the month of `origin` (ms). */
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

/** What is to be let through: one more of a quantity, beyond whose limit nothing is. `now` in ms. */
export interface Admission {
  readonly quantity: Limited
  readonly limit: number
  readonly now: number
}

/**
 * Judges one more read, write or list. The operation counts it, since a call that is refused later counts nothing.
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
