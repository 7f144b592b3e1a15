import { syncBuiltinESMExports } from 'node:module'
import type { TimerOptions } from 'node:timers'
import timers from 'node:timers'
import promises from 'node:timers/promises'
import { promisify } from 'node:util'
import { ApplicationTimer, type RealTimers, type TimerKind } from './application-timer.js'

type Callback = (...args: unknown[]) => void

/** Makes an application's timers treat clock jumps as if time had passed. Timers that Node uses itself stay real. */
export class ApplicationTimers {
  readonly #armed = new Set<ApplicationTimer>()
  readonly #byId = new Map<number, ApplicationTimer>()
  readonly #real: typeof timers & RealTimers

  constructor(monotonic: () => number) {
    // Copy the timers before replacing them.
    this.#real = { ...timers, monotonic }
  }

  /** Timers that become due fire once, in order. */
  pass(ms: number): void {
    if (ms <= 0) return
    const inOrder = [...this.#armed].sort((one, other) => one.dueAt - other.dueAt)
    for (const timer of inOrder) timer.pass(ms)
  }

  /** Replaces the timers globally, in `node:timers` and in `node:timers/promises`. */
  replace(): void {
    const real = this.#real
    const make = (run: () => void, kind: TimerKind) => this.#make(run, kind)
    const realSleep = promises.setTimeout
    const sleep = sleeping(make, realSleep)
    const setTimeout = (run: Callback, ms?: number, ...args: unknown[]) =>
      typeof run !== 'function' || isCalledByNode(setTimeout)
        ? real.setTimeout(run, ms, ...args)
        : make(() => run(...args), { ms, repeats: false })
    const setInterval = (run: Callback, ms?: number, ...args: unknown[]) =>
      typeof run !== 'function' || isCalledByNode(setInterval)
        ? real.setInterval(run, ms, ...args)
        : make(() => run(...args), { ms, repeats: true })
    const clear = (timer?: unknown) => {
      const known = timer instanceof ApplicationTimer ? timer : this.#byId.get(Number(timer))
      if (known === undefined) real.clearTimeout(timer as NodeJS.Timeout)
      else known.close()
    }
    const replaced = {
      setTimeout: Object.assign(setTimeout, { [promisify.custom]: sleep }),
      setInterval,
      clearTimeout: clear,
      clearInterval: clear,
    }
    for (const scope of [globalThis, timers]) Object.assign(scope, replaced)
    Object.assign(promises, { setTimeout: sleep, setInterval: ticking(make, realSleep) })
    Object.assign(promises.scheduler, {
      wait: (ms: number, options?: object) => sleep(ms, undefined, options),
    })
    syncBuiltinESMExports()
  }

  #make(run: () => void, kind: TimerKind): ApplicationTimer {
    return new ApplicationTimer(run, kind, { real: this.#real, armed: this.#armed, byId: this.#byId })
  }
}

/**
 * Returns true if the caller is part of Node, such as `fetch`, rather than the application or one of its libraries.
 *
 * @param called the function that wants to know its caller
 */
function isCalledByNode(called: (...args: never[]) => unknown): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error
  const trace: { stack?: unknown } = {}
  try {
    Error.stackTraceLimit = 1
    Error.prepareStackTrace = (_, [caller]) => caller?.getFileName()
    Error.captureStackTrace(trace, called)
    return String(trace.stack).startsWith('node:')
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace')
    else Error.prepareStackTrace = prepareStackTrace
  }
}

type Make = (run: () => void, kind: TimerKind) => ApplicationTimer
type Sleep = <T>(ms?: number, value?: T, options?: TimerOptions) => Promise<T>

/**
 * Creates a replacement for the `setTimeout` of `node:timers/promises`.
 *
 * @param real Node's own version, which provides the error if a call is aborted
 */
const sleeping =
  (make: Make, real: Sleep): Sleep =>
  (ms, value, options = {}) => {
    const { signal, ref = true } = options
    if (signal?.aborted === true) return real(ms, value, options)
    return new Promise((resolve, reject) => {
      const timer = make(
        () => {
          signal?.removeEventListener('abort', abort)
          resolve(value as never)
        },
        { ms, repeats: false },
      )
      if (!ref) timer.unref()
      const abort = () => {
        timer.close()
        real(ms, value, options).catch(reject)
      }
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

/** Does the same for `setInterval`. Yields a value for each interval, even if nobody was waiting at the time. */
const ticking = (make: Make, real: Sleep) =>
  async function* <T>(ms?: number, value?: T, options: TimerOptions = {}): AsyncGenerator<T> {
    const { signal, ref = true } = options
    let due = 0
    let wake = () => {}
    const timer = make(
      () => {
        due++
        wake()
      },
      { ms, repeats: true },
    )
    if (!ref) timer.unref()
    const abort = () => wake()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      for (;;) {
        if (signal?.aborted === true) await real(ms, value, options)
        if (due === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          continue
        }
        due--
        yield value as T
      }
    } finally {
      timer.close()
      signal?.removeEventListener('abort', abort)
    }
  }
