// Of the module, since tests put fakes in the place of the global ones: what is held is held for real time.
import { clearTimeout, setTimeout } from 'node:timers'

/**
 * What a promise comes to, unless the signal is aborted first.
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
 * Waits real ms.
 *
 * @throws the signal's reason
 */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  // Left alone it would hold the process.
  return unlessAborted(wait, signal).finally(() => clearTimeout(timer))
}

/**
 * Waits for ever.
 *
 * @param ends rejects with what it gives once its signal is aborted
 */
export function hang(
  ends: readonly (readonly [signal: AbortSignal, reason: () => unknown])[],
): Promise<never> {
  return new Promise((_resolve, reject) => {
    const over = new AbortController()
    for (const [signal, reason] of ends) {
      const end = () => {
        // The other signal may live on, and must not keep this.
        over.abort()
        reject(reason())
      }
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true, signal: over.signal })
    }
  })
}
