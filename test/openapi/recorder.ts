/** Sits between the validating proxy and an emulator, because the proxy reads numbers as JavaScript does. */

import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ClientAnswer, Send } from '../../conformance/http-client.js'

/** The address for requests, and the last answer. */
export interface Recorder extends AsyncDisposable {
  readonly url: string
  /** Carries requests from now on. */
  carry(send: Send, baseUrl: string): void
  /** The last answer's body, with every digit. */
  lastText(): string
}

const RELAYED = ['content-type', 'date', 'retry-after', 'x-emulator-reason', 'x-next']

/** Numbers that the proxy would change. It gets the largest one that it can read instead. */
const BEYOND_2_53 = /(?<=[:[,])-?\d{16,}(?=[,}\]])/g

/** Listens on a free port, and passes answers on in a form that the proxy can read. Keeps the original texts. */
export async function startRecorder(): Promise<Recorder> {
  let carry: { send: Send; baseUrl: string } | undefined
  let last = ''

  async function answerTo(request: IncomingMessage): Promise<ClientAnswer> {
    if (carry === undefined) throw new Error('nothing carries requests yet')
    const { method = 'GET', url = '' } = request
    const body = await text(request)
    const sent = { method, url: carry.baseUrl + url, headers: headersOf(request) }
    return carry.send(body === '' ? sent : { ...sent, body })
  }

  const server = createServer(async (request, response) => {
    const answer = await answerTo(request)
    last = answer.text
    const headers = [...answer.headers].filter(([name]) => RELAYED.includes(name))
    response.writeHead(answer.status, Object.fromEntries(headers))
    response.end(last.replace(BEYOND_2_53, String(Number.MAX_SAFE_INTEGER)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    carry: (send, baseUrl) => {
      carry = { send, baseUrl }
    },
    lastText: () => last,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Drops the headers of the connection to the recorder. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...others } = headers
  return Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]))
}
