import type { TimerOptions } from 'node:timers'
import type { ApplicationTimer, TimerKind } from './application-timer.js'

type Make = (run: () => void, kind: TimerKind) => ApplicationTimer
type Sleep = <T>(ms?: number, value?: T, options?: TimerOptions) => Promise<T>

/**
 * `setTimeout` of node:timers/promises with timers of the application.
 *
 * @param real Node's own, which refuses what is aborted in its words
 */
export const sleeping =
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

/** Its `setInterval`: a value for each time that was due, also while nobody asked for one. */
export const ticking = (make: Make, real: Sleep) =>
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
