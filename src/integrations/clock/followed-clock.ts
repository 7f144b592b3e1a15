import type { ClockSample } from '../../core/clock.js'
import { LAST_INSTANT_MS } from '../../core/instants.js'

/** A world's clock as another process reads it: worked out from its last sample, and from the real time since. */
export class FollowedClock {
  readonly #realNow: () => number
  #sample: ClockSample | undefined
  /** The real time here at which the world's clock showed the sample. */
  #realAt = 0

  /** @param realNow gives the real time in ms */
  constructor(realNow: () => number) {
    this.#realNow = realNow
  }

  /** Whole ms since 1970: the real time, as long as there is no sample. */
  readonly now = (): number => {
    const real = this.#realNow()
    if (this.#sample === undefined) return real
    const { now, mode, rate } = this.#sample
    if (mode === 'frozen') return now
    // A machine whose clock is put back does not take the world's along.
    const elapsed = Math.max(0, real - this.#realAt)
    return Math.min(Math.floor(now + elapsed * rate), LAST_INSTANT_MS)
  }

  /**
   * Goes on from a sample.
   *
   * @param skewMs how far the real time here is from that of the world's machine
   * @returns how far the world's clock jumped, in ms; 0 for the first sample
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
 * The real time here less that of an answer, in ms: 0 if it may be the same, as on one machine.
 *
 * @param theirs the real time in the answer
 * @param sentAt when the request was sent
 * @param arrivedAt when the answer was there
 */
export function skewOf(theirs: number, sentAt: number, arrivedAt: number): number {
  return theirs >= sentAt && theirs <= arrivedAt ? 0 : (sentAt + arrivedAt) / 2 - theirs
}
