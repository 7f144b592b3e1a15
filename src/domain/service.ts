import type { Operation } from '../contract/operations.js'
import type { RefusalCode } from '../core/refusal.js'
import type { DecisionFacts } from './decision-facts.js'
import type { ServiceParts } from './parts.js'
import type { ContentsOf, ServiceContents } from './state.js'

/** A check that a request can fail, as explained by `GET /_admin/requests/{id}`. */
export interface Gate {
  readonly name: string
  readonly codes: readonly RefusalCode[]
  readonly numbers?: (decision: DecisionFacts) => Readonly<Record<string, number | undefined>>
}

export type WorldOperation = Operation & {
  /** The checks that follow those of the credential and the quota, in order. */
  readonly gates: readonly Gate[]
}

export interface WorldService {
  /** E.g. "kv". */
  readonly name: string
  readonly contents: ContentsOf<ServiceContents>
  readonly operations: readonly WorldOperation[]
  /** The field of a fault's match that stands for the first id in a path. */
  readonly holder?: 'namespace' | 'store'
  readonly parts: ServiceParts
}

export const operationIdsOf = (services: readonly WorldService[]): readonly string[] =>
  services.flatMap(({ operations }) => operations.map(({ id }) => id))
