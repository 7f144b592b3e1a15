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

/** A hint takes the place of an operation that doesn't exist. */
export type RoutedOperation<One extends Operation> =
  | { readonly operation: One; readonly segments: readonly string[] }
  | { readonly operation: undefined; readonly hint: string; readonly allow: readonly string[] }

/** `service` is undefined if the path doesn't belong to any. */
export type Route<One extends Operation = Operation> = Target &
  RoutedOperation<One> & { readonly service: string | undefined }

export type ServiceRoute<One extends Operation> = Target &
  RoutedOperation<One> & { readonly service: WorldService }

/** The part of a call that the journal keeps. */
export type CallFacts<One extends WorldOperation = WorldOperation> = ServiceRoute<One> & {
  readonly request: ServiceRequest
  /** Monotonic real ms. */
  readonly arrivedMs: number
  /** If undefined, the connection counts as the client's only one. */
  readonly connection: Connection | undefined
  /** The namespace, store or record in the path. Undefined if its percent-encoding is broken. */
  readonly resource: string | undefined
  /** The entry key in the path. Undefined if its percent-encoding is broken. */
  readonly key: string | undefined
  /** The API key as sent, or the token's owner claim. */
  readonly credential: string | null
  readonly gaps: Gaps
  readonly decision: DecisionFacts
  readonly held?: HeldTime | undefined
}

/** Doesn't count towards the call's duration. */
export interface HeldTime {
  /** Undefined in replays, where nobody waits for the answer. */
  readonly wait: Wait | undefined
  /** In real ms. */
  readonly ms: number
}
