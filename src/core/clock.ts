import { LAST_INSTANT_MS } from './instants.js'

/**
 * The machine's time in ms since 1970. Nothing else may read the system clock. Captured at load time, so that tests
 * that fake the global `Date` don't affect worlds in the same process.
 */
export const systemTime: () => number = Date.now

export type ClockMode = 'running' | 'frozen'

export interface ClockState {
  /** ms since 1970 */
  readonly now: number
  readonly mode: ClockMode
  /** Virtual seconds per real second. */
  readonly rate: number
}

/** A clock's state at a point in real time, which another clock can continue from. */
export interface ClockSample extends ClockState {
  /** When the sample was taken, in real ms since 1970. Only set for a running clock. */
  readonly realNow?: number
}

/** By default, a clock shows the machine's time and runs at normal speed. */
export interface ClockStart {
  /** ms since 1970 */
  readonly now?: number | undefined
  readonly frozen?: boolean | undefined
  /** Virtual seconds per real second. */
  readonly rate?: number | undefined
}

/**
 * A clock that can be set, frozen and run at a different rate. It has no timers: it computes the time whenever it's
 * read.
 */
export class VirtualClock {
  readonly #realNow: () => number
  #frozen: boolean
  #rate: number
  /** Includes fractions of a ms while the clock runs, so that changing the rate doesn't lose them. */
  #virtualAt = 0
  #realAt = 0
  /** The most real ms seen since `#realAt`. */
  #elapsed = 0

  /** @param realNow returns the real time in ms. @throws RangeError like `set` and `setRate` */
  constructor(realNow: () => number, start: ClockStart = {}) {
    this.#realNow = realNow
    this.#frozen = start.frozen ?? false
    this.#rate = checkedRate(start.rate ?? 1)
    const real = realNow()
    this.#anchor(checkedInstant(start.now ?? Math.floor(real)), real)
  }

  /** Whole ms since 1970, up to `LAST_INSTANT_MS`. A running clock never goes backwards, even if the machine's does. */
  now(): number {
    return this.#frozen ? this.#virtualAt : Math.floor(this.#exact())
  }

  get mode(): ClockMode {
    return this.#frozen ? 'frozen' : 'running'
  }

  /** Virtual seconds per real second while the clock is running. */
  get rate(): number {
    return this.#rate
  }

  /**
   * Moves the clock forwards or backwards. A running clock keeps running.
   *
   * @param ms since 1970
   * @throws RangeError unless `ms` is a whole number from 0 to `LAST_INSTANT_MS`
   */
  set(ms: number): void {
    this.#anchor(checkedInstant(ms))
  }

  freeze(): void {
    this.#anchor(this.now())
    this.#frozen = true
  }

  run(): void {
    if (!this.#frozen) return
    this.#frozen = false
    this.#anchor(this.#virtualAt)
  }

  /** Changes only what's given. @throws RangeError like `setRate` */
  steer({ rate, frozen }: Pick<ClockStart, 'rate' | 'frozen'>): void {
    if (rate !== undefined) this.setRate(rate)
    if (frozen === true) this.freeze()
    if (frozen === false) this.run()
  }

  /**
   * Changes the clock's speed without changing the time it shows.
   *
   * @param rate virtual seconds per real second
   * @throws RangeError unless `rate` is finite and above 0
   */
  setRate(rate: number): void {
    const checked = checkedRate(rate)
    if (!this.#frozen) this.#anchor(this.#exact(), this.#realAt + this.#elapsed)
    this.#rate = checked
  }

  save(): ClockState {
    return { now: this.now(), mode: this.mode, rate: this.#rate }
  }

  sample(): ClockSample {
    const saved = this.save()
    return this.#frozen ? saved : { ...saved, realNow: this.#realAt + this.#elapsed }
  }

  #anchor(virtualAt: number, realAt = this.#realNow()): void {
    this.#virtualAt = virtualAt
    this.#realAt = realAt
    this.#elapsed = 0
  }

  #exact(): number {
    const real = this.#realNow()
    const elapsed = real - this.#realAt
    // The machine's clock was set back: continue from the latest instant that was shown.
    if (elapsed < this.#elapsed) this.#anchor(this.#virtual(), real)
    else this.#elapsed = elapsed
    return this.#virtual()
  }

  #virtual(): number {
    return Math.min(this.#virtualAt + this.#elapsed * this.#rate, LAST_INSTANT_MS)
  }
}

function checkedInstant(ms: number): number {
  if (Number.isInteger(ms) && ms >= 0 && ms <= LAST_INSTANT_MS) return ms
  throw new RangeError(`a clock can be set to whole ms from 0 to ${LAST_INSTANT_MS}, not to ${ms}`)
}

function checkedRate(rate: number): number {
  if (Number.isFinite(rate) && rate > 0) return rate
  throw new RangeError(`a clock's rate is a finite number above 0, not ${rate}`)
}
