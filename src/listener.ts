import type { RequestListener, ServerResponse } from 'node:http'
import type { AdminContext } from './admin/route.js'
import type { ServeAdmin } from './admin/serve.js'
import { reasonHeader } from './api/errors.js'
import type { ServeData } from './api/serve.js'
import { rejectRequest } from './web/reject.js'
import { worldAddress } from './web/world-address.js'

export interface ListenerParts {
  /** The default world. */
  readonly home: AdminContext
  readonly data: ServeData
  /** Left out where the port serves no admin interface. */
  readonly admin?: ServeAdmin
  /** Data requests outside a world are refused. */
  readonly requireWorld: boolean
}

/** Brings each request to its world, and there to the admin interface or the services. */
export function listener({ home, data, admin, requireWorld }: ListenerParts): RequestListener {
  return (message, response) => {
    const address = worldAddress(message)
    if (typeof address === 'string') return refuse(response, 400, 'invalid_request', address)
    const context = address.world === undefined ? home : home.worlds.find(address.world)
    if (context === undefined) {
      return refuse(
        response,
        404,
        'not_found',
        `there is no world ${address.world}: POST /_admin/worlds makes one`,
      )
    }
    // The emulator's own paths begin with an underscore; all others belong to the services.
    if (admin !== undefined && address.target.startsWith('/_')) {
      message.url = address.target
      return admin(context, message, response)
    }
    if (requireWorld && address.world === undefined) {
      const reason =
        'this request names no world, and --require-world is on: use a base address of POST /_admin/worlds'
      return refuse(response, 400, 'invalid_request', reason)
    }
    data(context.world, address, message, response)
  }
}

function refuse(response: ServerResponse, status: number, code: string, reason: string): void {
  rejectRequest(response, status, code, reasonHeader(reason))
}
