import { defaultMaxListeners, getMaxListeners, setMaxListeners } from 'node:events'
import type { WorldAddress } from '../api/http/world-address.js'
import type { DataRequest } from '../api/message.js'
import type { Connection } from '../web/connection.js'
import { headerOf } from '../web/raw-headers.js'
import { type HeaderList, listOf, setHeader } from './header-list.js'
import type { SentRequest } from './responses.js'

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

/** What a request of fetch has besides its head. */
interface Rest {
  /** As far as it was read: one byte beyond the bound shows that it is longer. */
  readonly body: Buffer
  readonly bytesMax: number
  readonly address: WorldAddress
  readonly connection: Connection
}

/**
 * Returns a request of fetch as the services take it.
 *
 * @param request its headers get those that a socket would have carried too
 */
export function dataRequest(
  { method, headers: rawHeaders, url, signal }: FetchRequest,
  { body, bytesMax, address: { target, prefix }, connection }: Rest,
): DataRequest {
  setHeader(rawHeaders, 'host', url.host)
  if (body.length > 0) setHeader(rawHeaders, 'content-length', String(body.length))
  const bodyIsTooLarge = body.length > bytesMax
  return {
    method,
    httpVersion: '1.1',
    target,
    origin: url.origin,
    prefix,
    body: bodyIsTooLarge ? body.subarray(0, bytesMax) : body,
    bodyIsTooLarge,
    rawHeaders,
    connection,
    whenGone:
      signal &&
      ((then) => {
        signal.addEventListener('abort', then, { once: true })
        return () => signal.removeEventListener('abort', then)
      }),
    header: (name) => headerOf(rawHeaders, name),
    // Headers of the same name are joined already, as fetch joins them over a socket.
    isRepeated: () => false,
  }
}
