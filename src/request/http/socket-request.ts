import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../../domain/world.js'
import type { ReceivedBody } from '../../web/body.js'
import { type Connection, connections } from '../../web/connection.js'
import type { ClientAddress } from '../../web/forwarded.js'
import { ABSOLUTE_TARGET } from '../../web/origin.js'
import { timesSent } from '../../web/raw-headers.js'
import type { DataRequest } from '../message.js'
import type { RequestRecord } from '../record.js'
import type { RejectedAt } from '../rejection.js'
import type { ServedServices } from '../served-services.js'
import type { WorldAddress } from './world-address.js'

/** Where a request came in, and what its message does not have itself. */
export interface ArrivedRequest {
  readonly world: World<RequestRecord>
  readonly address: WorldAddress
  readonly services: ServedServices
  /** The service that answers for paths that name none. */
  readonly fallback: string
  readonly body: ReceivedBody
  readonly clientAddress: ClientAddress
}

/** A request as it came over a socket. */
export class SocketRequest implements DataRequest, RejectedAt {
  readonly world: World<RequestRecord>
  readonly services: ServedServices
  readonly fallback: string
  readonly method: string
  readonly target: string
  readonly origin: string
  readonly prefix: string
  readonly body: Buffer
  readonly bodyIsTooLarge: boolean
  /** The admin interface is served elsewhere. */
  readonly hasAdmin = false
  readonly httpVersion: string
  readonly connection: Connection | undefined
  readonly rawHeaders: readonly string[]

  constructor(
    private readonly message: IncomingMessage,
    private readonly response: ServerResponse,
    { world, address: { target, prefix }, services, fallback, body, clientAddress }: ArrivedRequest,
  ) {
    this.world = world
    this.services = services
    this.fallback = fallback
    this.method = message.method ?? 'GET'
    this.target = pathOf(target)
    this.origin = clientAddress.origin
    this.prefix = clientAddress.prefix + prefix
    this.body = body.bytes
    this.bodyIsTooLarge = body.isTooLarge
    this.httpVersion = message.httpVersion
    this.connection = connections.get(message.socket)
    this.rawHeaders = message.rawHeaders
  }

  whenGone(then: () => void): () => void {
    const { response } = this
    if (response.closed) then()
    else response.once('close', then)
    return () => response.off('close', then)
  }

  header(name: string): string | undefined {
    const value = this.message.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  isRepeated(name: string): boolean {
    return timesSent(this.message.rawHeaders, name) > 1
  }
}

/** A request line may carry a whole URL, as for a proxy. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  return target.replace(ABSOLUTE_TARGET, '').replace(/^(?=\?|$)/, '/')
}
