import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzip } from 'node:zlib'
import { CLOSED_HEADERS } from '../web/closed-headers.js'
import type { AdminReply } from './call.js'

/** Less text fits into one packet anyway. */
const GZIP_BYTES_MIN = 1024

/** Writes an answer of the admin interface. Pages get it compressed: they may be far away, as scripts hardly are. */
export function write(response: ServerResponse, { status, body, type, stream }: AdminReply): void {
  if (stream !== undefined) {
    // If the client is gone already, no 'close' follows, and the stream would never end.
    if (response.destroyed) return
    response.writeHead(status, {
      'Content-Type': type,
      ...CLOSED_HEADERS,
      // nginx would collect the stream until it ends.
      'X-Accel-Buffering': 'no',
    })
    stream(response)
    return
  }
  if (body === undefined) {
    response.writeHead(status, CLOSED_HEADERS).end()
    return
  }
  const end = (bytes: Buffer, encoding: object = {}) => {
    const headers = { 'Content-Type': type, 'Content-Length': bytes.length, ...encoding, ...CLOSED_HEADERS }
    response.writeHead(status, headers).end(bytes)
  }
  const bytes = Buffer.from(body)
  if (bytes.length < GZIP_BYTES_MIN || !isPageThatUnpacks(response.req)) end(bytes)
  else gzip(bytes, (error, packed) => (error ? end(bytes) : end(packed, { 'Content-Encoding': 'gzip' })))
}

const isPageThatUnpacks = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '')
