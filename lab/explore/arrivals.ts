import type { HeldRequest, Hold } from 'tristore-emulator'
import { idle } from './idle.js'

/** The code that runs, as far as its requests depend on it. */
export interface RunningCode {
  /** Resolves when it ended, or may run no longer. */
  readonly over: Promise<void>
  readonly isOver: () => boolean
}

/** A request that is held, and when it came: real ms. */
export interface HeldArrival {
  readonly request: HeldRequest
  readonly arrivedMs: number
}

/** The requests of a run as they come to be held. */
export class Arrivals {
  #queue: HeldArrival[] = []
  #wake: () => void = () => {}
  /** The reason why no more requests are held, other than the end of the run. */
  lost: unknown

  constructor(
    hold: Hold,
    private readonly course: RunningCode,
    /** Real ms. */
    readonly now: () => number,
  ) {
    void this.#listen(hold)
  }

  /** Takes this many, or more; fewer if none comes for some time, or the run is over. */
  async upTo(count: number, ms: number): Promise<HeldArrival[]> {
    while (this.#queue.length < count && (await this.#comes(ms))) {}
    return this.#taken()
  }

  /** Takes requests until none arrives for this long. */
  async all(ms: number): Promise<HeldArrival[]> {
    while (await this.#comes(ms)) {}
    return this.#taken()
  }

  /** Waits for one, however long it takes; false: the run is over, or holds no longer. */
  async any(): Promise<boolean> {
    if (this.#queue.length > 0) return true
    return this.#comes()
  }

  #taken(): HeldArrival[] {
    const taken = this.#queue
    this.#queue = []
    return taken
  }

  /** True if another request arrives in this time. */
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
        // Awaited first: the queue may be another by then.
        const request = await hold.next({ timeoutMs: Number.POSITIVE_INFINITY })
        this.#queue.push({ request, arrivedMs: this.now() })
        this.#wake()
      }
    } catch (error) {
      // The world is closed when the run is over.
      this.lost = error
      this.#wake()
    }
  }
}
