import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { type EventName, listen } from './live.js'
import { pastPath } from './past-path.js'

/** Data that the frame of the page shows in several places: one load for all of them, when it may have changed. */
export class Followed<T> {
  readonly #data = signal<T | undefined>(undefined)
  #isResting = false
  #isStale = false

  /**
   * @param on the events after which to load again
   * @param restMs the least real ms between two loads
   */
  constructor(
    private readonly load: () => Promise<T>,
    private readonly on: readonly EventName[],
    private readonly restMs: number,
  ) {}

  /** The last that was loaded; undefined until then. */
  get data(): ReadonlySignal<T | undefined> {
    return this.#data
  }

  /** Keeps it in step with the world's, for as long as the page is open. */
  follow(): void {
    // Another moment has other data.
    effect(() => {
      void pastPath.value
      this.reload()
    })
    for (const name of [...this.on, 'missed'] as const) listen(name, () => this.reload())
  }

  /** Loads it: at once, or after a rest. */
  reload(): void {
    if (this.#isResting) this.#isStale = true
    else void this.#run()
  }

  async #run(): Promise<void> {
    this.#isResting = true
    this.#isStale = false
    try {
      this.#data.value = await this.load()
    } catch {
      // The state of the connection shows it, and what was there stays.
    }
    setTimeout(() => {
      this.#isResting = false
      if (this.#isStale) this.reload()
    }, this.restMs)
  }
}
