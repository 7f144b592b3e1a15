import type { ServerResponse } from 'node:http'
import { CLOSED_HEADERS } from '../web/closed-headers.js'
import type { AdminReply } from './call.js'

/** Writes an answer of the admin interface. */
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
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length, ...CLOSED_HEADERS })
  response.end(bytes)
}
