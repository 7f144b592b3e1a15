import { defaultMaxListeners, getMaxListeners, setMaxListeners } from 'node:events'
// Not the global `setImmediate`, because tests replace that with a fake one.
import { setImmediate } from 'node:timers'
import type { IncomingRequest } from '../../domain/requests/request.js'
import type { WorldAddress } from '../../request/http/world-address.js'
import { type EndSignals, onEnd } from './abort-signals.js'
import { networkError, type SentRequest } from './responses.js'

/** Headers as `fetch` sends them: alternating lower-case names and values, sorted by name. */
type HeaderList = string[]

function listOf(headers: Headers): HeaderList {
  const list: HeaderList = []
  for (const [name, value] of headers) list.push(name, value)
  return list
}

/** Sets a header, keeping the list sorted. @param name must be in lower case */
export function setHeader(list: HeaderList, name: string, value: string): void {
  let at = 0
  while (at < list.length && (list[at] ?? '') < name) at += 2
  list.splice(at, list[at] === name ? 2 : 0, name, value)
}

/** A `fetch` request whose body may not have been read yet. */
export interface FetchRequest extends SentRequest {
  readonly headers: HeaderList
  readonly body: ReadableStream<unknown> | undefined
}

/** Number of concurrent requests that can share a signal before Node warns about a leak. Same as for Node's `fetch`. */
const LISTENERS_MAX = 1500

/** Returns the signal that aborts a `fetch` call, if it has one. */
export function signalOf(input: string | URL | Request, init: RequestInit = {}): AbortSignal | undefined {
  const own = input instanceof Request ? input.signal : undefined
  const signal = init.signal === undefined ? own : (init.signal ?? undefined)
  if (signal !== undefined && getMaxListeners(signal) === defaultMaxListeners)
    setMaxListeners(LISTENERS_MAX, signal)
  return signal
}

/**
 * Creates a request from the arguments of `fetch`.
 *
 * @param url the request's actual destination
 * @throws TypeError if the arguments are invalid
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
 * Converts a `fetch` request into one for the services.
 *
 * @param request the headers that HTTP would have added are added to it
 * @param body the bytes read so far, which exceed `bytesMax` if the body is too large
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

/** Returns a function that subscribes to the caller aborting the request, and returns a function to unsubscribe. */
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

/** Pause after this many chunks. If they're all available, reading them would block the event loop and any abort. */
const CHUNKS_AT_ONCE = 100

/**
 * Reads a body until it ends or exceeds the limit, and then cancels the stream.
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
