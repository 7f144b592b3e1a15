import type { HeldRequest, Hold } from 'tristore-emulator'
import { idle } from './idle.js'

/** The code under test, as far as its requests depend on it. */
export interface RunningCode {
  /** Resolves when the code has ended or must stop. */
  readonly over: Promise<void>
  readonly isOver: () => boolean
}

/** A held request and the real ms of its arrival. */
export interface HeldArrival {
  readonly request: HeldRequest
  readonly arrivedMs: number
}

/** The requests of a run, in the order in which they are held. */
export class Arrivals {
  #queue: HeldArrival[] = []
  #wake: () => void = () => {}
  /** Why requests can no longer be held, apart from the end of the run. */
  lost: unknown

  constructor(
    hold: Hold,
    private readonly course: RunningCode,
    /** Real ms. */
    readonly now: () => number,
  ) {
    void this.#listen(hold)
  }

  /** Takes at least this many. Takes fewer if no more arrive for a while, or the run is over. */
  async upTo(count: number, ms: number): Promise<HeldArrival[]> {
    while (this.#queue.length < count && (await this.#comes(ms))) {}
    return this.#taken()
  }

  /** Takes requests until none arrives for this long. */
  async all(ms: number): Promise<HeldArrival[]> {
    while (await this.#comes(ms)) {}
    return this.#taken()
  }

  /** Waits for a request, for any time. False if the run is over, or requests can't be held any more. */
  async any(): Promise<boolean> {
    if (this.#queue.length > 0) return true
    return this.#comes()
  }

  #taken(): HeldArrival[] {
    const taken = this.#queue
    this.#queue = []
    return taken
  }

  /** True if another request arrives within this time. */
  async #comes(ms?: number): Promise<boolean> {
    if (this.course.isOver() || this.lost !== undefined) return false
    const before = this.#queue.length
    const coming = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    const pause = ms === undefined ? undefined : idle(ms)
    await Promise.race([coming, this.course.over, ...(pause === undefined ? [] : [pause.over])])
    pause?.end()
    return this.#queue.length > before
  }

  async #listen(hold: Hold): Promise<void> {
    try {
      for (;;) {
        // Awaited before touching the queue, which may have been replaced by then.
        const request = await hold.next({ timeoutMs: Number.POSITIVE_INFINITY })
        this.#queue.push({ request, arrivedMs: this.now() })
        this.#wake()
      }
    } catch (error) {
      // Closing the world at the end of a run ends this loop.
      this.lost = error
      this.#wake()
    }
  }
}
