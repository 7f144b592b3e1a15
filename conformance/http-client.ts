/**
 * A small client for the three services. It keeps every body as text, because int64 ids and stored values may have more
 * digits than a JavaScript number can hold.
 */

/** `body` is sent unchanged. */
export interface ClientRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Header names are in lower case, and each occurs once. */
export interface ClientAnswer {
  readonly status: number
  /** The reason phrase, or '' if the transport doesn't have one. */
  readonly statusText?: string
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly text: string
  /** Explains why the bytes aren't JSON text. */
  readonly bytesProblem?: string
}

/** Thrown if no answer arrives in time. We can't know what a slow service would have said. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime'
}

/** Thrown if the connection breaks in the middle of an answer, or the answer is shorter than announced. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
}

/** Sends a request and returns the answer. Rejects only if there's no complete answer. */
export type Send = (request: ClientRequest) => Promise<ClientAnswer>

export type Headers = Readonly<Record<string, string>>

/** A body that's sent unchanged. Used for digits that `JSON.stringify` would lose, and for text that isn't JSON. */
export class RawBody {
  constructor(readonly text: string) {}
}

/** A request and its answer, so that error messages can show both. */
export interface HttpExchange {
  readonly request: ClientRequest
  readonly status: number
  readonly statusText: string
  readonly text: string
  /** Explains why the bytes aren't JSON text. */
  readonly bytesProblem: string | undefined
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  header(name: string): string | undefined
}

/** Sends a request. The body is any JSON value, or a `RawBody`. */
export async function sendRequest(
  send: Send,
  { method, url, headers, body }: Omit<ClientRequest, 'body'> & { readonly body?: unknown },
): Promise<HttpExchange> {
  const request: ClientRequest = {
    method,
    url,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof RawBody ? body.text : JSON.stringify(body) }),
  }
  const { status, statusText = '', text, bytesProblem, headers: answered } = await send(request)
  const byName = new Map(answered)
  return {
    request,
    status,
    statusText,
    text,
    bytesProblem,
    headers: byName,
    header: (name) => byName.get(name),
  }
}

/** Returns the header for a scoped key (docs/CONTRACT.md K-1). */
export function withKey(key: string): Headers {
  return { 'x-kv-key': key }
}

/** Returns the header for an identity provider's token (docs/CONTRACT.md K-9). */
export function withBearer(token: string): Headers {
  return { authorization: `Bearer ${token}` }
}

/** Returns the header for a database key (docs/CONTRACT.md K-13). */
export function withApiKey(key: string): Headers {
  return { 'x-api-key': key }
}

/** Strips trailing slashes, so that paths can be appended. */
export function baseOf(address: string): string {
  return address.replace(/\/+$/, '')
}

/**
 * Returns the address of the next page, given the address of this one and its x-next (docs/CONTRACT.md C-20, C-21).
 *
 * The contract says that x-next is a cursor or a URL that has to be sent back as received, but it doesn't say where to.
 * A URL or path is requested as is. Anything else is taken to be a cursor, and sent as the query parameter `next` along
 * with the requested limit, which is a guess (see `isAddress`). Only a URL's path and query are used, so that the API
 * key is never sent to another host.
 */
export function nextUrl(asked: string, next: string): string {
  const from = new URL(asked)
  if (/^https?:\/\//i.test(next) && URL.canParse(next)) {
    const to = new URL(next)
    return to.origin === from.origin ? next : new URL(to.pathname + to.search, from.origin).href
  }
  if (/^[/?]/.test(next) && URL.canParse(next, asked)) {
    const to = new URL(next, asked)
    return new URL(to.pathname + to.search, from.origin).href
  }
  from.searchParams.set('next', next)
  return from.href
}

/** Returns true if an x-next says where to send it. A bare cursor doesn't say which parameter it's for. */
export function isAddress(next: string): boolean {
  return /^(?:https?:\/\/|[/?])/i.test(next)
}
