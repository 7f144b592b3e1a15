import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MemoryBudget } from '../../core/memory.js'
import type { World } from '../../domain/world.js'
import { type ReceivedBody, receiveBody } from '../../web/body.js'
import { type Connection, connectionOf } from '../../web/connection.js'
import { type ClientAddress, directAddress, forwardedAddress } from '../../web/forwarded.js'
import { timesSent } from '../../web/raw-headers.js'
import { interfaceOfPort } from '../context.js'
import type { Answer, DataRequest, OtherAddressOf } from '../message.js'
import type { DataPlane } from '../pipeline.js'
import type { RequestRecord } from '../record.js'
import { isPreflight, preflightReply, readableBy } from './cors.js'
import { NO_ROOM } from './room.js'
import type { WorldAddress } from './world-address.js'
import { answerInternalError, reject, writeAnswer, writeReply } from './write.js'

export interface DataOptions {
  readonly memory: MemoryBudget
  readonly otherAddressOf?: OtherAddressOf
  /** The origin whose pages may call, "*" for any; undefined: none. */
  readonly cors?: string
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
  { memory, otherAddressOf, cors, trustProxy = false, onPreflight }: DataOptions,
): ServeData {
  const clientAddressOf = trustProxy ? forwardedAddress : directAddress
  const uploads = memory.open()
  const answers = memory.open()
  const fallback = interfaceOfPort(otherAddressOf)
  return (world, address, message, response) => {
    const place = { world, target: address.target, fallback, hasAdmin: false }
    const bounds = {
      bytesMax: world.profile.limits.bodyBytes,
      memory: uploads,
      onNoRoom: () => reject(response, NO_ROOM, place),
    }
    receiveBody(message, bounds, (body) => {
      const request = new SocketRequest(message, response, address, body, clientAddressOf(message))
      const send = ({ reply, faultAction }: Answer) => {
        const readable = cors === undefined || reply === undefined ? reply : readableBy(request, reply, cors)
        writeAnswer(response, { reply: readable, faultAction }, { memory: answers, place })
      }
      try {
        if (isPreflight(request)) {
          if (cors !== undefined) {
            writeReply(response, preflightReply(request, cors, world.clock.now()))
            return
          }
          onPreflight?.()
        }
        const answer = plane.answer(world, request, otherAddressOf)
        if (answer instanceof Promise)
          answer.then(send).catch((error) => answerInternalError(response, error, place))
        else send(answer)
      } catch (error) {
        answerInternalError(response, error, place)
      }
    })
  }
}

/** A request as it came over a socket. */
class SocketRequest implements DataRequest {
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
    { target, prefix }: WorldAddress,
    body: ReceivedBody,
    client: ClientAddress,
  ) {
    this.#message = message
    this.#response = response
    this.method = message.method ?? 'GET'
    this.target = pathOf(target)
    this.origin = client.origin
    this.prefix = client.prefix + prefix
    this.body = body.bytes
    this.bodyIsTooLarge = body.isTooLarge
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
