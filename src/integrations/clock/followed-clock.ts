import type { ClockSample } from '../../core/clock.js'
import { LAST_INSTANT_MS } from '../../core/instants.js'

/** A world's clock as another process reads it: the last sample plus the real time since. */
export class FollowedClock {
  readonly #realNow: () => number
  #sample: ClockSample | undefined
  /** The local real time that matches the sample. */
  #realAt = 0

  /** @param realNow gives the real time in ms */
  constructor(realNow: () => number) {
    this.#realNow = realNow
  }

  /** Whole ms since 1970; the real time until there is a sample. */
  readonly now = (): number => {
    const real = this.#realNow()
    if (this.#sample === undefined) return real
    const { now, mode, rate } = this.#sample
    if (mode === 'frozen') return now
    // Setting the machine's clock back must not move the world's.
    const elapsed = Math.max(0, real - this.#realAt)
    return Math.min(Math.floor(now + elapsed * rate), LAST_INSTANT_MS)
  }

  /**
   * @param skewMs the local real time minus that of the world's machine
   * @returns the jump of the world's clock in ms; 0 for the first sample
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
 * Returns the local real time minus that of an answer, in ms; 0 if they may be equal, as on one machine.
 *
 * @param theirs the real time in the answer
 */
export function skewOf(theirs: number, sentAt: number, arrivedAt: number): number {
  return theirs >= sentAt && theirs <= arrivedAt ? 0 : (sentAt + arrivedAt) / 2 - theirs
}
