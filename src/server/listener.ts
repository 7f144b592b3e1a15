import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServeAdmin } from '../admin/http.js'
import { httpDate } from '../core/instants.js'
import { replaceHeader } from '../core/raw-headers.js'
import type { World } from '../domain/world.js'
import { isPreflight, makeReadable, preflightReply } from '../request/http/cors.js'
import type { ServeData } from '../request/http/serve.js'
import { writeReply } from '../request/http/write.js'
import type { AddressOf } from '../web/forwarded.js'
import { redirect } from '../web/redirect.js'
import { type FormatRejection, rejectRequest } from '../web/reject.js'
import type { HttpListener } from '../web/server.js'
import {
  type Destination,
  destinationOf,
  type RoutingOptions,
  type Unroutable,
} from '../worlds/destination.js'
import { DASHBOARD_PATH } from '../worlds/paths.js'
import { type OwnAnswer, ownAnswerText } from '../worlds/root-and-discovery.js'
import { tellPageIsGone } from './gone-page.js'

export interface ListenerParts {
  readonly routing: RoutingOptions
  readonly data: ServeData
  readonly admin: ServeAdmin
  readonly word: FormatRejection
  /** The origins that may read responses, in the format of `--cors`. */
  readonly cors: string | undefined
  /** The base address that the client used, so that responses can refer to it. */
  readonly addressOf: AddressOf
  /** Only set if the admin interface is on the other port. */
  readonly adminOrigin?: () => string
}

/** Sets the Date header to the world's virtual time. */
function dated(response: ServerResponse, { clock }: World): void {
  response.setHeader('Date', httpDate(clock.now()))
}

/** Routes each request to its world's services or admin interface, and redirects browsers to the dashboard. */
export function listener(parts: ListenerParts): HttpListener {
  const { routing, data, admin } = parts
  const home = routing.home.world
  return (message, response) => {
    const isBrowser = message.headers.accept?.includes('text/html') === true
    if (isBrowser && routing.hasAdmin && redirectBrowserToDashboard(message, response, home)) return undefined
    const destination = destinationOf(message, routing)
    if ('reason' in destination) {
      if (destination.status === 404 && routing.hasAdmin && tellPageIsGone(message, response))
        return undefined
      return refuseUnroutable(response, destination, parts)
    }
    const { context, address, place, namingKeys } = destination
    if (place === 'services') {
      for (const { header, key } of namingKeys) replaceHeader(message.rawHeaders, header, key)
      return data(destination, message, response)
    }
    if (place === 'admin') {
      message.url = address.target
      dated(response, context.world)
      return admin(context, message, response)
    }
    return answerSignpost(response, { ...destination, place }, parts)
  }
}

/** Lets any origin read the response, because browsers would otherwise only report that the fetch failed. */
function refuseUnroutable(
  response: ServerResponse,
  destination: Unroutable,
  { cors, routing, word }: ListenerParts,
): void {
  if (cors !== undefined && isPreflight(response.req)) {
    writeReply(response, preflightReply(response.req, cors, routing.home.world.clock.now()))
    response.req.resume()
    return
  }
  makeReadable(response, cors)
  rejectRequest(response, destination, word(destination, response.req.url))
}

function answerSignpost(
  response: ServerResponse,
  { context, address: { prefix }, place }: Destination & { readonly place: OwnAnswer },
  { cors, adminOrigin, addressOf }: ListenerParts,
): void {
  const reached = addressOf(response.req)
  const base = reached.origin + reached.prefix + prefix
  const addresses = adminOrigin === undefined ? { base } : { base, adminBase: adminOrigin() + prefix }
  const body = ownAnswerText(place, context, addresses)
  makeReadable(response, cors)
  dated(response, context.world)
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
  response.req.resume()
}

/**
 * Redirects browsers that open the emulator's root address to the dashboard. Other clients don't ask for HTML, and can
 * still use the services there.
 *
 * @returns true if it answered the request
 */
function redirectBrowserToDashboard(
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
  home: World,
): boolean {
  if (method !== 'GET') return false
  const [, prefix] = /^(\/_worlds\/[^/?]+)?\/?$/.exec(url) ?? []
  if (prefix === undefined && url !== '/') return false
  dated(response, home)
  redirect(response, `${prefix ?? ''}${DASHBOARD_PATH}/`)
  return true
}
