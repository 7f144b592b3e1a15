import type { IncomingMessage } from 'node:http'
import { type WorldAddress, worldAddress } from '../api/http/world-address.js'
import { Refusal } from '../core/refusal.js'
import type { WorldContext } from './context.js'
import { type OwnAnswer, ownAnswerAt } from './root-and-discovery.js'

/** The world that a request is for, and the part of it. */
export interface Destination {
  readonly context: WorldContext
  readonly address: WorldAddress
  readonly place: 'services' | 'admin' | OwnAnswer
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
  message: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  { contextOf, requireWorld, hasAdmin }: RoutingOptions,
): Destination | Unroutable {
  const address = worldAddress(message)
  if (typeof address === 'string') return { status: 400, code: 'invalid_request', reason: address }
  const context = contextOf(address.world)
  if (context === undefined) {
    const { code, reason, details } = noWorld(address.world)
    return { status: 404, code, reason: `${reason}: ${details.hint}` }
  }
  const place = placeOf(message.method, address.target, hasAdmin)
  if (requireWorld && place === 'services' && address.world === undefined) {
    const reason =
      'this request names no world, and --require-world is on: use a base address of POST /_admin/worlds'
    return { status: 400, code: 'invalid_request', reason }
  }
  return { context, address, place }
}

/** The refusal of what names a world that there is not. */
export function noWorld(id: string | undefined, hint = 'POST /_admin/worlds makes one'): Refusal {
  return new Refusal('not_found', `there is no world ${id}`, { hint })
}

/** The emulator's paths begin with an underscore; others are the services', but for the root and the discovery. */
function placeOf(method: string | undefined, target: string, hasAdmin: boolean): Destination['place'] {
  if (hasAdmin && target.startsWith('/_')) return 'admin'
  return ownAnswerAt(method, target, hasAdmin) ?? 'services'
}
