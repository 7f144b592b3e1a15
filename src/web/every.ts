// Tests may replace the global timers with fake ones.
import { clearInterval, setInterval } from 'node:timers'

/** `ms` is real time, and the timer doesn't keep the process alive. Returns a function that stops it. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}
