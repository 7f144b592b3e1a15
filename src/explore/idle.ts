// Imported from the module, since tests replace the global ones by fakes.
import { clearTimeout, setTimeout } from 'node:timers'

/** A time in real ms that can be ended early. */
export interface Idle {
  readonly over: Promise<void>
  readonly end: () => void
}

export function idle(ms: number): Idle {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return { over, end: () => clearTimeout(timer) }
}
