import type { IncomingMessage } from 'node:http'
import type { AdminContext } from '../admin/call.js'
import { type WorldAddress, worldAddress } from '../api/http/address.js'

/** The world that a request is for, and whether it is for its admin interface or for the services. */
export interface Destination {
  readonly context: AdminContext
  readonly address: WorldAddress
  readonly isAdmin: boolean
}

/** Why a request reaches no world. */
export interface Astray {
  readonly status: number
  readonly code: string
  readonly reason: string
}

export interface Surroundings {
  /** The world of an id; of none: the one that requests are for which name none. */
  readonly contextOf: (id: string | undefined) => AdminContext | undefined
  /** Data requests that name no world are refused. */
  readonly requireWorld: boolean
  /** False where a port serves no admin interface. */
  readonly hasAdmin: boolean
}

/** Finds where a request is to go: over a socket or without one. */
export function destinationOf(
  message: Pick<IncomingMessage, 'url' | 'headers'>,
  { contextOf, requireWorld, hasAdmin }: Surroundings,
): Destination | Astray {
  const address = worldAddress(message)
  if (typeof address === 'string') return { status: 400, code: 'invalid_request', reason: address }
  const context = contextOf(address.world)
  if (context === undefined) {
    const reason = `there is no world ${address.world}: POST /_admin/worlds makes one`
    return { status: 404, code: 'not_found', reason }
  }
  // The emulator's own paths begin with an underscore; all others belong to the services.
  const isAdmin = hasAdmin && address.target.startsWith('/_')
  if (requireWorld && !isAdmin && address.world === undefined) {
    const reason =
      'this request names no world, and --require-world is on: use a base address of POST /_admin/worlds'
    return { status: 400, code: 'invalid_request', reason }
  }
  return { context, address, isAdmin }
}
