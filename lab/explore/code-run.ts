import type { WorldClient } from 'tristore-emulator'
import type { RunningCode } from './arrivals.js'
import { idle } from './idle.js'
import type { Explored } from './options.js'

export type RunEnd<T> =
  | { readonly value: T }
  | { readonly error: unknown }
  | { readonly error: Error; readonly isUnended: true }

/** Runs the code once, in one world and with a time limit. */
export class CodeRun<T> implements RunningCode {
  readonly end: Promise<RunEnd<T>>
  readonly over: Promise<void>
  readonly #controller = new AbortController()
  readonly #limit
  #isOver = false
  /** True if the code didn't finish in time. */
  isUnended = false
  #resolve: (end: RunEnd<T>) => void = () => {}

  constructor(
    private readonly run: Explored<T>,
    private readonly world: WorldClient,
    private readonly timeout: number,
  ) {
    this.end = new Promise((resolve) => {
      this.#resolve = resolve
    })
    this.over = this.end.then(() => {})
    this.#limit = idle(timeout)
  }

  readonly isOver = (): boolean => this.#isOver

  start(): void {
    void this.#limit.over.then(() => this.giveUp(`it didn't finish within ${this.timeout} ms`))
    void this.#run()
  }

  giveUp(why: string): void {
    if (this.#isOver) return
    this.isUnended = true
    this.#endWith({ error: new Error(why), isUnended: true })
  }

  stop(): void {
    this.#limit.end()
    this.#controller.abort()
  }

  async #run(): Promise<void> {
    try {
      this.#endWith({ value: await this.run(this.world, { signal: this.#controller.signal }) })
    } catch (error) {
      this.#endWith({ error })
    }
  }

  #endWith(end: RunEnd<T>): void {
    this.#isOver = true
    this.#resolve(end)
  }
}
