import type { Host } from './host.js'
import { CannotRun } from './status.js'

/** Ms between two reports of a wait. */
const REPORT_EVERY_MS = 15_000

/** Waits for the service's time to pass, until a request to stop. */
export interface Waiting {
  /** Names the purpose of the following waits, for reports. */
  setPurpose(purpose: string): void
  /** Waits some real ms. Rejects with CannotRun on a request to stop. */
  wait(ms: number): Promise<void>
  /** @throws CannotRun after a request to stop */
  assertNotStopped(): void
  /** Aborted on a request to stop. */
  readonly stopped: AbortSignal
  /** Stops listening for requests to stop. */
  release(): void
}

/** Reports waits on stderr. A second request to stop ends the process immediately. */
export function waitingOn(host: Host): Waiting {
  const stopping = new AbortController()
  const release = host.onStop(() => {
    release()
    stopping.abort()
  })
  const requested = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve())
  })
  let currentPurpose = ''
  const assertNotStopped = (): void => {
    if (stopping.signal.aborted) throw new CannotRun('stopped; what was written for the trial is removed')
  }
  return {
    setPurpose(purpose) {
      currentPurpose = purpose
    },
    async wait(ms) {
      for (let left = ms; left > 0; left -= REPORT_EVERY_MS) {
        host.err.write(`${currentPurpose}: ${Math.ceil(left / 1000)} s to wait\n`)
        let cancel = (): void => {}
        const passed = new Promise<void>((resolve) => {
          cancel = host.later(Math.min(left, REPORT_EVERY_MS), resolve)
        })
        await Promise.race([passed, requested])
        cancel()
        assertNotStopped()
      }
    },
    assertNotStopped,
    stopped: stopping.signal,
    release,
  }
}
