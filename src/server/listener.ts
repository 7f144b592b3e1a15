import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ServeAdmin } from '../admin/http.js'
import { reasonHeader } from '../api/errors.js'
import type { ServeData } from '../api/http/serve.js'
import { redirect } from '../web/redirect.js'
import { rejectRequest } from '../web/reject.js'
import { DASHBOARD_PATH, destinationOf, type RoutingOptions } from '../worlds/destination.js'

export interface ListenerParts {
  readonly routing: RoutingOptions
  readonly data: ServeData
  readonly admin: ServeAdmin
}

/** Brings each request to its world, and there to the admin interface or the services; people go to the dashboard. */
export function listener({ routing, data, admin }: ListenerParts): RequestListener {
  return (message, response) => {
    if (routing.hasAdmin && redirectBrowserToDashboard(message, response)) return
    const destination = destinationOf(message, routing)
    if ('reason' in destination) {
      const { status, code, reason } = destination
      rejectRequest(response, status, code, reasonHeader(reason))
      return
    }
    const { context, address, isAdmin } = destination
    if (isAdmin) {
      message.url = address.target
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
): boolean {
  const [, prefix] = /^(\/_worlds\/[^/?]+)?\/?$/.exec(url) ?? []
  const isBrowser = method === 'GET' && headers.accept?.includes('text/html') === true
  if (!isBrowser || (prefix === undefined && url !== '/')) return false
  redirect(response, `${prefix ?? ''}${DASHBOARD_PATH}/`)
  return true
}
