import type { IncomingMessage, ServerResponse } from 'node:http'
import { joinedHeader } from '../../core/raw-headers.js'
import { authorizeKey } from '../../domain/credentials.js'
import { connections } from '../../domain/requests/connection.js'
import type { Answer } from '../../domain/requests/reply.js'
import type { IncomingRequest, OtherAddressOf } from '../../domain/requests/request.js'
import type { World } from '../../domain/world.js'
import { awaitsContinue, BODY_BYTES_MAX, NO_BODY, type ReceivedBody, receiveBody } from '../../web/body.js'
import { addressFinder } from '../../web/forwarded.js'
import { ABSOLUTE_TARGET } from '../../web/origin.js'
import type { DataPlane } from '../pipeline.js'
import { decodeSegment } from '../route.js'
import type { ServedServices } from '../served-services.js'
import { isPreflight, preflightReply, readableBy } from './cors.js'
import type { WorldAddress } from './world-address.js'
import { writeAnswer, writeReply } from './write.js'

export interface DataOptions {
  readonly otherAddressOf?: OtherAddressOf
  /** Origins whose pages may call the services, as in --cors. If undefined, no pages may. */
  readonly cors?: string
  /** Recognizes a dashboard that's served on another port of the same host. It doesn't need `cors`. */
  readonly isDashboard?: (origin: string, host: string) => boolean
  /** True to trust a proxy's headers for the client's address. */
  readonly trustProxy?: boolean
  /** Called when a preflight isn't answered because `cors` isn't set. */
  readonly onPreflight?: () => void
}

export interface ServicesOfWorld {
  readonly context: { readonly world: World }
  readonly address: WorldAddress
  /** The reason to refuse the request before running it. */
  readonly missing?: string | undefined
}

export type ServeData = (to: ServicesOfWorld, message: IncomingMessage, response: ServerResponse) => unknown

export function serveData(
  plane: DataPlane,
  { otherAddressOf, cors, isDashboard, trustProxy = false, onPreflight }: DataOptions,
): ServeData {
  const addressOf = addressFinder(trustProxy)
  const allowedFor = ({ rawHeaders }: IncomingRequest): string | undefined => {
    const [origin, host = ''] = [joinedHeader(rawHeaders, 'origin'), joinedHeader(rawHeaders, 'host')]
    return cors ?? (origin !== undefined && isDashboard?.(origin, host) === true ? origin : undefined)
  }
  const send = (request: IncomingRequest, response: ServerResponse, answer: Answer) => {
    const { reply, faultAction } = answer
    const isFromPage = reply !== undefined && joinedHeader(request.rawHeaders, 'origin') !== undefined
    const allowed = isFromPage ? allowedFor(request) : undefined
    const readable = isFromPage && allowed !== undefined ? readableBy(request, reply, allowed) : reply
    return writeAnswer(response, { reply: readable, faultAction })
  }
  return ({ context: { world }, address, missing }, message, response) => {
    const serve = ({ bytes, isTooLarge }: ReceivedBody) => {
      const { method = 'GET', httpVersion, rawHeaders } = message
      const { origin, prefix } = addressOf(message)
      const request: IncomingRequest = {
        method,
        httpVersion,
        target: pathOf(address.target),
        origin,
        prefix: prefix + address.prefix,
        rawHeaders,
        body: bytes,
        bodyIsTooLarge: isTooLarge,
        otherAddressOf,
      }
      if (method === 'OPTIONS' && isPreflight(request)) {
        const allowed = allowedFor(request)
        if (allowed !== undefined)
          return writeReply(response, preflightReply(request, allowed, world.clock.now()))
        onPreflight?.()
      }
      const client = { connection: connections.get(message.socket), whenGone: whenClosed(response) }
      const answer =
        missing === undefined
          ? plane.answer(world, request, client)
          : plane.refuse(world, request, missing, client)
      return answer instanceof Promise
        ? answer.then((late) => send(request, response, late))
        : send(request, response, answer)
    }
    if (
      awaitsContinue(message) &&
      (missing !== undefined || isRefusedUnread({ context: { world }, address }, plane.services, message))
    )
      return serve(NO_BODY)
    const bytesMax = world.profile.limits.bodyBytes ?? BODY_BYTES_MAX
    const body = receiveBody(message, response, bytesMax)
    return body instanceof Promise ? body.then(serve) : serve(body)
  }
}

/** @returns a function that cancels this */
const whenClosed =
  (response: ServerResponse) =>
  (then: () => void): (() => void) => {
    if (response.closed) then()
    else response.once('close', then)
    return () => response.off('close', then)
  }

/** Also accepts a full URL, as sent to a proxy. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  return target.replace(ABSOLUTE_TARGET, '').replace(/^(?=\?|$)/, '/')
}

/** Returns true if the request is refused regardless of its body, because it has no operation or a wrong API key. */
function isRefusedUnread(
  {
    context: {
      world: { state },
    },
    address: { target },
  }: ServicesOfWorld,
  services: ServedServices,
  { method = 'GET', rawHeaders }: IncomingMessage,
): boolean {
  const found = services.find({ method, target: pathOf(target) })
  if (found.operation === undefined) return true
  const { credential, scope = 'read' } = found.operation
  if (credential === 'bearer' || credential === 'none') return false
  if (credential === 'database-key') return !state.hasKey(String(joinedHeader(rawHeaders, 'x-api-key')))
  try {
    const held = state.scopedKeys.get(String(joinedHeader(rawHeaders, 'x-kv-key')))
    authorizeKey(held, decodeSegment(found.segments[0]) ?? '', scope)
    return false
  } catch {
    return true
  }
}
