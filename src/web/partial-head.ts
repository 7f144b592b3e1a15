import type { IncomingMessage } from 'node:http'
import { lengthOfHeaders } from './raw-headers.js'

/** A header line, besides its characters, once Node's parser has taken it apart: two texts in two lists. */
const LINE_BYTES = 64
const LINE_FEED = 0x0a
const END_OF_HEAD = '\r\n\r\n'
/** White space that a head has, and that nobody is told of. */
const UNTOLD_MAX = 256

/**
 * The head of a request that has come in only in part. Node's parser keeps it and tells nobody: it is what remains of the
 * bytes read once those of whole requests are taken away.
 */
export class PartialHead {
  /** Bytes that came in and belong to no request that has begun; below 0: as many are still to come of a body. */
  #left = 0
  #hasBegun = false
  #isChunked = false
  #isBody = false
  #kept = 0

  /** Bytes that are still to come of a body whose length was told, or fewer: nothing but the body is in them. */
  get bodyLeft(): number {
    return this.#isBody && !this.#isChunked ? Math.max(0, -this.#left) : 0
  }

  /** A request has begun: its head is whole. */
  end(request: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders' | 'headers'>): void {
    this.#left -= headLength(request) + Number(request.headers['content-length'] ?? 0)
    this.#isChunked = request.headers['transfer-encoding'] !== undefined
    this.#hasBegun = true
  }

  /**
   * Notes bytes that the parser has read.
   *
   * @param isBody whether there is more to come of the body of a request
   * @returns the bytes of memory that are taken now and were not before; below 0: that are given back
   */
  read(bytes: Buffer, isBody: boolean): number {
    const before = this.#kept
    const isNew = this.#hasBegun || this.#isBody
    this.#hasBegun = false
    this.#isBody = isBody
    this.#left += bytes.length
    if (isBody) this.#kept = 0
    else if (isNew) this.#kept = this.#beginAnew(bytes)
    else this.#kept += bytesKept(bytes)
    return this.#kept - before
  }

  #beginAnew(bytes: Buffer): number {
    const behind = lengthBehindHeads(bytes)
    const left = this.#isChunked ? behind : Math.min(this.#left, behind)
    this.#left = left <= UNTOLD_MAX ? 0 : left
    return bytesKept(bytes.subarray(bytes.length - this.#left))
  }
}

/** As short as it can be written. */
function headLength({ method = '', url = '', rawHeaders }: Parameters<PartialHead['end']>[0]): number {
  const line = `${method} ${url} HTTP/1.1\r\n`.length
  return line + lengthOfHeaders(rawHeaders) + (':\r\n'.length * rawHeaders.length) / 2 + '\r\n'.length
}

/** No part of a head has the end of one in it. */
function lengthBehindHeads(bytes: Buffer): number {
  const end = bytes.lastIndexOf(END_OF_HEAD)
  return end < 0 ? bytes.length : bytes.length - end - END_OF_HEAD.length
}

/** What Node's parser keeps of a part of a head: an estimate, rather too high than too low. */
export function bytesKept(bytes: Buffer): number {
  let kept = bytes.length
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) kept += LINE_BYTES
  return kept
}
