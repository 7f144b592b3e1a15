import { formatDuration } from '../../core/durations.js'
import { ForkedMap } from '../../core/forked-map.js'
import { Refusal } from '../../core/refusal.js'
import type { DecisionFacts } from '../../domain/decision-facts.js'
import type { Profile } from '../../domain/profile/profile.js'
import type { FixedWindow, RateWindow, SlidingWindow } from '../../seed/resume-point.js'

/** A number of requests in a number of ms, for each key of the database. */
export interface RateLimit {
  readonly requests: number
  readonly perMs: number
}

/** The window of a key, which stays as it is. */
export interface KeyWindow {
  readonly seq: number
  readonly key: string
  readonly window: RateWindow
}

/** When and how a request is counted, and against which limit. */
export interface RateMoment {
  readonly limit: RateLimit
  /** ms */
  readonly now: number
  readonly isFrozen: boolean
  readonly kind: Profile['database']['rateWindow']
}

/**
 * A log distinguishes requests by the ms up to this limit; beyond, by a thousandth of the window, so that it
 * stays short.
 */
const EXACT_REQUESTS_MAX = 1000

/** The most other windows that are kept of a key, for when the clock goes back. */
const OTHER_WINDOWS_MAX = 100

/** The most instants that a log keeps from before the window, and from after it. */
const OTHER_INSTANTS_MAX = 1000

/**
 * The windows of the keys, one a key: fixed ones, aligned to UTC multiples of their length, or sliding ones,
 * which end with each request (docs/gaps.md).
 */
export class RateWindows {
  constructor(readonly windows = new ForkedMap<string, KeyWindow>()) {}

  /**
   * Counts a request of the key. A window of the other kind, as it is left by a change of the profile, counts
   * nothing.
   *
   * @throws Refusal rate_limited, with the seconds until a request can succeed
   */
  take(key: string, moment: RateMoment, decision: DecisionFacts): void {
    const taken = moment.kind === 'fixed' ? takenFixed : takenSliding
    this.set(key, taken(this.get(key), moment, decision))
  }

  /** Puts a key's window if it was left. */
  set(key: string, window: RateWindow): void {
    const seq = this.windows.get(key)?.seq ?? this.windows.takeSeq()
    this.windows.set(key, { seq, key, window })
  }

  /** A key's window; undefined if nothing was counted of it. */
  get(key: string): RateWindow | undefined {
    return this.windows.get(key)?.window
  }

  /** Each key's window. */
  *entries(): IterableIterator<readonly [string, RateWindow]> {
    for (const { key, window } of this.windows.values()) yield [key, window]
  }

  /** A copy of the windows; neither sees what the other counts from now on. */
  fork(): RateWindows {
    return new RateWindows(this.windows.fork())
  }
}

function takenFixed(held: RateWindow | undefined, moment: RateMoment, decision: DecisionFacts): FixedWindow {
  const { limit, now } = moment
  const number = Math.floor(now / limit.perMs)
  const window = held !== undefined && 'number' in held ? fixedAt(number, held) : { number, used: 0 }
  note(decision, window.used, limit)
  if (window.used >= limit.requests) {
    decision.rateFreeInMs = (number + 1) * limit.perMs - now
    throw tooMany(window.used, decision.rateFreeInMs, moment)
  }
  return { ...window, used: window.used + 1 }
}

/** The window of this number as it was left; the one at hand joins the others. */
function fixedAt(number: number, held: FixedWindow): FixedWindow {
  if (held.number === number) return held
  const { others = [] } = held
  const [, used = 0] = others.find(([other]) => other === number) ?? []
  const rest = others.filter(([other]) => other !== number)
  return { number, used, others: [...rest, [held.number, held.used] as const].slice(-OTHER_WINDOWS_MAX) }
}

function takenSliding(
  held: RateWindow | undefined,
  moment: RateMoment,
  decision: DecisionFacts,
): SlidingWindow {
  const { limit, now } = moment
  const known = held !== undefined && 'log' in held ? held.log : []
  const begin = known.findLastIndex(([at]) => at <= now - limit.perMs) + 1
  const end = known.findLastIndex(([at]) => at <= now) + 1
  const log = known.slice(begin, end)
  const used = log.reduce((sum, [, count]) => sum + count, 0)
  note(decision, used, limit)
  if (used >= limit.requests) {
    decision.rateFreeInMs = leftMs(log, used, moment)
    throw tooMany(used, decision.rateFreeInMs, moment)
  }
  const step = limit.requests <= EXACT_REQUESTS_MAX ? 1 : Math.ceil(limit.perMs / EXACT_REQUESTS_MAX)
  const [lastAt, lastCount] = log.at(-1) ?? [Number.NEGATIVE_INFINITY, 0]
  // After requests that were told apart more finely, the instant may not go back.
  const at = Math.max(lastAt, now - (now % step))
  const counted =
    at === lastAt ? [...log.slice(0, -1), [at, lastCount + 1] as const] : [...log, [at, 1] as const]
  // The clock may go back to what is before, and has come back from what is in the future.
  const before = known.slice(Math.max(0, begin - OTHER_INSTANTS_MAX), begin)
  return { log: [...before, ...counted, ...known.slice(end, end + OTHER_INSTANTS_MAX)] }
}

/** Ms until enough of the requests are out of the window to let another one in; a limit of 0 never does. */
function leftMs(log: SlidingWindow['log'], used: number, { limit, now }: RateMoment): number {
  let left = used
  for (const [at, count] of log) {
    left -= count
    if (left < limit.requests) return at + limit.perMs - now
  }
  return limit.perMs
}

function note(decision: DecisionFacts, used: number, limit: RateLimit): void {
  decision.rateUsed = used
  decision.rateLimit = limit.requests
}

function tooMany(used: number, untilMs: number, { limit, isFrozen, kind }: RateMoment): Refusal {
  const retryAfterSeconds = Math.ceil(untilMs / 1000)
  const per = formatDuration(limit.perMs)
  const window = kind === 'fixed' ? `this window of ${per}` : `the last ${per}`
  const hint = isFrozen ? `; the virtual clock is frozen: advance it by ${formatDuration(untilMs)}` : ''
  return new Refusal('rate_limited', `${used} of ${limit.requests} requests used in ${window}${hint}`, {
    retryAfterSeconds,
  })
}
