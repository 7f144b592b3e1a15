import type { JsonSchema } from '../contract/json-schema.js'
import type { Operation } from '../contract/operations.js'
import { DecisionFacts } from '../domain/decision-facts.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { Profile } from '../domain/profile/profile.js'
import type { WorldService } from '../domain/service.js'
import type { World } from '../domain/world.js'
import type { RequestCommand } from './command.js'
import type { Wait } from './faults/wait.js'
import type { JudgedToken } from './identity.js'
import type { DataRequest, OtherAddressOf, Reply } from './message.js'
import { decodeSegment, type Route } from './route.js'
import type { Gate, ServiceErrors, WireOperation } from './service.js'

/** A service, as far as requests to it go. */
export interface ServedService extends WorldService {
  readonly operations: readonly ServedOperation[]
  readonly errors: ServiceErrors
  /** The field of a fault's match that names what its paths name first. */
  readonly holder?: 'namespace' | 'store'
  /** The group of its operations in OpenAPI. */
  readonly tag: { readonly name: string; readonly description: string }
  /**
   * Its operations as OpenAPI describes them, by their ids.
   *
   * @param cursorName seals the examples of x-next, so the world takes them
   */
  wires(profile: Profile, cursorName: string): Readonly<Record<string, WireOperation>>
  /** The bodies that these refer to, by name. */
  schemas(profile: Profile): Readonly<Record<string, JsonSchema>>
}

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

/** What a request names, and its virtual time in ms. */
export type NamedInRequest = Pick<RequestContext, 'resource' | 'key' | 'now'>

/** One request on its way through, as it is known before it is run. Its record is made of it. */
export interface RequestContext {
  readonly world: World
  readonly request: DataRequest
  /** The request as the log keeps it. */
  readonly command: RequestCommand
  /** The virtual time of arrival, in ms: one instant for the whole request. */
  readonly now: number
  /** Real ms from some start to its arrival. */
  readonly arrivedMs: number
  readonly route: Route<ServedOperation>
  /** undefined if the contract shows none. */
  readonly operation: ServedOperation | undefined
  readonly service: ServedService
  readonly path: string
  readonly query: string
  /** The namespace, store or record that the path names; undefined if its percent-encoding is broken. */
  readonly resource: string | undefined
  /** The entry that the path names; undefined as for `resource`. */
  readonly key: string | undefined
  /** undefined if the operation takes none, or none was sent. */
  readonly token: JudgedToken | undefined
  /** The API key as sent, or the token's owner claim. */
  readonly credential: string | null
  /** How the contract's gaps are filled. Grease fills them in another way for a refusal. */
  gaps: Gaps
  /** Set for a request that was held and goes on. */
  readonly wait: Wait | undefined
  /** Real ms for which a fault held it: no part of what answering took. */
  heldMs: number
  /** Takes the numbers that decide the request. */
  readonly decision: DecisionFacts
}

/** A request for one operation. */
export interface OperationCall extends RequestContext {
  readonly operation: ServedOperation
}

/** A request, and where it is to go. */
export interface Arrived {
  readonly request: DataRequest
  /** Real ms from some start to its arrival. */
  readonly arrivedMs: number
  /** It comes from a log: nobody waits for its answer, and it is not held. */
  readonly isAgain?: boolean
  /** Set for a request that was held and goes on: since when it waits. */
  readonly wait?: Wait | undefined
  /** Real ms for which it was held. */
  readonly heldMs?: number
  readonly path: string
  readonly query: string
  readonly found: Route<ServedOperation>
  /** The service of a name. */
  readonly serviceOf: (name: string) => ServedService
}

/** The facts of a request that are known before it is run. */
export function contextOf(
  world: World,
  { request, arrivedMs, path, query, found, serviceOf, wait, heldMs = 0 }: Arrived,
  command: RequestCommand,
  gaps: Gaps,
): RequestContext {
  const { operation } = found
  const segments = operation === undefined ? NO_SEGMENTS : found.segments
  return {
    world,
    request,
    command,
    now: command.at,
    arrivedMs,
    route: found,
    operation,
    service: serviceOf(nameFor(found, command.otherAddressOf)),
    path,
    query,
    resource: decodeSegment(segments[0]),
    key: decodeSegment(segments[1]),
    token: command.token,
    credential: credentialOf(world, request, found, command.token),
    gaps,
    wait,
    heldMs,
    decision: new DecisionFacts(),
  }
}

const NO_SEGMENTS: readonly string[] = []

/** The path of a target, and its query without the question mark. */
export function splitTarget(target: string): [path: string, query: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

/** The service of what is not shown: that of the port if the path names none. */
function nameFor(found: Route, otherAddressOf: OtherAddressOf | undefined): string {
  const named = found.operation === undefined ? found.service : found.operation.service
  return named ?? serviceOfPort(otherAddressOf)
}

/** The service that a port answers for if the path names none. */
export const serviceOfPort = (otherAddressOf: OtherAddressOf | undefined): string =>
  otherAddressOf?.('kv') === undefined ? 'kv' : 'documents'

function credentialOf(
  { profile }: World,
  request: DataRequest,
  { operation }: Route,
  token: JudgedToken | undefined,
): string | null {
  if (typeof token?.identity === 'object') {
    const owner = token.identity.claims[profile.auth.ownerClaim]
    return typeof owner === 'string' ? owner : null
  }
  if (operation === undefined) return null
  return request.header(operation.credential === 'database-key' ? 'x-api-key' : 'x-kv-key') ?? null
}
