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
  /** Months that other copies have too: they stay as they are. */
  #shared: Months = NO_MONTHS
  /** In place of those. Made for the first month: very many namespaces are never used. */
  #own: Map<string, Counters> | undefined
  #current: { readonly counters: Counters; readonly from: number; readonly until: number } | undefined

  constructor(months: Iterable<[string, Counters]> = []) {
    for (const [month, counters] of months) this.set(month, counters)
  }

  /** The counters of the month that holds `now` (ms); adding to them counts. */
  at(now: number): Counters {
    const current = this.#current
    if (current !== undefined && now >= current.from && now < current.until) return current.counters
    const counters = this.#ownOf(monthKey(now))
    this.#current = { counters, from: monthStart(now), until: nextMonthStart(now) }
    return counters
  }

  /** Sets some counters of a month (`YYYY-MM`, or ORIGIN_MONTH). */
  set(month: string, counters: { readonly [Name in keyof Counters]?: number }): void {
    Object.assign(this.#ownOf(month), counters)
  }

  /** Every month that was counted in, oldest first. */
  months(): [string, Counters][] {
    return [...new Map([...this.#shared, ...(this.#own ?? [])])].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  /** What a month (`YYYY-MM`) counted, those of ORIGIN_MONTH being of the month of `origin` (ms). */
  of(month: string, origin: number): Readonly<Counters> {
    const own = this.#own?.get(month) ?? this.#shared.get(month) ?? NO_COUNTERS
    const ofOrigin = monthKey(origin) === month ? this.#own?.get(ORIGIN_MONTH) : undefined
    return ofOrigin === undefined ? own : sumOf(own, ofOrigin)
  }

  /** The months in which another usage may have counted otherwise, some of them twice. `origin` as for `of`. */
  *differing(other: MonthlyUsage, origin: number): Generator<string> {
    for (const usage of [this, other]) {
      if (this.#shared !== other.#shared) yield* usage.#shared.keys()
      for (const month of usage.#own?.keys() ?? []) yield month === ORIGIN_MONTH ? monthKey(origin) : month
    }
  }

  /**
   * A copy with the same counts, those of ORIGIN_MONTH being of the month of `origin` (ms). The two share what neither
   * counts in later.
   */
  copy(origin: number): MonthlyUsage {
    if (this.#isToShare) this.#share()
    const copy = new MonthlyUsage()
    copy.#shared = this.#shared
    for (const [month, counters] of this.#own ?? []) if (month !== ORIGIN_MONTH) copy.set(month, counters)
    const ofOrigin = this.#own?.get(ORIGIN_MONTH)
    if (ofOrigin !== undefined) copy.set(monthKey(origin), sumOf(copy.of(monthKey(origin), origin), ofOrigin))
    return copy
  }

  get #isToShare(): boolean {
    return (this.#own?.size ?? 0) ** 2 > this.#shared.size
  }

  /** Lets later copies share its own months; that of the origin is another one in each. */
  #share(): void {
    const own = this.#own ?? NO_MONTHS
    this.#shared = new Map([...this.#shared, ...own].filter(([month]) => month !== ORIGIN_MONTH))
    const ofOrigin = own.get(ORIGIN_MONTH)
    this.#own = ofOrigin && new Map([[ORIGIN_MONTH, ofOrigin]])
    this.#current = undefined
  }

  #ownOf(month: string): Counters {
    this.#own ??= new Map()
    let own = this.#own.get(month)
    if (own === undefined) {
      own = { ...(this.#shared.get(month) ?? NO_COUNTERS) }
      this.#own.set(month, own)
    }
    return own
  }
}

type Months = ReadonlyMap<string, Counters>

const NO_MONTHS: Months = new Map()

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
