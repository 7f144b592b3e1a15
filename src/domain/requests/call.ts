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

/** The operation of a request, or a hint if the contract does not show one. */
export type RoutedOperation<One extends Operation> =
  | { readonly operation: One; readonly segments: readonly string[] }
  | { readonly operation: undefined; readonly hint: string; readonly allow: readonly string[] }

/** What a method and a target ask for; `service` is undefined if the path names none. */
export type Route<One extends Operation = Operation> = Target &
  RoutedOperation<One> & { readonly service: string | undefined }

/** A route whose service is found. */
export type ServiceRoute<One extends Operation> = Target &
  RoutedOperation<One> & { readonly service: WorldService }

/** A call as its record keeps it: a request with what was found before and while it ran. */
export type CallFacts<One extends WorldOperation = WorldOperation> = ServiceRoute<One> & {
  readonly request: ServiceRequest
  /** Real ms from some start to its arrival. */
  readonly arrivedMs: number
  /** undefined if it is not known, and taken for the only one of its client. */
  readonly connection: Connection | undefined
  /** The namespace, store or record that the path names; undefined if its percent-encoding is broken. */
  readonly resource: string | undefined
  /** The entry that the path names; undefined as for `resource`. */
  readonly key: string | undefined
  /** The API key as sent, or the token's owner claim. */
  readonly credential: string | null
  /** How the contract's gaps are filled. */
  readonly gaps: Gaps
  /** Takes the numbers that decide the request. */
  readonly decision: DecisionFacts
  /** Set once a fault held it. */
  readonly held?: HeldTime | undefined
}

/** For how long a fault held a call: no part of what answering took. */
export interface HeldTime {
  /** undefined for a call of a log: nobody waits for its answer. */
  readonly wait: Wait | undefined
  /** Real ms. */
  readonly ms: number
}
