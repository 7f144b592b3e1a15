// Imported from the module, since tests replace the global ones by fakes.
import { clearInterval, setInterval } from 'node:timers'

/**
 * Runs again and again, after this many real ms each time. It does not keep the process running.
 *
 * @returns ends it
 */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}
