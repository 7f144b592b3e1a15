import { answer as answerAdmin } from '../admin/router.js'
import { reasonHeader } from '../api/errors.js'
import type { WorldAddress } from '../api/http/address.js'
import type { DataRequest } from '../api/message.js'
import type { DataPlane } from '../api/pipeline.js'
import type { Addresses } from '../client/admin-client.js'
import { rebase } from '../client/rebase.js'
import { headerOf } from '../web/raw-headers.js'
import type { WorldContext } from '../worlds/context.js'
import { destinationOf, type Unroutable } from '../worlds/destination.js'
import { deliver, failed, otherSideClosed, responseTo, type Sent, unlessAborted } from './responses.js'

/** What a fetch without a socket needs. */
export interface FetchParts {
  readonly plane: DataPlane
  /** The admin context of a world, by its id; undefined: the default world. */
  readonly contextOf: (id: string | undefined) => WorldContext | undefined
  /** Of the world that requests go to where they name none. */
  readonly addresses: Addresses
  /** Requests that name no world are refused. */
  readonly requireWorld: boolean
  /** Aborted when the emulator closes: no answer comes any more. */
  readonly closed: AbortSignal
}

/** A request with its body read. */
interface ReadRequest extends Sent {
  readonly headers: Headers
  readonly body: Buffer
}

/**
 * A fetch that asks the services without a socket: through the same operations, faults and journal. The origin of the
 * address is ignored. Redirects, which the services never send, are shown and not followed.
 *
 * @example
 * const fetch = createFetch({ plane, contextOf, addresses, requireWorld: false, closed })
 * const response = await fetch('/documents?limit=10', { headers: { 'X-API-Key': 'db_dev' } })
 */
export function createFetch(parts: FetchParts): typeof globalThis.fetch {
  return async (input, init) => {
    const signal = signalOf(input, init)
    signal?.throwIfAborted()
    if (parts.closed.aborted) throw failed(otherSideClosed())
    const url = rebase(input, parts.addresses)
    const plain = input instanceof Request ? undefined : plainRequest(init)
    if (plain !== undefined) return answer({ ...plain, url, signal }, parts)
    // The signal is heeded here: the Request would follow it by way of a further one.
    const request = new Request(input instanceof Request ? input : url, { ...init, signal: null })
    const body = await unlessAborted(bodyOf(request), signal)
    return answer({ method: request.method, url, signal, headers: request.headers, body }, parts)
  }
}

function signalOf(input: string | URL | Request, init: RequestInit = {}): AbortSignal | undefined {
  if (init.signal !== undefined) return init.signal ?? undefined
  return input instanceof Request ? input.signal : undefined
}

async function bodyOf(request: Request): Promise<Buffer> {
  if (request.body === null) return Buffer.alloc(0)
  try {
    return Buffer.from(await request.arrayBuffer())
  } catch (error) {
    throw failed(error)
  }
}

/** Brings a request to its world, and there to the admin interface or the services. */
async function answer(request: ReadRequest, parts: FetchParts): Promise<Response> {
  const { contextOf, requireWorld } = parts
  const destination = destinationOf(messageOf(request), { contextOf, requireWorld, hasAdmin: true })
  if ('reason' in destination) return refusal(request, destination)
  const { context, address, isAdmin } = destination
  if (isAdmin) return askAdmin(context, request, address)
  const { world } = context
  const carried = new FetchedRequest(request, address, world.profile.limits.bodyBytes)
  const answered = parts.plane.answer(world, carried)
  const isReady = !(answered instanceof Promise)
  return deliver(isReady ? answered : await unlessAborted(answered, request.signal), request, parts.closed)
}

function messageOf({ url, headers }: ReadRequest) {
  const world = headers.get('x-emulator-world')
  return { url: url.pathname + url.search, headers: world === null ? {} : { 'x-emulator-world': world } }
}

/** The admin interface stands at the same base address. */
async function askAdmin(
  context: WorldContext,
  request: ReadRequest,
  { target }: WorldAddress,
): Promise<Response> {
  const { method, url, headers: given, body: text } = request
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const accept = given.get('accept') ?? ''
  const call = { method, path, query, accept, origin: url.origin, body: text.toString() }
  const { status, body, type = 'application/json' } = await answerAdmin(context, call)
  if (body === undefined) return responseTo(request, { status, headers: [], body: undefined })
  return responseTo(request, { status, headers: ['Content-Type', type], body: String(body) })
}

function refusal(sent: Sent, { status, code, reason }: Unroutable): Response {
  const headers = ['Content-Type', 'application/json', 'X-Emulator-Reason', reasonHeader(reason)]
  return responseTo(sent, { status, headers, body: JSON.stringify({ error: code, message: reason }) })
}

/** Methods that mean the same however fetch reads them, and whether they may have a body. */
const METHODS: ReadonlyMap<string, boolean> = new Map([
  ['GET', false],
  ['PUT', true],
  ['POST', true],
  ['DELETE', true],
])

/** Options that change nothing of what is sent besides the parts read here. */
const READ: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'signal'])

const NO_BODY = Buffer.alloc(0)

/**
 * Reads what nearly every call of fetch is: a method, headers and no body or a text. A standard Request would say the
 * same, and take longer than the answer.
 *
 * @returns undefined where only a Request can tell
 */
export function plainRequest(
  init: RequestInit = {},
): { readonly method: string; readonly headers: Headers; readonly body: Buffer } | undefined {
  const { method = 'GET', body } = init
  const mayHaveBody = METHODS.get(method)
  const isText = typeof body === 'string'
  if (mayHaveBody === undefined || (isText ? !mayHaveBody : body !== undefined)) return undefined
  for (const option in init) if (!READ.has(option)) return undefined
  const headers = new Headers(init.headers)
  if (isText && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  return { method, headers, body: isText ? Buffer.from(body) : NO_BODY }
}

interface Carried {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Buffer
}

/** A request of fetch as the services take it. */
export class FetchedRequest implements DataRequest {
  readonly method: string
  readonly target: string
  readonly origin: string
  readonly prefix: string
  readonly body: Buffer
  readonly bodyIsTooLarge: boolean
  readonly rawHeaders: readonly string[]

  /**
   * @param sent its headers take those that a socket would have carried too
   * @param bodyBytesMax null: no bound
   */
  constructor(sent: Carried, { target, prefix }: WorldAddress, bodyBytesMax: number | null) {
    const { method, headers, url, body } = sent
    headers.set('host', url.host)
    if (body.length > 0) headers.set('content-length', String(body.length))
    this.method = method
    this.target = target
    this.origin = url.origin
    this.prefix = prefix
    this.bodyIsTooLarge = bodyBytesMax !== null && body.length > bodyBytesMax
    this.body = this.bodyIsTooLarge ? body.subarray(0, bodyBytesMax ?? 0) : body
    const rawHeaders: string[] = []
    for (const [name, value] of headers) rawHeaders.push(name, value)
    this.rawHeaders = rawHeaders
  }

  header(name: string): string | undefined {
    return headerOf(this.rawHeaders, name)
  }

  /** Headers of the same name were joined before they could come here, as fetch does over a socket too. */
  isRepeated(): boolean {
    return false
  }
}
