import type { RequestListener } from 'node:http'
import { welcome } from '../admin/dashboard.js'
import type { ServeAdmin } from '../admin/http.js'
import { reasonHeader } from '../api/errors.js'
import type { ServeData } from '../api/http/serve.js'
import { rejectRequest } from '../web/reject.js'
import { destinationOf, type Surroundings } from '../worlds/destination.js'

export interface ListenerParts {
  readonly surroundings: Surroundings
  readonly data: ServeData
  readonly admin: ServeAdmin
}

/** Brings each request to its world, and there to the admin interface or the services; people go to the dashboard. */
export function listener({ surroundings, data, admin }: ListenerParts): RequestListener {
  return (message, response) => {
    if (surroundings.hasAdmin && welcome(message, response)) return
    const destination = destinationOf(message, surroundings)
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
