import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Interface } from '../../contract/operations.js'
import type { MemoryBudget } from '../../core/memory.js'
import type { World } from '../../domain/world.js'
import { announcesBody, NO_BODY, type ReceivedBody, receiveBody } from '../../web/body.js'
import { type Connection, connectionOf } from '../../web/connection.js'
import { addressFinder, type ClientAddress } from '../../web/forwarded.js'
import { timesSent } from '../../web/raw-headers.js'
import { interfaceOfPort } from '../context.js'
import type { Answer, DataRequest, OtherAddressOf } from '../message.js'
import type { DataPlane } from '../pipeline.js'
import type { RequestRecord } from '../record.js'
import type { RejectedAt } from '../rejection.js'
import { isPreflight, preflightReply, readableBy } from './cors.js'
import { NO_ROOM } from './room.js'
import type { WorldAddress } from './world-address.js'
import { answerInternalError, reject, writeAnswer, writeReply } from './write.js'

export interface DataOptions {
  readonly memory: MemoryBudget
  readonly otherAddressOf?: OtherAddressOf
  /** The origin whose pages may call, "*" for any; undefined: none. */
  readonly cors?: string
  /** Whether an origin is that of the dashboard, which another port serves under the same Host: it needs no `cors`. */
  readonly isDashboard?: (origin: string, host: string) => boolean
  /** Takes the address that clients use from the headers of a proxy. */
  readonly trustProxy?: boolean
  /** Is told of a browser's preflight that is not answered since there is no `cors`. */
  readonly onPreflight?: () => void
}

/** Serves a request to the data interfaces of a world. */
export type ServeData = (
  world: World<RequestRecord>,
  address: WorldAddress,
  message: IncomingMessage,
  response: ServerResponse,
) => void

/** Serves the data interfaces over HTTP: reads a message into a request, and writes the answer. */
export function serveData(
  plane: DataPlane,
  { memory, otherAddressOf, cors, isDashboard, trustProxy = false, onPreflight }: DataOptions,
): ServeData {
  const addressOf = addressFinder(trustProxy)
  const uploads = memory.open()
  const writing = { memory: memory.open() }
  const fallback = interfaceOfPort(otherAddressOf)
  const allowedFor = (request: SocketRequest): string | undefined => {
    const [origin, host = ''] = [request.header('origin'), request.header('host')]
    return cors ?? (origin !== undefined && isDashboard?.(origin, host) === true ? origin : undefined)
  }
  const send = (request: SocketRequest, response: ServerResponse, answer: Answer) => {
    const { reply, faultAction } = answer
    const allowed = allowedFor(request)
    const isRead = allowed === undefined || reply === undefined
    const readable = isRead ? answer : { reply: readableBy(request, reply, allowed), faultAction }
    writeAnswer(response, readable, request, writing)
  }
  const answer = (request: SocketRequest, response: ServerResponse) => {
    try {
      if (isPreflight(request)) {
        const allowed = allowedFor(request)
        if (allowed !== undefined) {
          writeReply(response, preflightReply(request, allowed, request.world.clock.now()))
          return
        }
        onPreflight?.()
      }
      const found = plane.answer(request.world, request, otherAddressOf)
      if (found instanceof Promise) {
        found
          .then((late) => send(request, response, late))
          .catch((error) => answerInternalError(response, error, request))
      } else send(request, response, found)
    } catch (error) {
      answerInternalError(response, error, request)
    }
  }
  return (world, address, message, response) => {
    const at = { world, address, fallback }
    if (!announcesBody(message)) {
      answer(new SocketRequest(message, response, at, NO_BODY, addressOf(message)), response)
      return
    }
    const bounds = {
      bytesMax: world.profile.limits.bodyBytes,
      memory: uploads,
      onNoRoom: () => reject(response, NO_ROOM, { world, target: address.target, fallback, hasAdmin: false }),
    }
    receiveBody(message, bounds, (body) =>
      answer(new SocketRequest(message, response, at, body, addressOf(message)), response),
    )
  }
}

/** Where a request came in. */
interface CameIn {
  readonly world: World<RequestRecord>
  readonly address: WorldAddress
  /** Answers for paths that name no interface. */
  readonly fallback: Interface
}

/** A request as it came over a socket. */
class SocketRequest implements DataRequest, RejectedAt {
  readonly world: World<RequestRecord>
  readonly fallback: Interface
  readonly method: string
  readonly target: string
  readonly origin: string
  readonly prefix: string
  readonly body: Buffer
  readonly bodyIsTooLarge: boolean
  readonly #message: IncomingMessage
  readonly #response: ServerResponse

  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    { world, address: { target, prefix }, fallback }: CameIn,
    body: ReceivedBody,
    client: ClientAddress,
  ) {
    this.#message = message
    this.#response = response
    this.world = world
    this.fallback = fallback
    this.method = message.method ?? 'GET'
    this.target = pathOf(target)
    this.origin = client.origin
    this.prefix = client.prefix + prefix
    this.body = body.bytes
    this.bodyIsTooLarge = body.isTooLarge
  }

  /** The admin interface is served elsewhere. */
  get hasAdmin(): boolean {
    return false
  }

  get httpVersion(): string {
    return this.#message.httpVersion
  }

  get connection(): Connection | undefined {
    return connectionOf(this.#message.socket)
  }

  get rawHeaders(): readonly string[] {
    return this.#message.rawHeaders
  }

  whenGone(then: () => void): () => void {
    const response = this.#response
    if (response.closed) then()
    else response.once('close', then)
    return () => response.off('close', then)
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  isRepeated(name: string): boolean {
    return timesSent(this.#message.rawHeaders, name) > 1
  }
}

/** A request line may carry a whole URL, as for a proxy. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const afterHost = /^https?:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0
  return target.slice(afterHost).replace(/^(?=\?|$)/, '/')
}
