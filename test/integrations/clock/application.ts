import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Started {
  /** The module to pass to --import. */
  readonly clock: string
  readonly env?: Readonly<Record<string, string>>
  /** By default a script that evaluates expressions. */
  readonly script?: readonly string[]
  readonly node?: string
}

/** A Node process that follows a clock. */
export class Application implements Disposable {
  readonly #child: ChildProcess
  /** Resolves with the exit status once all output has arrived. */
  readonly ended: Promise<number | null>
  out = ''
  err = ''

  constructor({ clock, env = {}, script = [ANSWERING], node = process.execPath }: Started) {
    const { EMULATOR_URL: _, ...own } = process.env
    this.#child = spawn(node, ['--import', clock, ...script], {
      env: { ...own, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child.stdout?.on('data', (data) => {
      this.out += data
    })
    this.#child.stderr?.on('data', (data) => {
      this.err += data
    })
    this.ended = new Promise((resolve) => this.#child.once('close', resolve))
  }

  /** Evaluates an expression in the application and awaits a promise. */
  async ask(expression: string): Promise<unknown> {
    const [answer] = await Promise.all([
      Promise.race([
        once(this.#child, 'message').then(([message]) => message),
        this.ended.then((status) => {
          throw new Error(`it ended with ${status}: ${this.err}`)
        }),
      ]),
      this.#child.send(expression),
    ])
    return answer
  }

  async now(): Promise<number> {
    return Number(await this.ask('Date.now()'))
  }

  /**
   * Evaluates an expression until its value is right.
   * @throws Error after too many tries
   */
  async until(expression: string, isRight: (answer: unknown) => boolean): Promise<unknown> {
    let answer: unknown
    for (let asked = 0; asked < ASKED_MAX; asked++) {
      answer = await this.ask(expression)
      if (isRight(answer)) return answer
    }
    throw new Error(`${expression} stays ${JSON.stringify(answer)}: ${this.err}`)
  }

  /** Waits until Date.now() in the application is this time. */
  untilNow(ms: number): Promise<unknown> {
    return this.until('Date.now()', (now) => now === ms)
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}

const ANSWERING = join(import.meta.dirname, 'answering.js')

/** An evaluation takes a few tenths of a ms, and the application looks for the emulator every half second. */
const ASKED_MAX = 100_000
