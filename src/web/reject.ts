import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { timesSent } from './raw-headers.js'

/** A request that is refused before all routing. */
interface Rejection {
  readonly status: string
  readonly code: string
  readonly reason: string
}

/** Explanations of codes of Node's parser for the sender; its own messages explain the others. */
const MEANINGS: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD:
    'it begins with no known method; is it TLS, or the rest of a body with a short Content-Length?',
  HPE_INVALID_URL: 'its target is no path, or has characters that must be percent-encoded',
  HPE_INVALID_EOF_STATE: 'the connection ended in the middle of it',
  HPE_PAUSED_H2_UPGRADE: 'HTTP/2 is not spoken here, only HTTP/1.1',
  HPE_INVALID_CONTENT_LENGTH: 'its Content-Length is no length, or stands beside Transfer-Encoding',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'it has more than one Content-Length',
  HPE_INVALID_TRANSFER_ENCODING:
    'its Transfer-Encoding does not end with chunked, or stands beside Content-Length',
}

const NO_PROXY: Rejection = {
  status: '501 Not Implemented',
  code: 'not_emulated',
  reason: 'the emulator is no proxy: CONNECT is not emulated',
}

/** Answers, with a reason, bytes that Node's parser rejects and that never become a request. */
export function rejectBroken(socket: Socket, error: NodeJS.ErrnoException, headerBytesMax: number): void {
  writeLast(socket, rejectionOf(error, headerBytesMax))
}

function rejectionOf({ code = '', message }: NodeJS.ErrnoException, headerBytesMax: number): Rejection {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const reason = `the headers are longer than ${headerBytesMax} bytes`
    return { status: '431 Request Header Fields Too Large', code: 'headers_too_large', reason }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const reason = 'the request did not arrive whole in time'
    return { status: '408 Request Timeout', code: 'request_timeout', reason }
  }
  const reason = `this is no HTTP request: ${MEANINGS[code] ?? message} (${code})`
  return { status: '400 Bad Request', code: 'invalid_request', reason }
}

export function rejectTunnel(socket: Socket): void {
  writeLast(socket, NO_PROXY)
}

/** The reason to refuse a request whatever its path; undefined where there is none. */
export function hostProblem({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.host === undefined) {
    return httpVersion === '1.1' ? 'an HTTP/1.1 request needs a Host header' : undefined
  }
  // The guard of the admin interface would check one of them, and a proxy before it the other.
  return timesSent(rawHeaders, 'host') > 1 ? 'the Host header was sent more than once' : undefined
}

/** Refuses a request before it reaches an interface. */
export function rejectRequest(
  response: ServerResponse,
  status: number,
  code: string,
  reason: string,
  hint?: string,
): void {
  const body = JSON.stringify({ error: code, message: reason, hint })
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Emulator-Reason': reason,
  })
  response.end(body)
  response.req.resume()
}

/** Writes an answer to the socket itself, and ends the connection behind it. */
function writeLast(socket: Socket, { status, code, reason }: Rejection): void {
  if (!socket.writable) return
  const body = JSON.stringify({ error: code, message: reason })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Emulator-Reason: ${reason}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
