import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { NO_BODY } from '../body.js'
import { HOST } from '../origin.js'
import { bytesOfHeaders } from '../raw-headers.js'
import type { Forgetful, Remembered } from './remembered.js'

/**
 * A request as clients of the services send nearly all of them: HTTP/1.1, whole in one piece of the connection, each
 * header once and none that decides how the connection goes on.
 */
export interface PlainMessage {
  readonly method: string
  readonly url: string
  readonly httpVersion: '1.1'
  /** Name, value, name, value, … as sent; requests with the same header lines share them. */
  readonly rawHeaders: string[]
  /** By names in lower case. */
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly socket: Socket
}

/** What the header lines of a request say. */
interface HeaderLines {
  /** From the first line to the empty one behind the last. */
  readonly bytes: Buffer
  readonly rawHeaders: string[]
  readonly headers: IncomingHttpHeaders
  readonly bodyLength: number
}

/** Methods without which no operation is; a target that is a path. What else is a target is for Node to say. */
const REQUEST_LINE = /^(?:GET|PUT|POST|DELETE) \/[!"$-~]* HTTP\/1\.1$/
const VERSION = ' HTTP/1.1'
/** Without white space that would have to go, and without characters beyond ASCII. */
const HEADER_LINE = /([\w!#$%&'*+.^`|~-]+): ?([!-~](?:[ -~]*[!-~])?)\r\n/y
const LENGTH = /^\d{1,8}$/
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a
const END_OF_HEAD = '\r\n\r\n'
/** Each connection remembers as much. */
const LINES_BYTES_MAX = 4096

/** Headers that say how a message or a connection goes on, or that Node reads as no single text. */
const SPECIAL: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Reads the plain requests of a connection. Clients repeat their header lines, which are then read once. */
export class PlainReader implements Forgetful {
  #before: HeaderLines | undefined

  constructor(
    private readonly socket: Socket,
    private readonly remembered: Remembered,
  ) {}

  /** Lets go of what it remembers. */
  forget(): void {
    this.remembered.giveBack(this)
    this.#before = undefined
  }

  /** The request that these bytes are; undefined where they are anything else than one plain request. */
  read(bytes: Buffer): PlainMessage | undefined {
    const lineEnd = bytes.indexOf(CARRIAGE_RETURN)
    const line = bytes.toString('latin1', 0, Math.max(0, lineEnd))
    if (!REQUEST_LINE.test(line) || bytes[lineEnd + 1] !== LINE_FEED) return undefined
    const lines = this.#headerLines(bytes, lineEnd + 2)
    if (lines === undefined) return undefined
    const bodyAt = lineEnd + 2 + lines.bytes.length
    if (bytes.length !== bodyAt + lines.bodyLength) return undefined
    const { rawHeaders, headers } = lines
    const methodEnd = line.indexOf(' ')
    const method = line.slice(0, methodEnd)
    const url = line.slice(methodEnd + 1, -VERSION.length)
    const body = lines.bodyLength === 0 ? NO_BODY.bytes : bytes.subarray(bodyAt)
    return { method, url, httpVersion: '1.1', rawHeaders, headers, body, socket: this.socket }
  }

  #headerLines(bytes: Buffer, from: number): HeaderLines | undefined {
    const before = this.#before
    if (before !== undefined) {
      const end = from + before.bytes.length
      const isSame =
        end <= bytes.length && bytes.compare(before.bytes, 0, before.bytes.length, from, end) === 0
      if (isSame) return before
    }
    const end = bytes.indexOf(END_OF_HEAD, from)
    if (end < 0 || end - from > LINES_BYTES_MAX) return undefined
    const lines = headerLines(bytes.subarray(from, end + END_OF_HEAD.length))
    if (lines !== undefined) this.#remember(lines)
    return lines
  }

  #remember(lines: HeaderLines): void {
    this.forget()
    const bytes = 2 * (lines.bytes.length + bytesOfHeaders(lines.rawHeaders))
    if (this.remembered.take(this, bytes)) this.#before = lines
  }
}

/** Reads header lines; undefined where not all of them are plain. */
function headerLines(bytes: Buffer): HeaderLines | undefined {
  const text = bytes.toString('latin1')
  const end = text.length - 2
  const rawHeaders: string[] = []
  const headers: Record<string, string> = {}
  HEADER_LINE.lastIndex = 0
  while (HEADER_LINE.lastIndex < end) {
    const [, name, value] = HEADER_LINE.exec(text) ?? []
    if (name === undefined || value === undefined) return undefined
    const key = name.toLowerCase()
    // What all objects have is in it, too: no header that anybody means.
    if (key in headers || (SPECIAL.has(key) && !isKeptAlive(key, value))) return undefined
    headers[key] = value
    rawHeaders.push(name, value)
  }
  const length = headers['content-length'] ?? '0'
  if (!HOST.test(headers.host ?? '') || !LENGTH.test(length)) return undefined
  // A copy, since the bytes that came in may be many.
  return { bytes: Buffer.from(bytes), rawHeaders, headers, bodyLength: Number(length) }
}

/** What HTTP/1.1 does anyway. */
const isKeptAlive = (name: string, value: string): boolean =>
  name === 'connection' && value.toLowerCase() === 'keep-alive'
