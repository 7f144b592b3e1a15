import { Agent, request } from 'node:http'

/** One connection, as an application's own client would keep it. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** A request to send. */
export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The response to a request. */
export interface Answered {
  readonly text: string
  /** The time from the call to the last byte of the response. */
  readonly ms: number
}

/**
 * Sends one request.
 *
 * @throws Error if there is no response, or its status is 300 or more
 */
export function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const ms = performance.now() - began
        const text = Buffer.concat(chunks).toString()
        const { statusCode = 0 } = response
        if (statusCode < 300) resolve({ text, ms })
        else reject(new Error(`${method} ${url} was answered ${statusCode}: ${text.slice(0, 500)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
