import { Failure } from '../failure.js'
import { stopRequests, type Terminal } from '../terminal.js'

/** How often a person is told what is waited for, ms. */
const TOLD_EVERY_MS = 15_000

/** Waits for a service's time to pass, until somebody asks to stop. */
export interface Patience {
  /** Says what the next wait is for. */
  waitFor(what: string): void
  /** Lets real time pass, ms; rejects with a Failure when asked to stop. */
  wait(ms: number): Promise<void>
  /** @throws Failure once it was asked to stop */
  holdOn(): void
  /** Leaves the signals alone again. */
  release(): void
}

/** Patience that tells of its waits on the terminal's error output. */
export function patienceOf(terminal: Terminal): Patience {
  const { requested, release } = stopRequests(terminal)
  let wasStopped = false
  let purpose = ''
  requested.then(() => {
    wasStopped = true
  })
  const holdOn = (): void => {
    if (wasStopped) throw new Failure('stopped; what was written for the trial is removed')
  }
  return {
    waitFor(what) {
      purpose = what
    },
    async wait(ms) {
      // The terminal's timers alone would not keep the process alive.
      const alive = setInterval(() => {}, TOLD_EVERY_MS)
      try {
        for (let left = ms; left > 0; left -= TOLD_EVERY_MS) {
          terminal.err.write(`${purpose}: ${Math.ceil(left / 1000)} s to wait\n`)
          const step = Math.min(left, TOLD_EVERY_MS)
          await Promise.race([new Promise<void>((resolve) => terminal.later(step, resolve)), requested])
          holdOn()
        }
      } finally {
        clearInterval(alive)
      }
    },
    holdOn,
    release,
  }
}
