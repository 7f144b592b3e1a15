/**
 * A small client for the three services, over a port that carries one request.
 *
 * It keeps every body as text, because ids are int64 and values are kept as given: both have more digits than
 * a JavaScript number holds.
 */

/** One request, ready to be carried; `body` is text as it goes over the wire. */
export interface ClientRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer; its headers have lower-case names, each once. */
export interface ClientAnswer {
  readonly status: number
  /** The reason phrase; empty if the transport has none. */
  readonly statusText?: string
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly text: string
  /** The reason why the bytes of the text aren't JSON, in words. */
  readonly bytesProblem?: string
}

/** No answer came in time: what a slow service would have said is not known. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime'
}

/** An answer ends before its end: its connection broke, or it is not as long as it says. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
}

/** The port: carries one request and gives its answer. It rejects only when there was no whole answer. */
export type Send = (request: ClientRequest) => Promise<ClientAnswer>

/** Headers of a request, the credential's among them. */
export type Headers = Readonly<Record<string, string>>

/** A body that is sent letter by letter, for digits that JSON.stringify would lose and for text that is not JSON. */
export class RawBody {
  constructor(readonly text: string) {}
}

/** A request with its answer, so that a failure can show both. */
export interface HttpExchange {
  readonly request: ClientRequest
  readonly status: number
  readonly statusText: string
  readonly text: string
  /** The reason why the bytes of the text aren't JSON, in words. */
  readonly bytesProblem: string | undefined
  /** Every header of the answer, by its lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  /** The answer's header of this name; undefined when it is absent. */
  header(name: string): string | undefined
}

/** Sends one request with an optional JSON body (any value, or a RawBody) and gives it with its answer. */
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

/** The header that carries a scoped key (docs/CONTRACT.md K-1). */
export function withKey(key: string): Headers {
  return { 'x-kv-key': key }
}

/** The header that carries a token of the identity provider (docs/CONTRACT.md K-9). */
export function withBearer(token: string): Headers {
  return { authorization: `Bearer ${token}` }
}

/** The header that carries a database key (docs/CONTRACT.md K-13). */
export function withApiKey(key: string): Headers {
  return { 'x-api-key': key }
}

/** A base address without its last slash, so that paths can be put after it. */
export function baseOf(address: string): string {
  return address.replace(/\/+$/, '')
}

/**
 * Where to ask for the page after `asked`, given the answer's x-next (docs/CONTRACT.md C-20, C-21).
 *
 * The contract calls the value a cursor or a URL and says that it is passed back as returned, but not where. So: a URL
 * or a path is requested unchanged, since it is an address itself; anything else is a cursor. It is put into the query
 * of the same collection under the header's own name without its `x-`, beside the limit already asked, which is a guess
 * (`isAddress`). The API key must not go to another host: only path and query of a URL elsewhere are used.
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

/** True if an x-next says where to ask. A bare cursor leaves open which parameter takes it. */
export function isAddress(next: string): boolean {
  return /^(?:https?:\/\/|[/?])/i.test(next)
}
