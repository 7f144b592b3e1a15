import type { ClockSample } from '../../core/clock.js'
import { LAST_INSTANT_MS } from '../../core/instants.js'

/** Computes the time of a world's clock in another process, based on the last sample and the real time since then. */
export class FollowedClock {
  readonly #realNow: () => number
  #sample: ClockSample | undefined
  /** The local real time at which the sample was correct. */
  #realAt = 0

  constructor(realNow: () => number) {
    this.#realNow = realNow
  }

  /** In whole ms since 1970. Shows the real time until there's a sample. */
  readonly now = (): number => {
    const real = this.#realNow()
    if (this.#sample === undefined) return real
    const { now, mode, rate } = this.#sample
    if (mode === 'frozen') return now
    // The world's clock mustn't go backwards if the machine's clock does.
    const elapsed = Math.max(0, real - this.#realAt)
    return Math.min(Math.floor(now + elapsed * rate), LAST_INSTANT_MS)
  }

  /**
   * @param skewMs the local real time minus that of the world's machine
   * @returns how far the world's clock jumped in ms, or 0 for the first sample
   */
  take(sample: ClockSample, skewMs: number): number {
    const isFirst = this.#sample === undefined
    const before = this.now()
    this.#sample = sample
    this.#realAt = sample.realNow === undefined ? this.#realNow() : sample.realNow + skewMs
    return isFirst ? 0 : this.now() - before
  }
}

/**
 * Returns the local real time minus a response's, in ms. If they could be equal, e.g. on the same machine, returns 0.
 *
 * @param theirs the real time in the response
 */
export function skewOf(theirs: number, sentAt: number, arrivedAt: number): number {
  return theirs >= sentAt && theirs <= arrivedAt ? 0 : (sentAt + arrivedAt) / 2 - theirs
}
