import type { IncomingMessage } from 'node:http'
import { type WorldAddress, worldAddress } from '../api/http/address.js'
import type { WorldContext } from './context.js'

/** Where the admin interface of a world is, below the address of that world. */
export const ADMIN_PATH = '/_admin'

/** Where the dashboard of a world is, below the address of that world. */
export const DASHBOARD_PATH = '/_dashboard'

/** The world that a request is for, and whether it is for its admin interface or for the services. */
export interface Destination {
  readonly context: WorldContext
  readonly address: WorldAddress
  readonly isAdmin: boolean
}

/** Why a request reaches no world. */
export interface Unroutable {
  readonly status: number
  readonly code: string
  readonly reason: string
}

/** The options that decide where a request goes. */
export interface RoutingOptions {
  /** Finds the world of an id; for undefined, the world of requests that name none. */
  readonly contextOf: (id: string | undefined) => WorldContext | undefined
  /** Data requests that name no world are refused. */
  readonly requireWorld: boolean
  /** False where a port serves no admin interface. */
  readonly hasAdmin: boolean
}

/** Finds the world that a request is for, over a socket or without one. */
export function destinationOf(
  message: Pick<IncomingMessage, 'url' | 'headers'>,
  { contextOf, requireWorld, hasAdmin }: RoutingOptions,
): Destination | Unroutable {
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
