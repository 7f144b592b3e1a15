import { AsyncResource } from 'node:async_hooks'

/** The timers of Node, and a clock for them. */
export interface RealTimers {
  readonly setTimeout: (run: () => void, ms: number) => NodeJS.Timeout
  readonly clearTimeout: (timer: NodeJS.Timeout) => void
  /** Real ms from an arbitrary start. */
  readonly monotonic: () => number
}

export interface TimerKind {
  /** As `setTimeout` accepts it. */
  readonly ms: unknown
  readonly repeats: boolean
}

export interface TimerLists {
  readonly real: RealTimers
  /** Pending timers. */
  readonly armed: Set<ApplicationTimer>
  /** Timers that were converted to a number. */
  readonly byId: Map<number, ApplicationTimer>
}

/** Node uses 1 ms for longer delays. */
const DELAY_MS_MAX = 2 ** 31 - 1

/** A timer as returned by `setTimeout` and `setInterval`, for which time can jump. */
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
    // A timer that a jump arms again runs in the context of its creator.
    this.#run = AsyncResource.bind(run)
    const delayMs = Number(ms)
    this.#delayMs = delayMs >= 1 && delayMs <= DELAY_MS_MAX ? Math.trunc(delayMs) : 1
    this.#repeats = repeats
    this.refresh()
  }

  /** By the monotonic clock. */
  get dueAt(): number {
    return this.#dueAt
  }

  /** Lets time jump. A timer that is due then fires when Node next runs its timers. */
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

  /** The number that clears it. */
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
