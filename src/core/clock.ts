import { LAST_INSTANT_MS } from './instants.js'

/**
 * The machine's time in ms since 1970. Nothing else reads it. Captured at load time, so a test that fakes the global
 * Date doesn't change the time of every world in its process.
 */
export const systemTime: () => number = Date.now

export type ClockMode = 'running' | 'frozen'

export interface ClockState {
  /** ms since 1970 */
  readonly now: number
  readonly mode: ClockMode
  /** virtual seconds in a real second */
  readonly rate: number
}

/** A clock's state that another clock can continue from. */
export interface ClockSample extends ClockState {
  /** Real time of the sample, in ms since 1970; only for a running clock. */
  readonly realNow?: number
}

/** Defaults to the machine's time, running at its rate. */
export interface ClockStart {
  /** ms since 1970 */
  readonly now?: number | undefined
  readonly frozen?: boolean | undefined
  /** virtual seconds in a real second */
  readonly rate?: number | undefined
}

/**
 * A clock that can be set, frozen and run at another rate. It has no timers: its time is computed from the real time on
 * every read.
 */
export class VirtualClock {
  readonly #realNow: () => number
  #frozen: boolean
  #rate: number
  /** The clock's time at #realAt. Keeps fractions of a ms while running, so changing the rate loses nothing. */
  #virtualAt = 0
  #realAt = 0
  /** The most real ms seen since #realAt. */
  #elapsed = 0

  /**
   * @param realNow gives the real time in ms
   * @throws RangeError as set() and setRate() do
   */
  constructor(realNow: () => number, start: ClockStart = {}) {
    this.#realNow = realNow
    this.#frozen = start.frozen ?? false
    this.#rate = checkedRate(start.rate ?? 1)
    const real = realNow()
    this.#anchor(checkedInstant(start.now ?? Math.floor(real)), real)
  }

  /**
   * Returns whole ms since 1970, at most LAST_INSTANT_MS. A running clock never goes back, even if the machine's does.
   */
  now(): number {
    return this.#frozen ? this.#virtualAt : Math.floor(this.#exact())
  }

  get mode(): ClockMode {
    return this.#frozen ? 'frozen' : 'running'
  }

  /** Virtual seconds per real second while running. */
  get rate(): number {
    return this.#rate
  }

  /**
   * Moves the clock to an instant, forwards or back. A running clock keeps running.
   * @param ms since 1970
   * @throws RangeError unless it is a whole number from 0 to LAST_INSTANT_MS
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

  /** Applies the rate and mode of a start; undefined members change nothing. @throws RangeError as setRate() does */
  steer({ rate, frozen }: Pick<ClockStart, 'rate' | 'frozen'>): void {
    if (rate !== undefined) this.setRate(rate)
    if (frozen === true) this.freeze()
    if (frozen === false) this.run()
  }

  /**
   * Changes the clock's speed without changing the time it shows.
   * @param rate virtual seconds in a real second
   * @throws RangeError unless it is a finite number above 0
   */
  setRate(rate: number): void {
    const checked = checkedRate(rate)
    if (!this.#frozen) this.#anchor(this.#exact(), this.#realAt + this.#elapsed)
    this.#rate = checked
  }

  save(): ClockState {
    return { now: this.now(), mode: this.mode, rate: this.#rate }
  }

  /** Returns the state, with the real time at which a running clock showed it. */
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
    // The machine's clock was put back: continue from the latest instant shown.
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
