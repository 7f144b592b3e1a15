import type { Operation } from '../contract/operations.js'
import type { ServicePlaces } from './places.js'
import type { ContentsOf, ServiceContents } from './state.js'

/** A service, as far as a world goes. */
export interface WorldService {
  /** "kv" */
  readonly name: string
  readonly contents: ContentsOf<ServiceContents>
  readonly operations: readonly Operation[]
  /** What may differ between two moments. */
  readonly places: ServicePlaces
}

/** The ids of the operations of these services, in their order. */
export const operationIdsOf = (services: readonly WorldService[]): readonly string[] =>
  services.flatMap(({ operations }) => operations.map(({ id }) => id))
