import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * Time in which work takes no time: pending work is finished, then the next timer fires. Libraries draw their jitter
 * from a seeded sequence.
 */
export class FakedTime implements Disposable {
  readonly #begunAt: number

  constructor() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    this.#begunAt = Date.now()
  }

  /** In ms since it began. */
  readonly now = (): number => Date.now() - this.#begunAt

  /** Lets time pass until the work is done. */
  async pass(work: Promise<unknown>): Promise<void> {
    let isDone = false
    const end = work.then(
      () => {
        isDone = true
      },
      () => {
        isDone = true
      },
    )
    for (;;) {
      await setImmediate()
      if (isDone) return end
      vi.advanceTimersToNextTimer()
    }
  }

  [Symbol.dispose](): void {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
}
