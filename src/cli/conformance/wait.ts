import { Failure } from '../failure.js'
import { keepAlive } from '../keep-alive.js'
import { stopRequests, type Terminal } from '../terminal.js'

/** How often a wait is reported, ms. */
const REPORT_EVERY_MS = 15_000

/** Waits for a service's time to pass, until a request to stop. */
export interface Waiting {
  /** Sets what reports say the next waits are for. */
  setPurpose(purpose: string): void
  /** Lets real time pass, ms; rejects with a Failure on a request to stop. */
  wait(ms: number): Promise<void>
  /** @throws Failure once there was a request to stop */
  assertNotStopped(): void
  /** Aborted on a request to stop. */
  readonly stopped: AbortSignal
  /** Stops listening for requests to stop. */
  release(): void
}

/** Waiting that is reported on the terminal's error output. */
export function waitingOn(terminal: Terminal): Waiting {
  const { requested, signal, release } = stopRequests(terminal)
  let wasStopped = false
  let currentPurpose = ''
  requested.then(() => {
    wasStopped = true
  })
  const assertNotStopped = (): void => {
    if (wasStopped) throw new Failure('stopped; what was written for the trial is removed')
  }
  return {
    setPurpose(purpose) {
      currentPurpose = purpose
    },
    async wait(ms) {
      for (let left = ms; left > 0; left -= REPORT_EVERY_MS) {
        terminal.err.write(`${currentPurpose}: ${Math.ceil(left / 1000)} s to wait\n`)
        const step = Math.min(left, REPORT_EVERY_MS)
        const passed = new Promise<void>((resolve) => terminal.later(step, resolve))
        await keepAlive(Promise.race([passed, requested]))
        assertNotStopped()
      }
    },
    assertNotStopped,
    stopped: signal,
    release,
  }
}
