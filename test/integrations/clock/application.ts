import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** How an application is started. */
export interface Started {
  /** The module that --import names. */
  readonly clock: string
  /** Beside that of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** The script; by default one that answers questions. */
  readonly script?: readonly string[]
  /** The binary of Node. */
  readonly node?: string
}

/** Node with a clock to follow, in a process of its own. */
export class Application implements Disposable {
  readonly #child: ChildProcess
  /** The exit status, once all that it printed is there. */
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

  /** What an expression is there; that of a promise is awaited. */
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

  /** Asks until the answer is right. @throws Error after too many times */
  async until(expression: string, isRight: (answer: unknown) => boolean): Promise<unknown> {
    let answer: unknown
    for (let asked = 0; asked < ASKED_MAX; asked++) {
      answer = await this.ask(expression)
      if (isRight(answer)) return answer
    }
    throw new Error(`${expression} stays ${JSON.stringify(answer)}: ${this.err}`)
  }

  /** Asks until it shows a time. */
  untilNow(ms: number): Promise<unknown> {
    return this.until('Date.now()', (now) => now === ms)
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}

const ANSWERING = join(import.meta.dirname, 'answering.js')

/** A question takes some tenths of a ms, and the emulator is looked for again each half second. */
const ASKED_MAX = 100_000
