import type { AdminRouter } from '../../admin/router.js'
import { httpDate } from '../../core/instants.js'
import { headerOf } from '../../core/raw-headers.js'
import type { Connection, Connections } from '../../domain/requests/connection.js'
import type { DataPlane } from '../../request/pipeline.js'
import { rejectionAnswer } from '../../request/rejection.js'
import { BODY_BYTES_MAX } from '../../web/body.js'
import type { Rejection } from '../../web/reject.js'
import { NAMING_HEADERS } from '../../worlds/carriers/carriers.js'
import type { WorldContext } from '../../worlds/context.js'
import { type Addressed, type Destination, destinationOf } from '../../worlds/destination.js'
import { ownAnswerText } from '../../worlds/root-and-discovery.js'
import type { Addresses } from '../admin-client.js'
import { rebase } from '../rebase.js'
import { unlessAborted } from './abort-signals.js'
import {
  type FetchRequest,
  readBody,
  requestOf,
  serviceRequest,
  setHeader,
  signalOf,
  whenAborted,
} from './request.js'
import { deliver, endsOf, networkError, otherSideClosed, responseTo } from './responses.js'

/** Deferred, so that tests that only use `fetch` don't wait for it to load. */
export type LoadAdmin = () => Promise<AdminRouter>

export interface FetchParts {
  readonly plane: DataPlane
  /** The default world. Its directory contains all the others. */
  readonly home: WorldContext
  readonly admin: LoadAdmin
  /** The addresses of the world that gets the requests that don't name one. */
  readonly addresses: Addresses
  readonly requireWorld: boolean
  /** Aborted when the emulator closes. */
  readonly closed: AbortSignal
}

interface Serving extends FetchParts {
  readonly connections: StandInConnections
}

/**
 * Calls the services without a socket, but with the same operations, faults and journal. Doesn't follow redirects,
 * because the services never send any.
 */
export function createFetch(parts: FetchParts): typeof globalThis.fetch {
  const connections = new StandInConnections(parts.plane.connections)
  const serving = { ...parts, connections }
  return async (input, init) => {
    const signal = signalOf(input, init)
    signal?.throwIfAborted()
    if (parts.closed.aborted) throw networkError(otherSideClosed())
    return answer(requestOf(input, init, rebase(input, parts.addresses), signal), serving)
  }
}

async function answer(request: FetchRequest, parts: Serving): Promise<Response> {
  const { home, requireWorld, connections } = parts
  const destination = destinationOf(messageOf(request), { home, requireWorld, hasAdmin: true })
  if ('reason' in destination) return refusal(request, destination, parts)
  const { context, address, place } = destination
  if (place === 'admin') {
    return withBody(request, BODY_BYTES_MAX, parts, (body) =>
      unlessAborted(askAdmin(request, body, destination, parts), request.signal),
    )
  }
  if (place !== 'services') {
    const body = ownAnswerText(place, context, { base: request.url.origin + address.prefix })
    const headers = ['Content-Type', 'application/json', 'Date', httpDate(context.world.clock.now())]
    return responseTo(request, { status: 200, headers, body })
  }
  for (const { header, key } of destination.namingKeys) setHeader(request.headers, header, key)
  const { world } = context
  const connection = connections.take()
  try {
    const bytesMax = world.profile.limits.bodyBytes ?? BODY_BYTES_MAX
    return await withBody(request, bytesMax, parts, async (body) => {
      const asked = serviceRequest(request, address, { body, bytesMax })
      const { missing } = destination
      const { plane } = parts
      const client = { connection, whenGone: request.signal && whenAborted(request.signal) }
      const answered =
        missing === undefined
          ? plane.answer(world, asked, client)
          : plane.refuse(world, asked, missing, client)
      const isReady = !(answered instanceof Promise)
      const ready = isReady ? answered : await unlessAborted(answered, request.signal)
      return deliver(ready, request, parts.closed)
    })
  } finally {
    connections.release(connection)
  }
}

const NO_BODY = Buffer.alloc(0)

async function withBody(
  request: FetchRequest,
  bytesMax: number,
  { closed }: FetchParts,
  answerIt: (body: Buffer) => Promise<Response>,
): Promise<Response> {
  const { body } = request
  if (body === undefined) return answerIt(NO_BODY)
  return answerIt(await readBody(body, { bytesMax, ends: endsOf(request, closed) }))
}

function messageOf({ method, url, headers: list }: FetchRequest): Addressed {
  const headers: Record<string, string | undefined> = {}
  for (let at = 0; at < list.length; at += 2) {
    const name = list[at]
    if (name !== undefined && NAMING_HEADERS.has(name)) headers[name] = list[at + 1]
  }
  return { method, url: url.pathname + url.search, headers }
}

async function askAdmin(
  request: FetchRequest,
  content: Buffer,
  { context, address: { target } }: Destination,
  parts: FetchParts,
): Promise<Response> {
  const { method, url, headers: given } = request
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const accept = headerOf(given, 'accept') ?? ''
  const contentType = headerOf(given, 'content-type') ?? ''
  const call = {
    method,
    path,
    query,
    accept,
    contentType,
    origin: url.origin,
    body: { bytes: content, isTooLarge: false },
  }
  const { status, body, type = 'application/json' } = await (await parts.admin()).answer(context, call)
  const date = ['Date', httpDate(context.world.clock.now())]
  if (body === undefined) return responseTo(request, { status, headers: date, body: undefined })
  return responseTo(request, { status, headers: ['Content-Type', type, ...date], body: String(body) })
}

function refusal(request: FetchRequest, why: Rejection, parts: FetchParts): Response {
  const { world, plane } = parts.home
  const { pathname: target } = request.url
  const { headers, body } = rejectionAnswer(why, {
    world,
    services: plane.services,
    target,
    fallback: plane.services.first.name,
    hasAdmin: true,
  })
  return responseTo(request, { status: why.status, headers, body })
}

/**
 * Gives requests without a socket a connection. Sequential requests share one, but a request that starts while another
 * is in progress gets its own. `conduct` uses this to work out what a client knew when it sent a request (see
 * docs/DESIGN.md, section 7).
 */
class StandInConnections {
  #idle: Connection | undefined
  /** The start of each connection's current request, oldest first. */
  readonly #busy = new Map<Connection, number>()

  constructor(private readonly connections: Connections) {}

  take(): Connection {
    const nowMs = this.connections.monotonic()
    const connection = this.#idle ?? this.connections.open(this.#before() ?? nowMs)
    this.#idle = undefined
    this.#busy.set(connection, nowMs)
    return connection
  }

  /** Called once the client has its response. */
  release(connection: Connection): void {
    this.#busy.delete(connection)
    if (this.#idle === undefined) this.#idle = connection
    else connection.closedMs = this.connections.monotonic()
  }

  /** Returns a time that's guaranteed to be before the end of any current request, even if the clock hasn't moved. */
  #before(): number | undefined {
    const [oldestMs] = this.#busy.values()
    return oldestMs === undefined ? undefined : oldestMs - 1
  }
}
