import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Refusal } from '../core/refusal.js'
import { type WorldAddress, worldAddress } from '../request/http/world-address.js'
import { isKnown, type NamedWorld, type NamingKey, namedByHeaders, namedByKeys } from './carriers/carriers.js'
import type { WorldContext } from './context.js'
import { type OwnAnswer, ownAnswerAt } from './root-and-discovery.js'

/** The world that a request is for, and the part of it. */
export interface Destination {
  readonly context: WorldContext
  readonly address: WorldAddress
  readonly place: 'services' | 'admin' | OwnAnswer
  /** The API keys that named the world: the services are to see them without its name. */
  readonly namingKeys: readonly NamingKey[]
  /** Why the services refuse the request: it names no world, and --require-world is on. */
  readonly missing?: string
}

/** Why a request reaches no world. */
export interface Unroutable {
  readonly status: number
  readonly code: string
  readonly reason: string
}

/** The options that decide where a request goes. */
export interface RoutingOptions {
  /** The world of requests that name none; its directory has the others. */
  readonly home: WorldContext
  /** Data requests that name no world are refused. */
  readonly requireWorld: boolean
  /** False if a port serves no admin interface. */
  readonly hasAdmin: boolean
}

/** A request, as far as it decides which world it is for. */
export type Addressed = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

const NO_KEYS: readonly NamingKey[] = []

/**
 * Finds the world that a request is for, over a socket or without one. Its path or X-Emulator-World header
 * names it, or what applications hand on: baggage, a trace id, a credential. All that name a world must name
 * the same one.
 */
export function destinationOf(
  message: Addressed,
  { home, requireWorld, hasAdmin }: RoutingOptions,
): Destination | Unroutable {
  const address = worldAddress(message)
  if (typeof address === 'string') return invalid(address)
  const { headers } = message
  const place = placeOf(message.method, address.target, hasAdmin)
  const names = namedByHeaders(headers, home.worlds, place === 'services')
  if (address.world !== undefined) names.unshift({ id: address.world, by: carrierOf(address) })
  const [first] = names
  const ahead = first === undefined ? home : home.worlds.find(first.id)
  if (ahead === undefined) return unknown(first?.id)
  const keys = place === 'services' ? namedByKeys(headers, ahead) : NO_KEYS
  const named = first ?? keys[0]
  if (named === undefined) {
    const found = { context: ahead, address, place, namingKeys: NO_KEYS }
    return requireWorld && place === 'services' ? { ...found, missing: withoutWorld(headers) } : found
  }
  const differs = ({ id }: NamedWorld) => id !== named.id
  const other = names.find(differs) ?? keys.find(differs)
  if (other !== undefined) return invalid(`${named.by} names the world ${named.id}, ${other.by} ${other.id}`)
  const context = home.worlds.find(named.id)
  if (context === undefined) return unknown(named.id)
  return { context, address, place, namingKeys: keys.filter(({ sent }) => !isKnown(sent, context)) }
}

/** The refusal of what names a world that there is not. */
export function noWorld(id: string | undefined, hint = 'POST /_admin/worlds makes one'): Refusal {
  return new Refusal('not_found', `there is no world ${id}`, { hint })
}

const carrierOf = ({ prefix }: WorldAddress): string =>
  prefix === '' ? 'the X-Emulator-World header' : 'the path'

function unknown(id: string | undefined): Unroutable {
  const { code, reason, details } = noWorld(id)
  return { status: 404, code, reason: `${reason}: ${details.hint}` }
}

const invalid = (reason: string): Unroutable => ({ status: 400, code: 'invalid_request', reason })

/** Explains what of the request could have named a world, and does not. */
function withoutWorld({ baggage, traceparent }: IncomingHttpHeaders): string {
  const lost = [
    ...(baggage === undefined ? [] : ['its baggage has no emulator-world']),
    ...(traceparent === undefined ? [] : ['its traceparent is none that POST /_admin/worlds answered']),
  ]
  const why = lost.length === 0 ? '' : ` (${lost.join(', ')})`
  return `this request names no world${why}, and --require-world is on: use a base address of POST /_admin/worlds, or have the application hand on baggage, traceparent or a credential of a world`
}

/**
 * The emulator's paths begin with an underscore; others are the services', but for the root and the
 * discovery.
 */
function placeOf(method: string | undefined, target: string, hasAdmin: boolean): Destination['place'] {
  if (hasAdmin && target.startsWith('/_')) return 'admin'
  // Hardly any request is for one of the emulator's own answers.
  if (!/^\/(?:$|[.?])/.test(target)) return 'services'
  return ownAnswerAt(method, target, hasAdmin) ?? 'services'
}
