import type { HeldRequest, Hold } from 'tristore-emulator'
import { idle } from './idle.js'

export interface RunningCode {
  /** Resolves when the code has finished or must stop. */
  readonly over: Promise<void>
  readonly isOver: () => boolean
}

/** A held request, and when it arrived in real ms. */
export interface HeldArrival {
  readonly request: HeldRequest
  readonly arrivedMs: number
}

/** A run's requests, in the order in which they're held. */
export class Arrivals {
  #queue: HeldArrival[] = []
  #wake: () => void = () => {}
  /** The error that keeps requests from being held any longer. Also set when the run's world is closed. */
  lost: unknown

  constructor(
    hold: Hold,
    private readonly course: RunningCode,
    /** In real ms. */
    readonly now: () => number,
  ) {
    void this.#listen(hold)
  }

  /** Takes at least `count` requests, or fewer if no more arrive for `ms` or the run is over. */
  async upTo(count: number, ms: number): Promise<HeldArrival[]> {
    while (this.#queue.length < count && (await this.#comes(ms))) {}
    return this.#taken()
  }

  /** Takes requests until none arrives for `ms`. */
  async all(ms: number): Promise<HeldArrival[]> {
    while (await this.#comes(ms)) {}
    return this.#taken()
  }

  /** Waits for a request without a time limit. Returns false if the run is over or requests can't be held any more. */
  async any(): Promise<boolean> {
    if (this.#queue.length > 0) return true
    return this.#comes()
  }

  #taken(): HeldArrival[] {
    const taken = this.#queue
    this.#queue = []
    return taken
  }

  /** Returns true if another request arrives within `ms`. */
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
        // We must await this before accessing the queue, which may have been replaced by then.
        const request = await hold.next({ timeoutMs: Number.POSITIVE_INFINITY })
        this.#queue.push({ request, arrivedMs: this.now() })
        this.#wake()
      }
    } catch (error) {
      // This loop ends when the world is closed at the end of a run.
      this.lost = error
      this.#wake()
    }
  }
}
