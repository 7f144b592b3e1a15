import { defaultMaxListeners, getMaxListeners, setMaxListeners } from 'node:events'
// Imported from the module, since tests replace the global one by a fake.
import { setImmediate } from 'node:timers'
import type { IncomingRequest } from '../../domain/requests/request.js'
import type { WorldAddress } from '../../request/http/world-address.js'
import { type EndSignals, onEnd } from './abort-signals.js'
import { networkError, type SentRequest } from './responses.js'

/** Headers as fetch sends them: name, value, name, value, … in order, with names in lower case. */
type HeaderList = string[]

function listOf(headers: Headers): HeaderList {
  const list: HeaderList = []
  for (const [name, value] of headers) list.push(name, value)
  return list
}

/** Sets a header, keeping its position. @param name in lower case */
export function setHeader(list: HeaderList, name: string, value: string): void {
  let at = 0
  while (at < list.length && (list[at] ?? '') < name) at += 2
  list.splice(at, list[at] === name ? 2 : 0, name, value)
}

/** A request of fetch, whose body may not have been read yet. */
export interface FetchRequest extends SentRequest {
  readonly headers: HeaderList
  readonly body: ReadableStream<unknown> | undefined
}

/**
 * The number of concurrent requests that may share a signal before Node warns of a leak; Node's fetch uses the same.
 */
const LISTENERS_MAX = 1500

/** Finds the signal that can abort a call of fetch. */
export function signalOf(input: string | URL | Request, init: RequestInit = {}): AbortSignal | undefined {
  const own = input instanceof Request ? input.signal : undefined
  const signal = init.signal === undefined ? own : (init.signal ?? undefined)
  if (signal !== undefined && getMaxListeners(signal) === defaultMaxListeners)
    setMaxListeners(LISTENERS_MAX, signal)
  return signal
}

/**
 * Builds a request from the arguments of fetch.
 *
 * @param url where the request goes
 * @throws TypeError if they are invalid
 */
export function requestOf(
  input: string | URL | Request,
  init: RequestInit | undefined,
  url: URL,
  signal: AbortSignal | undefined,
): FetchRequest {
  // Without a signal: Request would wrap the caller's in a second one.
  const given = new Request(input instanceof Request ? input : url.href, { ...init, signal: null })
  return { method: given.method, url, signal, headers: listOf(given.headers), body: given.body ?? undefined }
}

/**
 * Converts a request of fetch for the services.
 *
 * @param request gets the headers that a socket would have added
 * @param body as far as it was read; one byte beyond the bound shows that it is longer
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
    // Copy it: a slice would keep all of an oversized body in memory.
    body: bodyIsTooLarge ? Buffer.from(body.subarray(0, bytesMax)) : body,
    bodyIsTooLarge,
    otherAddressOf: undefined,
  }
}

/** Calls back when the caller aborts the request, unless cancelled. */
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

/** A stream whose chunks are all ready would otherwise block the event loop, even the abort. */
const CHUNKS_AT_ONCE = 100

/**
 * Reads a body until its end or beyond its bound, and cancels the rest of the stream.
 *
 * @throws TypeError "fetch failed" if it can't be read; the reason of an end
 */
export async function readBody(
  stream: ReadableStream<unknown>,
  { bytesMax, ends }: BodyLimits,
): Promise<Buffer> {
  const reader = stream.getReader()
  // It may have failed already or refuse to be cancelled, which no longer matters.
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

/** @throws TypeError, as fetch over a socket does */
function bytesOf(chunk: unknown): Buffer {
  if (!(chunk instanceof Uint8Array)) throw new TypeError('Received non-Uint8Array chunk')
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
