import type { JsonSchema } from '../contract/json-schema.js'
import type { Operation } from '../contract/operations.js'
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

/** A service, as far as requests to it go. */
export interface ServedService extends WorldService {
  readonly operations: readonly ServedOperation[]
  readonly errors: ServiceErrors
  /** The group of its operations in OpenAPI. */
  readonly tag: { readonly name: string; readonly description: string }
  /**
   * Its operations as OpenAPI describes them, by their ids.
   *
   * @param cursorName seals the examples of x-next, so the world takes them
   */
  wires(profile: Profile, cursorName: string): Readonly<Record<string, WireOperation>>
  /** Finds an operation where no prefix says of which service it is; left out: its paths have prefixes of their own. */
  find?(method: string, path: string): FoundRoute | undefined
  /** The bodies that these refer to, by name. */
  schemas(profile: Profile): Readonly<Record<string, JsonSchema>>
}

/** What a service finds by itself: an operation, or what is wrong with a path below it. */
export type FoundRoute = RoutedOperation<ServedOperation> & { readonly service: string }

/** A row of the operations, and what runs it. */
export type ServedOperation = Operation & ServiceOperation

/** How an operation is run and explained. */
export interface ServiceOperation {
  /**
   * Answers a request. It is synchronous, so no other request comes between a check and the write.
   *
   * @throws Refusal
   */
  readonly run: (call: OperationCall) => Reply
  /** What is checked after the credential and the quota, in this order. */
  readonly gates: readonly Gate[]
  /** A success without data as JSON text: the body of a fault that answers with a status of success. */
  readonly emptySuccess: (named: NamedInRequest, gaps: Gaps) => string
}

/** What a request names, and when it came. */
export type NamedInRequest = Pick<ServiceCall, 'resource' | 'key'> & {
  readonly request: Pick<ServiceRequest, 'at'>
}

/** A request on its way through a world, from its arrival to its answer. */
export type ServiceCall = CallFacts<ServedOperation> & {
  readonly world: World
  readonly service: ServedService
}

/** A call of an operation. */
export type OperationCall = Extract<ServiceCall, { readonly operation: Operation }>

/** The client that a request came from. */
export interface RequestClient {
  /** undefined: not known, and taken for the only one of its client. */
  readonly connection?: Connection | undefined
  /** Calls back once the client is gone, unless that is cancelled; left out if that cannot be known. */
  readonly whenGone?: ((then: () => void) => () => void) | undefined
}

/**
 * Begins a call: nothing has judged it yet.
 *
 * @param route a call that was held, if this one goes on from it
 */
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
  // Each field is written out: a spread at this place takes as long as half of a request.
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

/** The service that a port answers for if the path names none. */
export const serviceOfPort = (otherAddressOf: OtherAddressOf | undefined): string =>
  otherAddressOf?.('kv') === undefined ? 'kv' : 'documents'

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
