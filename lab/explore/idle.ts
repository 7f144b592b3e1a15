// Imported explicitly, because tests replace the global timers with fakes.
import { clearTimeout, setTimeout } from 'node:timers'

// Also read when this module is loaded, for the same reason.
const { hrtime } = process

/** Returns monotonic real ms. */
export function realMs(): number {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** A wait in real ms that can be cut short. */
export interface Idle {
  readonly over: Promise<void>
  readonly end: () => void
}

/** Waiting in parts lets the process handle pending events after a stall. */
const PARTS = 10

export function idle(ms: number): Idle {
  let timer: NodeJS.Timeout | undefined
  let left = PARTS
  const over = new Promise<void>((resolve) => {
    const wait = () => {
      if (left === 0) return resolve()
      left--
      timer = setTimeout(wait, ms / PARTS)
    }
    wait()
  })
  return { over, end: () => clearTimeout(timer) }
}
