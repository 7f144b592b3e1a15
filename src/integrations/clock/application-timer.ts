import { AsyncResource } from 'node:async_hooks'

export interface RealTimers {
  readonly setTimeout: (run: () => void, ms: number) => NodeJS.Timeout
  readonly clearTimeout: (timer: NodeJS.Timeout) => void
  /** Returns real ms since an arbitrary point in time. */
  readonly monotonic: () => number
}

export interface TimerKind {
  /** Any value that you could pass to `setTimeout`. */
  readonly ms: unknown
  readonly repeats: boolean
}

export interface TimerLists {
  readonly real: RealTimers
  readonly armed: Set<ApplicationTimer>
  /** Timers whose numeric id has been requested. */
  readonly byId: Map<number, ApplicationTimer>
}

/** For longer delays, Node uses 1 ms instead. */
const DELAY_MS_MAX = 2 ** 31 - 1

/** The object returned by `setTimeout` and `setInterval`. It supports jumps in time. */
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
    // Bind it, so that it still runs in its creator's context if it's rescheduled by a jump.
    this.#run = AsyncResource.bind(run)
    const delayMs = Number(ms)
    this.#delayMs = delayMs >= 1 && delayMs <= DELAY_MS_MAX ? Math.trunc(delayMs) : 1
    this.#repeats = repeats
    this.refresh()
  }

  /** On the monotonic clock. */
  get dueAt(): number {
    return this.#dueAt
  }

  /** Makes time jump. If the timer becomes due, it fires the next time Node runs its timers. */
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

  /** Returns a number that can be passed to `clearTimeout`. */
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
      // Do nothing if the callback cleared or refreshed the timer.
      if (this.#timeout === fired) {
        if (this.#repeats) this.refresh()
        else this.close()
      }
    }
  }
}
