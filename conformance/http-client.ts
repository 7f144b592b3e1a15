/**
 * A small client for the three services. It keeps every body as text, because ids are int64 and values are kept as
 * sent: both may have more digits than a JavaScript number.
 */

/** A request; `body` is text as sent. */
export interface ClientRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer; header names are in lower case, each once. */
export interface ClientAnswer {
  readonly status: number
  /** The reason phrase; empty if the transport has none. */
  readonly statusText?: string
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly text: string
  /** Why the bytes aren't JSON text, in words. */
  readonly bytesProblem?: string
}

/** No answer came in time, so what a slow service would have said is unknown. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime'
}

/** The connection broke within an answer, or the answer is shorter than announced. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
}

/** Sends one request and resolves with its answer. Rejects only if there was no complete answer. */
export type Send = (request: ClientRequest) => Promise<ClientAnswer>

/** Headers of a request, including the credential's. */
export type Headers = Readonly<Record<string, string>>

/** A body that is sent as it is, for digits that JSON.stringify would lose, and for text that isn't JSON. */
export class RawBody {
  constructor(readonly text: string) {}
}

/** A request with its answer, so that a failure can show both. */
export interface HttpExchange {
  readonly request: ClientRequest
  readonly status: number
  readonly statusText: string
  readonly text: string
  /** Why the bytes aren't JSON text, in words. */
  readonly bytesProblem: string | undefined
  /** All headers of the answer, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  header(name: string): string | undefined
}

/** Sends a request with an optional JSON body (any value, or a RawBody). */
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

/** The header for a scoped key (docs/CONTRACT.md K-1). */
export function withKey(key: string): Headers {
  return { 'x-kv-key': key }
}

/** The header for an identity provider's token (docs/CONTRACT.md K-9). */
export function withBearer(token: string): Headers {
  return { authorization: `Bearer ${token}` }
}

/** The header for a database key (docs/CONTRACT.md K-13). */
export function withApiKey(key: string): Headers {
  return { 'x-api-key': key }
}

/** Strips the last slash, so that paths can be appended. */
export function baseOf(address: string): string {
  return address.replace(/\/+$/, '')
}

/**
 * Returns the address of the page after `asked`, from the answer's x-next (docs/CONTRACT.md C-20, C-21).
 *
 * The contract calls x-next a cursor or a URL to be sent back as received, but not where. A URL or path is requested as
 * it is. Anything else is a cursor, sent as the query parameter `next` next to the requested limit; that is a guess
 * (`isAddress`). Only path and query of a URL are used, so that the API key never goes to another host.
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

/** True if an x-next says where to send it. A bare cursor doesn't tell which parameter takes it. */
export function isAddress(next: string): boolean {
  return /^(?:https?:\/\/|[/?])/i.test(next)
}
