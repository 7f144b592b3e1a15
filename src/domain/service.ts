import type { Operation } from '../contract/operations.js'
import type { RefusalCode } from '../core/refusal.js'
import type { DecisionFacts } from './decision-facts.js'
import type { ServicePlaces } from './places.js'
import type { ContentsOf, ServiceContents } from './state.js'

/** A check that a request passes or is refused at, as the explanation of GET /_admin/requests/{id} shows it. */
export interface Gate {
  readonly name: string
  /** The refusals of this gate. */
  readonly codes: readonly RefusalCode[]
  /** The numbers that decided it. */
  readonly numbers?: (decision: DecisionFacts) => Readonly<Record<string, number | undefined>>
}

/** An operation, as far as a world and its journal go. */
export type WorldOperation = Operation & {
  /** What is checked after the credential and the quota, in this order. */
  readonly gates: readonly Gate[]
}

/** A service, as far as a world goes. */
export interface WorldService {
  /** "kv" */
  readonly name: string
  readonly contents: ContentsOf<ServiceContents>
  readonly operations: readonly WorldOperation[]
  /** The field of a fault's match that names what its paths name first. */
  readonly holder?: 'namespace' | 'store'
  /** What may differ between two moments. */
  readonly places: ServicePlaces
}

/** The ids of the operations of these services, in their order. */
export const operationIdsOf = (services: readonly WorldService[]): readonly string[] =>
  services.flatMap(({ operations }) => operations.map(({ id }) => id))
