import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../domain/world.js'
import { type ReceivedBody, receiveBody } from '../web/body.js'
import { DateHeader } from '../web/date.js'
import { originOf } from '../web/origin.js'
import type { DataRequest, Reply } from './call.js'
import { isPreflight, preflightReply, readableBy } from './cors.js'
import type { DataPlane, Elsewhere } from './data-plane.js'
import type { Exchange } from './exchange.js'

export interface DataOptions {
  /** Where an interface is served that is not served here. */
  readonly elsewhere?: Elsewhere
  /** The origin whose pages may call, "*" for any; undefined: none. */
  readonly cors?: string
  /** Told of a browser's preflight that goes unanswered for want of `cors`. */
  readonly onPreflight?: () => void
}

/** Serves the data interfaces over HTTP: reads a message into a request, and writes the answer. */
export function serveData(
  plane: DataPlane,
  world: World<Exchange>,
  { elsewhere, cors, onPreflight }: DataOptions,
) {
  const date = new DateHeader()
  return (message: IncomingMessage, response: ServerResponse): void => {
    receiveBody(message, world.profile.limits.bodyBytes, (body) => {
      const request = new SocketRequest(message, body)
      const send = (reply: Reply) => {
        const readable = cors === undefined ? reply : readableBy(request, reply, cors)
        write(response, readable, date.at(world.clock.now()))
      }
      if (isPreflight(request)) {
        if (cors !== undefined) return send(preflightReply(request, cors))
        onPreflight?.()
      }
      const answer = plane.answer(world, request, elsewhere)
      if (answer instanceof Promise) answer.then(send)
      else send(answer)
    })
  }
}

function write(response: ServerResponse, { status, headers, body }: Reply, date: string): void {
  response.sendDate = false
  if (body === undefined) {
    response.writeHead(status, [...headers, 'Date', date])
    response.end()
    return
  }
  const length = String(Buffer.byteLength(body))
  const head = ['Content-Type', 'application/json', 'Content-Length', length, 'Date', date, ...headers]
  response.writeHead(status, head)
  response.end(body)
}

/** A request as it came over a socket. */
class SocketRequest implements DataRequest {
  readonly method: string
  readonly target: string
  readonly prefix = ''
  readonly body: Buffer
  readonly bodyIsTooLarge: boolean
  readonly #message: IncomingMessage

  constructor(message: IncomingMessage, body: ReceivedBody) {
    this.#message = message
    this.method = message.method ?? 'GET'
    this.target = pathOf(message.url ?? '/')
    this.body = body.bytes
    this.bodyIsTooLarge = body.isTooLarge
  }

  get origin(): string {
    return originOf(this.#message)
  }

  get rawHeaders(): readonly string[] {
    return this.#message.rawHeaders
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  isRepeated(name: string): boolean {
    return (this.#message.headersDistinct[name]?.length ?? 0) > 1
  }
}

/** A request line may carry a whole URL, as for a proxy. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const afterHost = /^https?:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0
  return target.slice(afterHost).replace(/^(?=\?|$)/, '/')
}
