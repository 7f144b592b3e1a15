import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { type EventName, listen } from './live.js'
import { pastPath } from './past-path.js'

/** Data that several components share: loaded once, and again when it may have changed. */
export class Followed<T> {
  readonly #data = signal<T | undefined>(undefined)
  #isResting = false
  #isStale = false

  /**
   * @param on events after which to load again
   * @param restMs least real ms between loads
   */
  constructor(
    private readonly load: () => Promise<T>,
    private readonly on: readonly EventName[],
    private readonly restMs: number,
  ) {}

  /** Undefined until it is loaded. */
  get data(): ReadonlySignal<T | undefined> {
    return this.#data
  }

  /** Starts to follow the world. */
  follow(): void {
    // Also when another moment is shown.
    effect(() => {
      void pastPath.value
      this.reload()
    })
    for (const name of [...this.on, 'missed'] as const) listen(name, () => this.reload())
  }

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
      // Keep the old data: the connection dot shows it.
    }
    setTimeout(() => {
      this.#isResting = false
      if (this.#isStale) this.reload()
    }, this.restMs)
  }
}
