import { AsyncResource } from 'node:async_hooks'

/** The timers of Node, and a clock for them. */
export interface RealTimers {
  readonly setTimeout: (run: () => void, ms: number) => NodeJS.Timeout
  readonly clearTimeout: (timer: NodeJS.Timeout) => void
  /** Real ms from some start. */
  readonly monotonic: () => number
}

export interface TimerKind {
  /** As `setTimeout` takes it. */
  readonly ms: unknown
  readonly repeats: boolean
}

/** Where timers are listed. */
export interface TimerLists {
  readonly real: RealTimers
  /** Those that are to fire. */
  readonly armed: Set<ApplicationTimer>
  /** The timers whose number was asked for. */
  readonly byId: Map<number, ApplicationTimer>
}

/** Node takes others for 1 ms. */
const DELAY_MS_MAX = 2 ** 31 - 1

/** A timer as `setTimeout` and `setInterval` give it, for which time can pass all at once. */
export class ApplicationTimer {
  readonly #lists: TimerLists
  readonly #run: () => void
  readonly #delayMs: number
  readonly #repeats: boolean
  #timeout: NodeJS.Timeout | undefined
  #dueAt = 0
  #isRef = true
  #id: number | undefined

  constructor(run: () => void, { ms, repeats }: TimerKind, lists: TimerLists) {
    this.#lists = lists
    // What is armed again by a jump runs in the context of who made it.
    this.#run = AsyncResource.bind(run)
    const delayMs = Number(ms)
    this.#delayMs = delayMs >= 1 && delayMs <= DELAY_MS_MAX ? Math.trunc(delayMs) : 1
    this.#repeats = repeats
    this.refresh()
  }

  /** By the real timers' clock. */
  get dueAt(): number {
    return this.#dueAt
  }

  /** Lets time pass at once. If that makes it due, it fires as soon as Node gets to its timers. */
  pass(ms: number): void {
    this.#arm(this.#dueAt - ms)
  }

  ref(): this {
    this.#isRef = true
    this.#timeout?.ref()
    return this
  }

  unref(): this {
    this.#isRef = false
    this.#timeout?.unref()
    return this
  }

  hasRef(): boolean {
    return this.#isRef
  }

  refresh(): this {
    this.#arm(this.#lists.real.monotonic() + this.#delayMs)
    return this
  }

  close(): this {
    const { real, armed, byId } = this.#lists
    if (this.#timeout !== undefined) real.clearTimeout(this.#timeout)
    this.#timeout = undefined
    armed.delete(this)
    if (this.#id !== undefined) byId.delete(this.#id)
    return this
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** The number by which it can be cleared. */
  [Symbol.toPrimitive](): number {
    this.#id ??= Number(this.#timeout)
    if (this.#timeout !== undefined) this.#lists.byId.set(this.#id, this)
    return this.#id
  }

  #arm(dueAt: number): void {
    const { real, armed } = this.#lists
    if (this.#timeout !== undefined) real.clearTimeout(this.#timeout)
    armed.add(this)
    this.#dueAt = dueAt
    this.#timeout = real.setTimeout(() => this.#fire(), Math.max(1, dueAt - real.monotonic()))
    if (!this.#isRef) this.#timeout.unref()
  }

  #fire(): void {
    const fired = this.#timeout
    try {
      this.#run()
    } finally {
      // Unless the callback cleared or refreshed it.
      if (this.#timeout === fired) {
        if (this.#repeats) this.refresh()
        else this.close()
      }
    }
  }
}
