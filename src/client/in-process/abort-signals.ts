// Imported from the module, since tests replace the global ones by fakes; delays here are in real time.
import { clearTimeout, setTimeout } from 'node:timers'

/** Signals that end a request early, each with the reason to reject with. */
export type EndSignals = readonly (readonly [signal: AbortSignal, reason: () => unknown])[]

/**
 * Calls back once, when the first signal is aborted; at once if one is already.
 *
 * @returns a function that stops listening
 */
export function onEnd(ends: EndSignals, then: (reason: unknown) => void): () => void {
  const over = new AbortController()
  for (const [signal, reason] of ends) {
    if (over.signal.aborted) break
    const end = () => {
      // The other signal may live longer, and must not keep this listener.
      over.abort()
      then(reason())
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true, signal: over.signal })
  }
  return () => over.abort()
}

/**
 * Resolves like a promise, unless the signal is aborted first.
 *
 * @throws the signal's reason
 */
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
 * @throws the reason of an end that comes first
 */
export function pause(ms: number, ends: EndSignals): Promise<void> {
  return new Promise((resolve, reject) => {
    const pass = () => {
      release()
      resolve()
    }
    const timer = setTimeout(pass, ms)
    const release = onEnd(ends, (reason) => {
      // A pending timer would keep the process running.
      clearTimeout(timer)
      reject(reason)
    })
  })
}

/** @throws its reason */
export const untilEnd = (ends: EndSignals): Promise<never> =>
  new Promise((_resolve, reject) => {
    onEnd(ends, reject)
  })
