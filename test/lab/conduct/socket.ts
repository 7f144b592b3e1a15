import { Agent, request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Run } from './run.js'

/** Uses its own socket, or a new one for each request if `keepAlive` is false. */
export class SocketClient implements Disposable {
  readonly #agent: Agent

  constructor(
    private readonly run: Run,
    private readonly keepAlive = true,
  ) {
    this.#agent = new Agent({ keepAlive, maxSockets: 1 })
  }

  /**
   * Sends a GET to the document database and returns the status, or the error code. A connection used only for this
   * request is closed by then, as the emulator has seen.
   */
  async get(path: string): Promise<number | string> {
    const answer = await this.#ask(path)
    if (!this.keepAlive) await this.#hungUp()
    return answer
  }

  #ask(path: string): Promise<number | string> {
    const url = new URL(path, this.run.emulator.dbBaseUrl)
    return new Promise((resolve) => {
      const sent = request(url, { agent: this.#agent, headers: { 'X-API-Key': 'db' } }, (response) => {
        response.resume().on('close', () => resolve(response.statusCode ?? 0))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end()
    })
  }

  /** Sends a GET, closes the connection once the emulator has received it, and waits until the emulator has noticed. */
  async giveUpOn(path: string): Promise<void> {
    const { emulator } = this.run
    const before = (await emulator.requests()).length
    const gone = this.get(path)
    while ((await emulator.requests()).length === before) await setImmediate()
    this.#agent.destroy()
    await gone
    await this.#hungUp()
  }

  async #hungUp(): Promise<void> {
    while (!(await this.run.isHungUp())) await setImmediate()
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}
