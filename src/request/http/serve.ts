import type { IncomingMessage, ServerResponse } from 'node:http'
import { authorizeKey } from '../../domain/credentials.js'
import type { World } from '../../domain/world.js'
import { awaitsContinue, BODY_BYTES_MAX, NO_BODY, type ReceivedBody, receiveBody } from '../../web/body.js'
import { addressFinder } from '../../web/forwarded.js'
import { serviceOfPort, splitTarget } from '../context.js'
import type { Answer, OtherAddressOf } from '../message.js'
import type { DataPlane } from '../pipeline.js'
import type { RequestRecord } from '../record.js'
import { decodeSegment } from '../route.js'
import type { ServedServices } from '../served-services.js'
import { isPreflight, preflightReply, readableBy } from './cors.js'
import { pathOf, SocketRequest } from './socket-request.js'
import type { WorldAddress } from './world-address.js'
import { writeAnswer, writeReply } from './write.js'

export interface DataOptions {
  readonly otherAddressOf?: OtherAddressOf
  /** The origins whose pages may call, as --cors has them; undefined: none. */
  readonly cors?: string
  /**
   * Whether an origin is that of the dashboard, which another port serves under the same Host: it needs no
   * `cors`.
   */
  readonly isDashboard?: (origin: string, host: string) => boolean
  /** Takes the address that clients use from the headers of a proxy. */
  readonly trustProxy?: boolean
  /** Called with a browser's preflight that is not answered since there is no `cors`. */
  readonly onPreflight?: () => void
}

/** The world that takes a request to the services. */
interface Goal {
  readonly world: World<RequestRecord>
  readonly address: WorldAddress
  /** Why the request is refused before it is run. */
  readonly missing?: string | undefined
}

/** Serves a request to the services of a world. */
export type ServeData = (goal: Goal, message: IncomingMessage, response: ServerResponse) => unknown

/** Serves the services over HTTP: reads a message into a request, and writes the answer. */
export function serveData(
  plane: DataPlane,
  { otherAddressOf, cors, isDashboard, trustProxy = false, onPreflight }: DataOptions,
): ServeData {
  const addressOf = addressFinder(trustProxy)
  const { services } = plane
  const fallback = serviceOfPort(otherAddressOf)
  const allowedFor = (request: SocketRequest): string | undefined => {
    const [origin, host = ''] = [request.header('origin'), request.header('host')]
    return cors ?? (origin !== undefined && isDashboard?.(origin, host) === true ? origin : undefined)
  }
  const send = (request: SocketRequest, response: ServerResponse, answer: Answer) => {
    const { reply, faultAction } = answer
    const isFromPage = reply !== undefined && request.header('origin') !== undefined
    const allowed = isFromPage ? allowedFor(request) : undefined
    const readable = isFromPage && allowed !== undefined ? readableBy(request, reply, allowed) : reply
    return writeAnswer(response, { reply: readable, faultAction })
  }
  const answer = (request: SocketRequest, response: ServerResponse, missing: string | undefined) => {
    if (request.method === 'OPTIONS' && isPreflight(request)) {
      const allowed = allowedFor(request)
      if (allowed !== undefined)
        return writeReply(response, preflightReply(request, allowed, request.world.clock.now()))
      onPreflight?.()
    }
    const found =
      missing === undefined
        ? plane.answer(request.world, request, otherAddressOf)
        : plane.refuse(request.world, request, missing, otherAddressOf)
    return found instanceof Promise
      ? found.then((late) => send(request, response, late))
      : send(request, response, found)
  }
  return ({ world, address, missing }, message, response) => {
    const bytesMax = world.profile.limits.bodyBytes ?? BODY_BYTES_MAX
    const serve = (body: ReceivedBody) => {
      const at = { world, address, services, fallback, body, clientAddress: addressOf(message) }
      return answer(new SocketRequest(message, response, at), response, missing)
    }
    if (
      awaitsContinue(message) &&
      (missing !== undefined || isRefusedUnread({ world, address }, services, message))
    )
      return serve(NO_BODY)
    const body = receiveBody(message, response, bytesMax)
    return body instanceof Promise ? body.then(serve) : serve(body)
  }
}

/** Checks whether a request is refused whatever its body is: it asks for no operation, or its API key is wrong. */
function isRefusedUnread(
  { world: { state }, address: { target } }: Goal,
  { routes }: ServedServices,
  { method = 'GET', headers }: IncomingMessage,
): boolean {
  const found = routes.find(method, splitTarget(pathOf(target))[0])
  if (found.operation === undefined) return true
  const { credential, scope = 'read' } = found.operation
  if (credential === 'bearer') return false
  if (credential === 'database-key') return !state.hasKey(String(headers['x-api-key']))
  try {
    const held = state.scopedKeys.get(String(headers['x-kv-key']))
    authorizeKey(held, decodeSegment(found.segments[0]) ?? '', scope)
    return false
  } catch {
    return true
  }
}
