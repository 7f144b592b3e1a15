// Imported explicitly, because tests fake the global timers.
import { clearInterval, setInterval } from 'node:timers'

/** Calls `run` every `ms` real milliseconds, without keeping the process alive. Returns a function that stops it. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}
