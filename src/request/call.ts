import type { JsonSchema } from '../contract/json-schema.js'
import { DATABASE_SERVICE, MAIN_SERVICE, type Operation } from '../contract/operations.js'
import { joinedHeader } from '../core/raw-headers.js'
import { DecisionFacts } from '../domain/decision-facts.js'
import { Gaps } from '../domain/profile/gaps.js'
import type { Profile } from '../domain/profile/profile.js'
import type { CallFacts, RoutedOperation, ServiceRoute } from '../domain/requests/call.js'
import type { Connection } from '../domain/requests/connection.js'
import type { Reply } from '../domain/requests/reply.js'
import type { OtherAddressOf, ServiceRequest } from '../domain/requests/request.js'
import type { Gate, WorldService } from '../domain/service.js'
import type { World } from '../domain/world.js'
import { decodeSegment } from './route.js'
import type { ServiceErrors, WireOperation } from './service.js'

/** A service as requests see it. */
export interface ServedService extends WorldService {
  readonly operations: readonly ServedOperation[]
  readonly errors: ServiceErrors
  /** Its group in OpenAPI. */
  readonly tag: { readonly name: string; readonly description: string }
  /**
   * Describes its operations for OpenAPI, by id.
   *
   * @param cursorName seals the examples of x-next, so the world accepts them
   */
  wires(profile: Profile, cursorName: string): Readonly<Record<string, WireOperation>>
  /** Finds an operation on a path without a service's prefix; left out if all its paths have prefixes. */
  find?(method: string, path: string): RouteByService | undefined
  /** Schemas of the bodies, by name. */
  schemas(profile: Profile): Readonly<Record<string, JsonSchema>>
}

/** An operation that a service found itself, or what is wrong with a path below its own. */
export type RouteByService = RoutedOperation<ServedOperation> & { readonly service: string }

export type ServedOperation = Operation & ServiceOperation

export interface ServiceOperation {
  /** Answers a request. Synchronous, so no other request can come between a check and its write. @throws Refusal */
  readonly run: (call: OperationCall) => Reply
  /** Checks after the credential and the quota, in this order. */
  readonly gates: readonly Gate[]
  /** Returns an empty success as JSON text, for a fault that answers with a success status. */
  readonly emptySuccess: (named: NamedInRequest, gaps: Gaps) => string
}

export type NamedInRequest = Pick<ServiceCall, 'resource' | 'key'> & {
  readonly request: Pick<ServiceRequest, 'at'>
}

/** A request on its way through a world. */
export type ServiceCall = CallFacts<ServedOperation> & {
  readonly world: World
  readonly service: ServedService
}

export type OperationCall = Extract<ServiceCall, { readonly operation: Operation }>

export interface RequestClient {
  /** Undefined if unknown; then it counts as the client's only connection. */
  readonly connection?: Connection | undefined
  /** Calls back when the client disconnects; returns a function that cancels. Left out if there is no way to know. */
  readonly whenGone?: ((then: () => void) => () => void) | undefined
}

/** Starts a call that nothing has judged yet. @param route the same call before it was held, if it was */
export function callOf(
  world: World,
  request: ServiceRequest,
  route: ServiceRoute<ServedOperation> & { readonly service: ServedService },
  { arrivedMs, connection, held }: Pick<CallFacts, 'arrivedMs' | 'connection' | 'held'>,
): ServiceCall {
  const { profile, grease } = world
  const { path, query, service, operation } = route
  const segments = operation === undefined ? NO_SEGMENTS : route.segments
  const [hint, allow] = operation === undefined ? [route.hint, route.allow] : NO_HINT
  // Fields are spelled out: a spread here takes half as long as an entire request.
  return {
    path,
    query,
    service,
    operation,
    segments,
    hint,
    allow,
    world,
    request,
    arrivedMs,
    connection,
    resource: decodeSegment(segments[0]),
    key: decodeSegment(segments[1]),
    credential: credentialOf(request, route, profile.auth.ownerClaim),
    gaps: new Gaps(grease === undefined ? profile : grease.vary(profile, request.id)),
    decision: new DecisionFacts(),
    held,
  } as ServiceCall
}

const NO_HINT = [undefined, undefined] as const
const NO_SEGMENTS: readonly string[] = []

/** Returns the service for paths that name none on a port. */
export const serviceOfPort = (otherAddressOf: OtherAddressOf | undefined): string =>
  otherAddressOf?.(MAIN_SERVICE) === undefined ? MAIN_SERVICE : DATABASE_SERVICE

function credentialOf(
  { token, rawHeaders }: ServiceRequest,
  { operation }: { readonly operation: Operation | undefined },
  ownerClaim: string,
): string | null {
  if (typeof token?.identity === 'object') {
    const owner = token.identity.claims[ownerClaim]
    return typeof owner === 'string' ? owner : null
  }
  if (operation === undefined || operation.credential === 'none') return null
  return joinedHeader(rawHeaders, operation.credential === 'database-key' ? 'x-api-key' : 'x-kv-key') ?? null
}
