import { formatDuration } from '../core/durations.js'
import { Refusal } from '../core/refusal.js'
import type { DecisionFacts } from './decision-facts.js'

/** So many requests per so many ms, for each key of the database. */
export interface RateLimit {
  readonly requests: number
  readonly perMs: number
}

/** How much of its window a key has used. */
export interface RateWindow {
  /** The window's number, counted from the epoch. */
  readonly number: number
  readonly used: number
}

/** Fixed windows, aligned to UTC multiples of their length, one row of them a key (docs/DESIGN.md section 6). */
export class RateWindows {
  readonly #windows: Map<string, RateWindow>

  constructor(windows: Iterable<readonly [string, RateWindow]> = []) {
    this.#windows = new Map(windows)
  }

  /**
   * Counts a request of the key.
   *
   * @param now ms
   * @throws Refusal rate_limited, with the seconds to the window's end
   */
  take(key: string, limit: RateLimit, now: number, frozen: boolean, decision: DecisionFacts): void {
    const number = Math.floor(now / limit.perMs)
    const window = this.#windows.get(key)
    const used = window?.number === number ? window.used : 0
    decision.rateUsed = used
    decision.rateLimit = limit.requests
    if (used >= limit.requests) throw tooMany(limit, used, (number + 1) * limit.perMs - now, frozen)
    this.#windows.set(key, { number, used: used + 1 })
  }

  /** Puts a key's window where it was left. */
  set(key: string, window: RateWindow): void {
    this.#windows.set(key, window)
  }

  /** Each key's window. */
  entries(): Iterable<readonly [string, RateWindow]> {
    return this.#windows
  }
}

function tooMany(limit: RateLimit, used: number, leftMs: number, frozen: boolean): Refusal {
  const retryAfterSeconds = Math.ceil(leftMs / 1000)
  const hint = frozen ? `; the virtual clock is frozen: advance it by ${formatDuration(leftMs)}` : ''
  return new Refusal(
    'rate_limited',
    `${used} of ${limit.requests} requests used in this window of ${formatDuration(limit.perMs)}${hint}`,
    { retryAfterSeconds },
  )
}
