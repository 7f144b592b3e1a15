import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { CLOSED_HEADERS } from '../web/reject.js'
import type { AdminReply } from './call.js'

/** Anything shorter fits into a single packet anyway. */
const GZIP_BYTES_MIN = 1024

const gzipped = promisify(gzip)

/** Compresses long responses for browsers, which may be far away, unlike scripts. */
export async function write(
  response: ServerResponse,
  { status, body, type, allow, stream }: AdminReply,
): Promise<void> {
  if (stream !== undefined) {
    // If the client has already left, there won't be a 'close', and the stream would never end.
    if (response.destroyed) return
    response.writeHead(status, {
      'Content-Type': type,
      ...CLOSED_HEADERS,
      // Otherwise, nginx would buffer the stream until it ends.
      'X-Accel-Buffering': 'no',
    })
    stream(response)
    return
  }
  if (body === undefined) {
    response.writeHead(status, CLOSED_HEADERS).end()
    return
  }
  const text = Buffer.from(body)
  const isLong = text.length >= GZIP_BYTES_MIN && isPageThatUnpacks(response.req)
  const packed = isLong ? await gzipped(text).catch(() => undefined) : undefined
  const bytes = packed ?? text
  const encoding = packed === undefined ? {} : { 'Content-Encoding': 'gzip' }
  if (allow !== undefined) response.setHeader('Allow', allow.join(', '))
  const headers = { 'Content-Type': type, 'Content-Length': bytes.length, ...encoding, ...CLOSED_HEADERS }
  response.writeHead(status, headers).end(bytes)
}

const isPageThatUnpacks = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '')
