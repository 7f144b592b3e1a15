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
  /** Made for the first month: very many namespaces are never used. */
  #months: Map<string, Counters> | undefined
  #current: { readonly counters: Counters; readonly from: number; readonly until: number } | undefined

  constructor(months: Iterable<[string, Counters]> = []) {
    for (const [month, counters] of months) this.set(month, counters)
  }

  /** The counters of the month that holds `now` (ms); adding to them counts. */
  at(now: number): Counters {
    const current = this.#current
    if (current !== undefined && now >= current.from && now < current.until) return current.counters
    const counters = this.#own(monthKey(now))
    this.#current = { counters, from: monthStart(now), until: nextMonthStart(now) }
    return counters
  }

  /** Sets some counters of a month (`YYYY-MM`, or ORIGIN_MONTH). */
  set(month: string, counters: { readonly [Name in keyof Counters]?: number }): void {
    Object.assign(this.#own(month), counters)
  }

  /** How many months were counted in. */
  get size(): number {
    return this.#months?.size ?? 0
  }

  /** Every month that was counted in, oldest first. */
  months(): [string, Counters][] {
    return [...(this.#months ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  /** What a month (`YYYY-MM`) counted, those of ORIGIN_MONTH being of the month of `origin` (ms). */
  of(month: string, origin: number): Readonly<Counters> {
    const own = this.#months?.get(month) ?? NO_COUNTERS
    const ofOrigin = monthKey(origin) === month ? this.#months?.get(ORIGIN_MONTH) : undefined
    return ofOrigin === undefined ? own : sumOf(own, ofOrigin)
  }

  /** A copy with the same counts, those of ORIGIN_MONTH being of the month of `origin` (ms). */
  copy(origin: number): MonthlyUsage {
    const copy = new MonthlyUsage()
    for (const [month, counters] of this.#months ?? []) {
      const own = copy.#own(month === ORIGIN_MONTH ? monthKey(origin) : month)
      Object.assign(own, sumOf(own, counters))
    }
    return copy
  }

  #own(month: string): Counters {
    this.#months ??= new Map()
    let own = this.#months.get(month)
    if (own === undefined) {
      own = { ...NO_COUNTERS }
      this.#months.set(month, own)
    }
    return own
  }
}

const sumOf = (one: Readonly<Counters>, other: Readonly<Counters>): Counters => ({
  reads: one.reads + other.reads,
  writes: one.writes + other.writes,
  deletes: one.deletes + other.deletes,
  lists: one.lists + other.lists,
})

/**
 * Lets one more read, write or list through, or refuses it. The operation counts it, since a call that is refused
 * later counts nothing.
 *
 * @throws Refusal monthly_quota_exceeded (docs/CONTRACT.md L-6)
 */
export function admit(
  counters: Counters,
  quantity: Limited,
  limit: number,
  now: number,
  decision: DecisionFacts,
): void {
  const used = counters[quantity]
  decision.quotaUsed = used
  decision.quotaLimit = limit
  if (used < limit) return
  const renewal = nextMonthStart(now)
  throw new Refusal('monthly_quota_exceeded', `${used} of ${limit} ${quantity} used in ${monthKey(now)}`, {
    retryAfterSeconds: Math.ceil((renewal - now) / 1000),
  })
}
