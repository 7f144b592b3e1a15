import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { timesSent } from '../core/raw-headers.js'
import { ABSOLUTE_TARGET, isHost } from './origin.js'

/** The reason for rejecting a request before it's routed. */
export interface Rejection {
  readonly status: number
  readonly code: string
  readonly reason: string
  readonly hint?: string | undefined
}

export interface RejectionAnswer {
  /** Name, value, name, value, … */
  readonly headers: readonly string[]
  readonly body: string
}

/** `target` is as sent, or undefined if it isn't known. */
export type FormatRejection = (rejection: Rejection, target: string | undefined) => RejectionAnswer

/** Clearer than Node's own messages, which we use for all other codes. */
const MEANINGS: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD:
    "it doesn't begin with a known method. Is it TLS, or the rest of a body whose Content-Length is too short?",
  HPE_INVALID_URL: "its target isn't a path, or contains characters that must be percent-encoded",
  HPE_INVALID_EOF_STATE: 'the connection ended in the middle of it',
  HPE_PAUSED_H2_UPGRADE: 'only HTTP/1.1 is supported, not HTTP/2',
  HPE_INVALID_CONTENT_LENGTH: "its Content-Length isn't a number, or it also has a Transfer-Encoding",
  HPE_UNEXPECTED_CONTENT_LENGTH: 'it has more than one Content-Length',
  HPE_INVALID_TRANSFER_ENCODING:
    "its Transfer-Encoding doesn't end with chunked, or it also has a Content-Length",
}

const NO_PROXY: Rejection = {
  status: 501,
  code: 'not_emulated',
  reason: "the emulator isn't a proxy, so it doesn't support CONNECT",
}

/** From Node's HTTP parser, with the bytes read so far. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
}

/** Node's parser rejects these bytes, so they never become a request. */
export function rejectBroken(socket: Socket, error: ParserError, word: FormatRejection): void {
  const rejection = rejectionOf(error)
  writeLast(socket, rejection, word(rejection, targetIn(error)))
}

export const HEADER_BYTES_MAX = 256 * 1024

function rejectionOf({ code = '', message }: ParserError): Rejection {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const reason = `the headers are longer than ${HEADER_BYTES_MAX} bytes`
    return { status: 431, code: 'headers_too_large', reason }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, code: 'request_timeout', reason: "the request didn't arrive completely in time" }
  }
  const reason = `this is not an HTTP request: ${MEANINGS[code] ?? message} (${code})`
  return { status: 400, code: 'invalid_request', reason }
}

/** Much longer than the part of a path that identifies the service. */
const TARGET_LENGTH_MAX = 1000

/** The target may be incomplete if the request came in several pieces. */
function targetIn({ rawPacket }: ParserError): string | undefined {
  const lines = rawPacket?.toString('latin1').match(/(?:^|\n)[A-Z]{1,20} [^\s]{1,1000}/g)
  return lines?.at(-1)?.trim().split(' ')[1]?.slice(0, TARGET_LENGTH_MAX)
}

export function rejectTunnel(socket: Socket, word: FormatRejection): void {
  writeLast(socket, NO_PROXY, word(NO_PROXY, undefined))
}

/** Finds what's wrong with a request regardless of its path. */
export function problemOf({
  url = '/',
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): string | undefined {
  const { host } = headers
  if (host === undefined && httpVersion === '1.1') return 'an HTTP/1.1 request needs a Host header'
  // Otherwise the admin guard could check one of them while a proxy checks the other.
  if (timesSent(rawHeaders, 'host') > 1) return 'the Host header was sent more than once'
  if (host !== undefined && host !== '' && !isHost(host))
    return "the Host header isn't a host name with an optional port"
  const [, , targetHost] = ABSOLUTE_TARGET.exec(url) ?? []
  if (targetHost !== undefined && !isHost(targetHost)) return "its target isn't a URL: the host is invalid"
  // Node's parser ignores an empty Transfer-Encoding, but others might disagree on where the body ends.
  return headers['transfer-encoding'] === '' ? 'its Transfer-Encoding is empty' : undefined
}

export function rejectRequest(
  response: ServerResponse,
  { status }: Pick<Rejection, 'status'>,
  { headers, body }: RejectionAnswer,
): void {
  response.sendDate = false
  response.writeHead(status, [...headers])
  response.end(body)
  response.req.resume()
}

function writeLast(
  socket: Socket,
  { status }: Pick<Rejection, 'status'>,
  { headers, body }: RejectionAnswer,
): void {
  if (!socket.writable) return
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (let index = 0; index < headers.length; index += 2)
    head.push(`${headers[index]}: ${headers[index + 1]}`)
  socket.end(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`)
}

/** For answers meant only for programs, so no page may frame or sniff them (docs/DESIGN.md section 9). */
export const CLOSED_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}
