import type { Operation } from '../../contract/operations.js'
import type { DecisionFacts } from '../decision-facts.js'
import type { Wait } from '../faults/wait.js'
import type { Gaps } from '../profile/gaps.js'
import type { WorldOperation, WorldService } from '../service.js'
import type { Connection } from './connection.js'
import type { ServiceRequest } from './request.js'

interface Target {
  readonly path: string
  /** Without the question mark. */
  readonly query: string
}

/** The operation of a request, or a hint if there is no such operation. */
export type RoutedOperation<One extends Operation> =
  | { readonly operation: One; readonly segments: readonly string[] }
  | { readonly operation: undefined; readonly hint: string; readonly allow: readonly string[] }

/** The result of routing; `service` is undefined if the path names none. */
export type Route<One extends Operation = Operation> = Target &
  RoutedOperation<One> & { readonly service: string | undefined }

export type ServiceRoute<One extends Operation> = Target &
  RoutedOperation<One> & { readonly service: WorldService }

/** A call as its record keeps it. */
export type CallFacts<One extends WorldOperation = WorldOperation> = ServiceRoute<One> & {
  readonly request: ServiceRequest
  /** Arrival, in real ms from some start. */
  readonly arrivedMs: number
  /** Undefined if unknown; then it counts as the client's only one. */
  readonly connection: Connection | undefined
  /** The namespace, store or record in the path; undefined if its percent-encoding is broken. */
  readonly resource: string | undefined
  /** The entry in the path; undefined if its percent-encoding is broken. */
  readonly key: string | undefined
  /** The API key as sent, or the token's owner claim. */
  readonly credential: string | null
  readonly gaps: Gaps
  /** Collects the numbers behind the answer. */
  readonly decision: DecisionFacts
  /** Set if a fault held the call. */
  readonly held?: HeldTime | undefined
}

/** Time that a fault held a call, which doesn't count towards its duration. */
export interface HeldTime {
  /** Undefined in replays, where nobody waits for the answer. */
  readonly wait: Wait | undefined
  /** Real ms. */
  readonly ms: number
}
