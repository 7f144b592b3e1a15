/** Sends requests over sockets, or with a `fetch` function that works without them. Reads answers as bytes. */

import { isUtf8 } from 'node:buffer'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { BrokenAnswer, type ClientAnswer, type ClientRequest, type Send } from './http-client.js'

/** Far more than any answer in the contract. */
const ANSWER_BYTES_MAX = 128 * 1024 * 1024

/** Sends requests over sockets, which stay open. Doesn't follow redirects, as the contract doesn't have any. */
export function sendByHttp(): Send {
  const options = { keepAlive: true }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  const send = (asked: ClientRequest, isAgain: boolean): Promise<ClientAnswer> =>
    new Promise((resolve, reject) => {
      const url = new URL(asked.url)
      const isSecure = url.protocol === 'https:'
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        method: asked.method,
        agent: isSecure ? agents['https:'] : agents['http:'],
        headers: {
          ...asked.headers,
          ...(asked.body === undefined ? {} : { 'content-length': Buffer.byteLength(asked.body) }),
        },
      })
      request.on('response', (response) => answerOf(response).then(resolve, reject))
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The service closed the connection before it could be reused, so it hasn't seen the request.
        const isUnseen = request.reusedSocket && error.code === 'ECONNRESET' && !isAgain
        if (isUnseen) send(asked, true).then(resolve, reject)
        else reject(error.code?.startsWith('HPE_') ? new BrokenAnswer(`the answer: ${error.message}`) : error)
      })
      request.end(asked.body)
    })
  return (request) => send(request, false)
}

/** @throws BrokenAnswer if the answer is incomplete */
async function answerOf(response: IncomingMessage): Promise<ClientAnswer> {
  const { statusCode: status = 0, statusMessage: statusText = '' } = response
  const bytes = await bytesOf(response).catch((error: unknown) => {
    throw new BrokenAnswer(`the answer (${status}) is truncated: ${String(error)}`)
  })
  const headers = Object.entries(response.headers).map(
    ([name, value]) => [name, [value].flat().join(', ')] as const,
  )
  const { 'content-encoding': coding = 'identity', 'content-type': type } = response.headers
  return { status, statusText, headers, ...readText(DECODERS[coding.toLowerCase()]?.(bytes) ?? bytes, type) }
}

/** We don't ask for compression, but some services compress anyway. */
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  deflate: (bytes) => inflateSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
}

/** Sends requests with a `fetch` function. Used for an emulator in the same process. */
export function sendByFetch(fetchFunction: typeof fetch): Send {
  return async ({ method, url, headers, body }) => {
    const options: RequestInit = { method, headers: { ...headers }, redirect: 'manual' }
    if (body !== undefined) options.body = body
    const response = await fetchFunction(url, options)
    const { status, statusText } = response
    const type = response.headers.get('content-type') ?? undefined
    return { status, statusText, headers: response.headers, ...readText(await bytesOf(response.body), type) }
  }
}

async function bytesOf(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.byteLength
    // Leaving the loop closes the stream.
    if (length > ANSWER_BYTES_MAX) throw new Error(`an answer of more than ${ANSWER_BYTES_MAX} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Decodes an answer. If it can't be JSON text, which is UTF-8 (RFC 8259, section 8.1), explains why. */
function readText(bytes: Buffer, type = ''): Pick<ClientAnswer, 'text' | 'bytesProblem'> {
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes)) return { text, bytesProblem: 'bytes that are not UTF-8' }
  if (text.startsWith('\ufeff')) return { text, bytesProblem: 'a byte order mark in front of the text' }
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1]
  if (charset !== undefined && textIn(charset, bytes) !== text) {
    return { text, bytesProblem: `UTF-8, although the Content-Type says ${charset}` }
  }
  return { text }
}

function textIn(charset: string, bytes: Buffer): string | undefined {
  if (/^utf-?8$/i.test(charset)) return bytes.toString('utf8')
  try {
    return new TextDecoder(charset, { ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
