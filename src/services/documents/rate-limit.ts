import { formatDuration } from '../../core/durations.js'
import { ForkedMap } from '../../core/forked-map.js'
import { Refusal } from '../../core/refusal.js'
import type { DecisionFacts } from '../../domain/decision-facts.js'
import type { Profile } from '../../domain/profile/profile.js'
import type { FixedWindow, RateWindow, SlidingWindow } from '../../seed/resume-point.js'

/** Per database key and window. */
export interface RateLimit {
  readonly requests: number
  readonly perMs: number
}

/** Immutable. */
export interface KeyWindow {
  readonly seq: number
  readonly key: string
  readonly window: RateWindow
}

/** The time of a request, and the limit that applies to it. */
export interface RateMoment {
  readonly limit: RateLimit
  /** In virtual ms. */
  readonly now: number
  readonly isFrozen: boolean
  readonly kind: Profile['database']['rateWindow']
}

/** Up to this limit, logs have exact ms. Above it, times are rounded to thousandths of the window for brevity. */
const EXACT_REQUESTS_MAX = 1000

/** The maximum number of other windows to keep per key, in case the clock is moved backwards. */
const OTHER_WINDOWS_MAX = 100

/** The maximum number of instants that a log keeps from before its window, and likewise from after it. */
const OTHER_INSTANTS_MAX = 1000

/**
 * Keeps a window for each key. It's either fixed, and starts at a UTC multiple of its length, or it slides, and ends
 * with each request (docs/gaps.md).
 */
export class RateWindows {
  constructor(readonly windows = new ForkedMap<string, KeyWindow>()) {}

  /**
   * Counts a request. If the profile has since switched to the other kind of window, the count starts at 0.
   *
   * @throws Refusal `rate_limited`, with the number of seconds until a request can succeed
   */
  take(key: string, moment: RateMoment, decision: DecisionFacts): void {
    const taken = moment.kind === 'fixed' ? takenFixed : takenSliding
    this.set(key, taken(this.get(key), moment, decision))
  }

  set(key: string, window: RateWindow): void {
    const seq = this.windows.get(key)?.seq ?? this.windows.takeSeq()
    this.windows.set(key, { seq, key, window })
  }

  /** Undefined if none of the key's requests have been counted. */
  get(key: string): RateWindow | undefined {
    return this.windows.get(key)?.window
  }

  *entries(): IterableIterator<readonly [string, RateWindow]> {
    for (const { key, window } of this.windows.values()) yield [key, window]
  }

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

/** Returns the window with this number, and keeps the current one among the others. */
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
  // Rounding mustn't go back past requests that were recorded more precisely.
  const at = Math.max(lastAt, now - (now % step))
  const counted =
    at === lastAt ? [...log.slice(0, -1), [at, lastCount + 1] as const] : [...log, [at, 1] as const]
  // Keep these, since the clock may be moved back to earlier requests, or may have been moved back from later ones.
  const before = known.slice(Math.max(0, begin - OTHER_INSTANTS_MAX), begin)
  return { log: [...before, ...counted, ...known.slice(end, end + OTHER_INSTANTS_MAX)] }
}

/** The wait in ms until another request is allowed, or a whole window if the limit is 0. */
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
