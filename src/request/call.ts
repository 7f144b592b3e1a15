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

export interface ServedService extends WorldService {
  readonly operations: readonly ServedOperation[]
  readonly errors: ServiceErrors
  /** The service's tag in OpenAPI. */
  readonly tag: { readonly name: string; readonly description: string }
  /**
   * Describes the operations for OpenAPI, by id.
   *
   * @param cursorName seals the `x-next` examples, so that the world accepts them
   */
  wires(profile: Profile, cursorName: string): Readonly<Record<string, WireOperation>>
  /** Routes a path that doesn't start with a service's prefix. Omitted if all of the service's paths do. */
  find?(method: string, path: string): RouteByService | undefined
  /** By name. */
  schemas(profile: Profile): Readonly<Record<string, JsonSchema>>
}

/** The result of a service's own routing: an operation, or what's wrong with a path that belongs to it. */
export type RouteByService = RoutedOperation<ServedOperation> & { readonly service: string }

export type ServedOperation = Operation & ServiceOperation

export interface ServiceOperation {
  /** Answers a request or throws a `Refusal`. It's synchronous, so nothing can run between a check and a write. */
  readonly run: (call: OperationCall) => Reply
  /** The checks that come after those for the credential and the quota, in order. */
  readonly gates: readonly Gate[]
  /** As JSON text. Used if a fault answers with a success status. */
  readonly emptySuccess: (named: NamedInRequest, gaps: Gaps) => string
}

export type NamedInRequest = Pick<ServiceCall, 'resource' | 'key'> & {
  readonly request: Pick<ServiceRequest, 'at'>
}

export type ServiceCall = CallFacts<ServedOperation> & {
  readonly world: World
  readonly service: ServedService
}

export type OperationCall = Extract<ServiceCall, { readonly operation: Operation }>

export interface RequestClient {
  /** If undefined, the connection counts as the client's only one. */
  readonly connection?: Connection | undefined
  /** Calls `then` when the client disconnects, and returns a function to cancel. Omitted if we can't know. */
  readonly whenGone?: ((then: () => void) => () => void) | undefined
}

/** Creates a call that hasn't been checked yet. To continue a held request, pass its earlier call as `route`. */
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
  // We list the fields, because a spread here would take half as long as an entire request.
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

/** Paths that belong to no service go to this one. */
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
