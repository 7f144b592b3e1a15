import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ServeAdmin } from '../admin/http.js'
import type { ServeData } from '../api/http/serve.js'
import type { World } from '../domain/world.js'
import { dateText } from '../web/date.js'
import { redirect } from '../web/redirect.js'
import { rejectRequest, type WordRejection } from '../web/reject.js'
import { DASHBOARD_PATH, destinationOf, type RoutingOptions } from '../worlds/destination.js'

export interface ListenerParts {
  readonly routing: RoutingOptions
  readonly data: ServeData
  readonly admin: ServeAdmin
  /** The default world. */
  readonly home: World
  readonly word: WordRejection
}

/** Shows the virtual time of a world in an answer that others write. */
function dated(response: ServerResponse, { clock }: World): void {
  response.setHeader('Date', dateText(clock.now()))
}

/** Brings each request to its world, and there to the admin interface or the services; people go to the dashboard. */
export function listener({ routing, data, admin, home, word }: ListenerParts): RequestListener {
  return (message, response) => {
    if (routing.hasAdmin && redirectBrowserToDashboard(message, response, home)) return
    const destination = destinationOf(message, routing)
    if ('reason' in destination) {
      rejectRequest(response, destination, word(destination, message.url))
      return
    }
    const { context, address, isAdmin } = destination
    if (isAdmin) {
      message.url = address.target
      dated(response, context.world)
      admin(context, message, response)
    } else {
      data(context.world, address, message, response)
    }
  }
}

/**
 * Redirects a person who opens the emulator's address in a browser to the dashboard. Programs, which do not ask for
 * HTML, reach the services at the same address.
 *
 * @returns whether the request was a browser's
 */
function redirectBrowserToDashboard(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  home: World,
): boolean {
  const [, prefix] = /^(\/_worlds\/[^/?]+)?\/?$/.exec(url) ?? []
  const isBrowser = method === 'GET' && headers.accept?.includes('text/html') === true
  if (!isBrowser || (prefix === undefined && url !== '/')) return false
  dated(response, home)
  redirect(response, `${prefix ?? ''}${DASHBOARD_PATH}/`)
  return true
}
