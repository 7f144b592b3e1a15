// Imported from the module, since tests replace the global ones by fakes.
import { clearTimeout, setTimeout } from 'node:timers'

// Taken when this is loaded, for the same reason.
const { hrtime } = process

/** Real ms from some instant on. */
export function realMs(): number {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** A time in real ms that can be ended early. */
export interface Idle {
  readonly over: Promise<void>
  readonly end: () => void
}

/** After a stall, the process handles waiting events between two of these parts. */
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
