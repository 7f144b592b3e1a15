import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The options of an application. */
export interface Started {
  /** The module for --import. */
  readonly clock: string
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** The script; by default the one that evaluates expressions. */
  readonly script?: readonly string[]
  /** The binary of Node. */
  readonly node?: string
}

/** A process of Node with a clock to follow. */
export class Application implements Disposable {
  readonly #child: ChildProcess
  /** Resolves with the exit status once all of its output has arrived. */
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

  /** Evaluates an expression in the application; a promise is awaited. */
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

  /** Evaluates an expression until its value is right. @throws Error after too many times */
  async until(expression: string, isRight: (answer: unknown) => boolean): Promise<unknown> {
    let answer: unknown
    for (let asked = 0; asked < ASKED_MAX; asked++) {
      answer = await this.ask(expression)
      if (isRight(answer)) return answer
    }
    throw new Error(`${expression} stays ${JSON.stringify(answer)}: ${this.err}`)
  }

  /** Waits until Date.now() of the application is this time. */
  untilNow(ms: number): Promise<unknown> {
    return this.until('Date.now()', (now) => now === ms)
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}

const ANSWERING = join(import.meta.dirname, 'answering.js')

/** Each evaluation takes some tenths of a ms, and the application looks for the emulator each half second. */
const ASKED_MAX = 100_000
