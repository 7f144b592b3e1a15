import { defaultMaxListeners, getMaxListeners, setMaxListeners } from 'node:events'
// Tests may replace the global `setImmediate` with a fake one.
import { setImmediate } from 'node:timers'
import type { IncomingRequest } from '../../domain/requests/request.js'
import type { WorldAddress } from '../../request/http/world-address.js'
import { type EndSignals, onEnd } from './abort-signals.js'
import { networkError, type SentRequest } from './responses.js'

/** Alternating lower-case names and values, sorted by name, as `fetch` sends them. */
type HeaderList = string[]

function listOf(headers: Headers): HeaderList {
  const list: HeaderList = []
  for (const [name, value] of headers) list.push(name, value)
  return list
}

/** Keeps the list sorted. @param name in lower case */
export function setHeader(list: HeaderList, name: string, value: string): void {
  let at = 0
  while (at < list.length && (list[at] ?? '') < name) at += 2
  list.splice(at, list[at] === name ? 2 : 0, name, value)
}

export interface FetchRequest extends SentRequest {
  readonly headers: HeaderList
  readonly body: ReadableStream<unknown> | undefined
}

/** This many requests can share a signal before Node warns about a leak. Same as for Node's `fetch`. */
const LISTENERS_MAX = 1500

/** Also lets more requests listen to the signal than Node does by default. */
export function signalOf(input: string | URL | Request, init: RequestInit = {}): AbortSignal | undefined {
  const own = input instanceof Request ? input.signal : undefined
  const signal = init.signal === undefined ? own : (init.signal ?? undefined)
  if (signal !== undefined && getMaxListeners(signal) === defaultMaxListeners)
    setMaxListeners(LISTENERS_MAX, signal)
  return signal
}

/**
 * @param url where the request actually goes
 * @throws TypeError if the arguments of `fetch` are invalid
 */
export function requestOf(
  input: string | URL | Request,
  init: RequestInit | undefined,
  url: URL,
  signal: AbortSignal | undefined,
): FetchRequest {
  // Don't pass the signal, as `Request` would wrap it in another one.
  const given = new Request(input instanceof Request ? input : url.href, { ...init, signal: null })
  return { method: given.method, url, signal, headers: listOf(given.headers), body: given.body ?? undefined }
}

/**
 * Adds the headers that HTTP would have added.
 *
 * @param body longer than `bytesMax` if it's too large
 */
export function serviceRequest(
  { method, headers: rawHeaders, url }: FetchRequest,
  { target, prefix }: WorldAddress,
  { body, bytesMax }: { readonly body: Buffer; readonly bytesMax: number },
): IncomingRequest {
  setHeader(rawHeaders, 'host', url.host)
  if (body.length > 0) setHeader(rawHeaders, 'content-length', String(body.length))
  const bodyIsTooLarge = body.length > bytesMax
  return {
    method,
    httpVersion: '1.1',
    target,
    origin: url.origin,
    prefix,
    rawHeaders,
    // Copy the bytes, because a slice would keep the whole oversized body in memory.
    body: bodyIsTooLarge ? Buffer.from(body.subarray(0, bytesMax)) : body,
    bodyIsTooLarge,
    otherAddressOf: undefined,
  }
}

export const whenAborted =
  (signal: AbortSignal) =>
  (then: () => void): (() => void) => {
    signal.addEventListener('abort', then, { once: true })
    return () => signal.removeEventListener('abort', then)
  }

interface BodyLimits {
  readonly bytesMax: number
  readonly ends: EndSignals
}

/** Pause after this many chunks. If they're all available, reading on would hold up the event loop and any abort. */
const CHUNKS_AT_ONCE = 100

/**
 * Cancels the stream once the body has ended or exceeds the limit.
 *
 * @throws TypeError "fetch failed" if reading fails, or the reason why the request ended early
 */
export async function readBody(
  stream: ReadableStream<unknown>,
  { bytesMax, ends }: BodyLimits,
): Promise<Buffer> {
  const reader = stream.getReader()
  // Ignore errors, since it doesn't matter if the stream has failed already or can't be cancelled.
  const cancel = (reason?: unknown) => void reader.cancel(reason).catch(() => {})
  let ended: { readonly reason: unknown } | undefined
  const release = onEnd(ends, (reason) => {
    ended = { reason }
    cancel(reason)
  })
  const chunks: Buffer[] = []
  let length = 0
  try {
    for (let count = 1; length <= bytesMax; count++) {
      if (count % CHUNKS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
      const { value, done } = await reader.read()
      if (done) break
      const chunk = bytesOf(value)
      chunks.push(chunk)
      length += chunk.length
    }
  } catch (error) {
    ended ??= { reason: networkError(error) }
  } finally {
    release()
    cancel()
  }
  if (ended !== undefined) throw ended.reason
  return Buffer.concat(chunks)
}

/** @throws TypeError, like Node's `fetch` */
function bytesOf(chunk: unknown): Buffer {
  if (!(chunk instanceof Uint8Array)) throw new TypeError('Received non-Uint8Array chunk')
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
