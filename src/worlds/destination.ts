import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Refusal } from '../core/refusal.js'
import { type WorldAddress, worldAddress } from '../request/http/world-address.js'
import { isKnown, type NamedWorld, type NamingKey, namedByHeaders, namedByKeys } from './carriers/carriers.js'
import type { WorldContext } from './context.js'
import { type OwnAnswer, ownAnswerAt } from './root-and-discovery.js'

export interface Destination {
  readonly context: WorldContext
  readonly address: WorldAddress
  readonly place: 'services' | 'admin' | OwnAnswer
  /** The API keys that named the world. The services receive them without its name. */
  readonly namingKeys: readonly NamingKey[]
  /** The reason to refuse the request, if --require-world is on and it names no world. */
  readonly missing?: string
}

export interface Unroutable {
  readonly status: number
  readonly code: string
  readonly reason: string
}

export interface RoutingOptions {
  /** Used for requests that name no world. */
  readonly home: WorldContext
  /** Refuses service requests that name no world. */
  readonly requireWorld: boolean
  /** False on a port without the admin interface. */
  readonly hasAdmin: boolean
}

export type Addressed = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

const NO_KEYS: readonly NamingKey[] = []

/**
 * Finds a request's world. It can be named by the path, by X-Emulator-World, or by something that applications pass on:
 * baggage, a trace id or a credential. If there are several names, they must agree.
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
  if (other !== undefined)
    return invalid(`${named.by} names the world ${named.id}, but ${other.by} names ${other.id}`)
  const context = home.worlds.find(named.id)
  if (context === undefined) return unknown(named.id)
  return { context, address, place, namingKeys: keys.filter(({ sent }) => !isKnown(sent, context)) }
}

export function noWorld(id: string | undefined, hint = 'create one with POST /_admin/worlds'): Refusal {
  return new Refusal('not_found', `there is no world ${id}`, { hint })
}

const carrierOf = ({ prefix }: WorldAddress): string =>
  prefix === '' ? 'the X-Emulator-World header' : 'the path'

function unknown(id: string | undefined): Unroutable {
  const { code, reason, details } = noWorld(id)
  return { status: 404, code, reason: `${reason}: ${details.hint}` }
}

const invalid = (reason: string): Unroutable => ({ status: 400, code: 'invalid_request', reason })

/** Lists what could have named a world but didn't. */
function withoutWorld({ baggage, traceparent }: IncomingHttpHeaders): string {
  const lost = [
    ...(baggage === undefined ? [] : ['its baggage has no emulator-world']),
    ...(traceparent === undefined ? [] : ['its traceparent is not from POST /_admin/worlds']),
  ]
  const why = lost.length === 0 ? '' : ` (${lost.join(', ')})`
  return `this request names no world${why}, and --require-world, in code requireWorld, is on: use a base URL from POST /_admin/worlds, or have the application pass on baggage, traceparent or a credential of a world`
}

/**
 * The emulator's own paths start with an underscore. All others belong to the services, except for the root and the
 * discovery document.
 */
function placeOf(method: string | undefined, target: string, hasAdmin: boolean): Destination['place'] {
  if (hasAdmin && target.startsWith('/_')) return 'admin'
  // Rules out nearly all requests.
  if (!/^\/(?:$|[.?])/.test(target)) return 'services'
  return ownAnswerAt(method, target, hasAdmin) ?? 'services'
}
