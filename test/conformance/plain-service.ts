import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EmulatorClient } from '../../src/client/emulator-client.js'

export interface PlainAnswer {
  status: number
  text: string
}

export type PlainChange = (answer: PlainAnswer, method: string, path: string) => void

/** Sits in front of an emulator and hides the admin interface, so that it doesn't look like an emulator. */
export class PlainService implements AsyncDisposable {
  /** Every request, as `METHOD /path`. */
  readonly asked: string[] = []
  readonly #server = createServer(async (request, response) => {
    const { status, text, headers } = await this.#answer(request)
    response.writeHead(status, headers).end(text)
  })

  private constructor(
    private readonly emulator: EmulatorClient,
    private readonly change: PlainChange,
  ) {}

  static async before(emulator: EmulatorClient, change: PlainChange = () => {}): Promise<PlainService> {
    const service = new PlainService(emulator, change)
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve))
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #answer(request: IncomingMessage) {
    const { method = '', url = '', headers } = request
    this.asked.push(`${method} ${url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
    const path = url.startsWith('/_admin') ? '/none' : url
    const response = await this.emulator.fetch(path, { method, headers: headersOf(headers), ...body })
    const answer = { status: response.status, text: await response.text() }
    this.change(answer, method, url)
    const sent = Object.fromEntries(response.headers)
    delete sent['content-length']
    return { ...answer, headers: sent }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const OWN = ['host', 'connection', 'content-length', 'transfer-encoding']

function headersOf(headers: IncomingMessage['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    OWN.includes(name) || value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
}
