import { type Astray, destinationOf } from '../admin/destination.js'
import { dispatch } from '../admin/dispatch.js'
import type { AdminContext } from '../admin/route.js'
import type { DataPlane } from '../api/data-plane.js'
import { reasonHeader } from '../api/errors.js'
import type { WorldAddress } from '../web/world-address.js'
import { failed, otherSideClosed } from './broken.js'
import { FetchedRequest } from './fetched-request.js'
import { plainRequest } from './plain-request.js'
import { rebase } from './rebase.js'
import { deliver, responseTo, type Sent } from './responses.js'
import type { Addresses } from './transport.js'
import { unlessAborted } from './waiting.js'

/** What a fetch without a socket needs. */
export interface FetchParts {
  readonly plane: DataPlane
  /** The admin context of a world, by its id; undefined: the default world. */
  readonly contextOf: (id: string | undefined) => AdminContext | undefined
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
  context: AdminContext,
  request: ReadRequest,
  { target }: WorldAddress,
): Promise<Response> {
  const { method, url, headers: given, body: text } = request
  const [path = '', query = ''] = target.replace(/^\/_admin(?=[/?]|$)/, '').split(/\?(.*)/s)
  const accept = given.get('accept') ?? ''
  const call = { method, path, query, accept, origin: url.origin, body: text.toString() }
  const { status, body, type = 'application/json' } = await dispatch(context, call)
  if (body === undefined) return responseTo(request, { status, headers: [], body: undefined })
  return responseTo(request, { status, headers: ['Content-Type', type], body: String(body) })
}

function refusal(sent: Sent, { status, code, reason }: Astray): Response {
  const headers = ['Content-Type', 'application/json', 'X-Emulator-Reason', reasonHeader(reason)]
  return responseTo(sent, { status, headers, body: JSON.stringify({ error: code, message: reason }) })
}
