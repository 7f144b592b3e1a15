// Tests may replace the global timers with fake ones, but these delays are in real time.
import { clearTimeout, setTimeout } from 'node:timers'

/** Signals that end a request early, each with a function that returns the reason to reject it with. */
export type EndSignals = readonly (readonly [signal: AbortSignal, reason: () => unknown])[]

/**
 * Calls back once, or immediately if a signal is already aborted.
 *
 * @returns a function that stops listening
 */
export function onEnd(ends: EndSignals, then: (reason: unknown) => void): () => void {
  const over = new AbortController()
  for (const [signal, reason] of ends) {
    if (over.signal.aborted) break
    const end = () => {
      // The other signals may live longer and shouldn't hold on to their listeners.
      over.abort()
      then(reason())
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true, signal: over.signal })
  }
  return () => over.abort()
}

/** @throws the signal's reason if it's aborted before the promise settles */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * @param ms real time
 * @throws the reason if the request ends first
 */
export function pause(ms: number, ends: EndSignals): Promise<void> {
  return new Promise((resolve, reject) => {
    const pass = () => {
      release()
      resolve()
    }
    const timer = setTimeout(pass, ms)
    const release = onEnd(ends, (reason) => {
      // Otherwise the timer would keep the process running.
      clearTimeout(timer)
      reject(reason)
    })
  })
}

/** Never resolves. @throws the reason once the request ends */
export const untilEnd = (ends: EndSignals): Promise<never> =>
  new Promise((_resolve, reject) => {
    onEnd(ends, reject)
  })
