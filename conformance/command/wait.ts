import type { Host } from './host.js'
import { CannotRun } from './status.js'

const REPORT_EVERY_MS = 15_000

/** Waits for time to pass on the service. A signal to stop interrupts it. */
export interface Waiting {
  /** Says what the next waits are for. Used in progress reports. */
  setPurpose(purpose: string): void
  /** Waits for this many real ms. Throws `CannotRun` when a signal to stop is received. */
  wait(ms: number): Promise<void>
  /** @throws CannotRun after a signal to stop */
  assertNotStopped(): void
  /** Aborted by a signal to stop. */
  readonly stopped: AbortSignal
  release(): void
}

/** Reports long waits on stderr. A second signal to stop ends the process immediately. */
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
    if (stopping.signal.aborted) throw new CannotRun('stopped; everything that was written has been removed')
  }
  return {
    setPurpose(purpose) {
      currentPurpose = purpose
    },
    async wait(ms) {
      for (let left = ms; left > 0; left -= REPORT_EVERY_MS) {
        host.err.write(`${currentPurpose}: ${Math.ceil(left / 1000)} s left to wait\n`)
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
