import { Agent, request } from 'node:http'

/** Reuses one connection, as an application's own client would. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answered {
  readonly text: string
  /** From the call to the last byte of the response. */
  readonly ms: number
}

/** @throws Error if there is no response, or its status is 300 or more */
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
