import { Pool } from 'undici'

export interface Asked {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly json: unknown
  /** The virtual second of the answer, from the Date header, in ms. */
  readonly at: number
}

/** Sends requests to the emulator, and counts the answers. */
export class Caller {
  readonly #pool: Pool
  /** The first problems only. */
  readonly problems: string[] = []
  problemCount = 0
  answers = 0

  /** @param connections the maximum number of open connections */
  constructor(baseUrl: string, connections: number) {
    this.#pool = new Pool(baseUrl, { connections, pipelining: 1 })
  }

  problem(text: string): void {
    this.problemCount++
    if (this.problems.length < 20) this.problems.push(text)
  }

  /** Sends a request, and expects one of these statuses. */
  async ask(asked: Asked, ...expected: number[]): Promise<Answered> {
    const answered = await this.#send(asked)
    this.answers++
    if (!expected.includes(answered.status)) {
      const reason = answered.headers['x-emulator-reason'] ?? JSON.stringify(answered.json)
      this.problem(`${asked.method ?? 'GET'} ${asked.path} was answered ${answered.status}: ${reason}`)
    }
    return answered
  }

  /** Sends a request that a fault answers or breaks, and ignores the outcome. */
  async askForFault(asked: Asked, fault: string, signal?: AbortSignal): Promise<void> {
    const headers = { ...asked.headers, 'x-emulator-fault': fault }
    await this.#send({ ...asked, headers }, signal).catch(() => {})
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  async #send({ method = 'GET', path, headers = {}, body }: Asked, signal?: AbortSignal): Promise<Answered> {
    const response = await this.#pool.request({
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      headers: response.headers,
      json: /json/.test(String(response.headers['content-type'])) ? JSON.parse(text) : text,
      at: Date.parse(String(response.headers.date)),
    }
  }
}
