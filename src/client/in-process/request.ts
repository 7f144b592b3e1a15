import { defaultMaxListeners, getMaxListeners, setMaxListeners } from 'node:events'
// Imported from the module, since tests replace the global one by a fake.
import { setImmediate } from 'node:timers'
import type { UnplacedRequest } from '../../domain/requests/request.js'
import type { WorldAddress } from '../../request/http/world-address.js'
import { type Ends, onEnd } from './abort-signals.js'
import { networkError, type SentRequest } from './responses.js'

/** Headers as fetch sends them: name, value, name, value, … with names in lower case and in their order. */
type HeaderList = string[]

/** Lists standard headers. */
function listOf(headers: Headers): HeaderList {
  const list: HeaderList = []
  for (const [name, value] of headers) list.push(name, value)
  return list
}

/** Sets a header, in its place. @param name in lower case */
export function setHeader(list: HeaderList, name: string, value: string): void {
  let at = 0
  while (at < list.length && (list[at] ?? '') < name) at += 2
  list.splice(at, list[at] === name ? 2 : 0, name, value)
}

/** A request of fetch, whose body may still be to read. */
export interface FetchRequest extends SentRequest {
  readonly headers: HeaderList
  readonly body: ReadableStream<unknown> | undefined
}

/** As many requests at once may have one signal before Node warns of a leak: the number of its own fetch. */
const LISTENERS_MAX = 1500

/** The signal by which a call of fetch can be aborted. */
export function signalOf(input: string | URL | Request, init: RequestInit = {}): AbortSignal | undefined {
  const own = input instanceof Request ? input.signal : undefined
  const signal = init.signal === undefined ? own : (init.signal ?? undefined)
  if (signal !== undefined && getMaxListeners(signal) === defaultMaxListeners)
    setMaxListeners(LISTENERS_MAX, signal)
  return signal
}

/**
 * Takes the arguments of a call of fetch.
 *
 * @param url where the request goes
 * @throws TypeError if they make no request
 */
export function requestOf(
  input: string | URL | Request,
  init: RequestInit | undefined,
  url: URL,
  signal: AbortSignal | undefined,
): FetchRequest {
  // It has no signal: it would follow the given one by way of one more.
  const given = new Request(input instanceof Request ? input : url.href, { ...init, signal: null })
  return { method: given.method, url, signal, headers: listOf(given.headers), body: given.body ?? undefined }
}

/**
 * Returns a request of fetch as the services take it.
 *
 * @param request its headers get those that a socket would have carried too
 * @param body as far as it was read: one byte beyond the bound shows that it is longer
 */
export function serviceRequest(
  { method, headers: rawHeaders, url }: FetchRequest,
  { target, prefix }: WorldAddress,
  { body, bytesMax }: { readonly body: Buffer; readonly bytesMax: number },
): UnplacedRequest {
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
    // A copy: the beginning would keep all of a body that is too large.
    body: bodyIsTooLarge ? Buffer.from(body.subarray(0, bytesMax)) : body,
    bodyIsTooLarge,
    otherAddressOf: undefined,
  }
}

/** Calls back once the caller gives a request up, unless that is cancelled. */
export const whenAborted =
  (signal: AbortSignal) =>
  (then: () => void): (() => void) => {
    signal.addEventListener('abort', then, { once: true })
    return () => signal.removeEventListener('abort', then)
  }

/** The limit for reading a body, and the signal that ends it early. */
interface BodyLimits {
  readonly bytesMax: number
  readonly ends: Ends
}

/** A stream that has its chunks at hand would otherwise block everything, even what ends it. */
const CHUNKS_AT_ONCE = 100

/**
 * Reads the body of a request until it is whole or longer than its bound, and cancels what is left of its stream.
 *
 * @throws TypeError "fetch failed" if it cannot be read; the reason of an end
 */
export async function readBody(
  stream: ReadableStream<unknown>,
  { bytesMax, ends }: BodyLimits,
): Promise<Buffer> {
  const reader = stream.getReader()
  // If it has failed already or refuses to be cancelled, reading is over all the same.
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
