// Imported explicitly, since tests fake the global timers.
import { clearInterval, setInterval } from 'node:timers'

/** Calls a function at an interval of real ms. Doesn't keep the process running. @returns a function that stops it */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}
