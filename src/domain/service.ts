import type { Operation } from '../contract/operations.js'
import type { RefusalCode } from '../core/refusal.js'
import type { DecisionFacts } from './decision-facts.js'
import type { ServiceParts } from './parts.js'
import type { ContentsOf, ServiceContents } from './state.js'

/** A check that a request passes or fails, as GET /_admin/requests/{id} explains it. */
export interface Gate {
  readonly name: string
  readonly codes: readonly RefusalCode[]
  /** The numbers behind the decision. */
  readonly numbers?: (decision: DecisionFacts) => Readonly<Record<string, number | undefined>>
}

/** An operation as worlds and journals see it. */
export type WorldOperation = Operation & {
  /** Checks after the credential and the quota, in this order. */
  readonly gates: readonly Gate[]
}

/** A service as worlds see it. */
export interface WorldService {
  /** "kv" */
  readonly name: string
  readonly contents: ContentsOf<ServiceContents>
  readonly operations: readonly WorldOperation[]
  /** The field of a fault's match for the first name in its paths. */
  readonly holder?: 'namespace' | 'store'
  /** The parts of its state that may differ between two moments. */
  readonly parts: ServiceParts
}

export const operationIdsOf = (services: readonly WorldService[]): readonly string[] =>
  services.flatMap(({ operations }) => operations.map(({ id }) => id))
