import type { OperationId } from '../contract/operations.js'
import { State } from '../domain/state.js'
import { CONFIG, type ConfigContents } from './config/contents.js'
import { configOperations } from './config/operations.js'
import { configPlaces } from './config/places.js'
import { configSeed } from './config/seed.js'
import { type DatabaseContents, DOCUMENTS } from './documents/contents.js'
import { documentOperations } from './documents/operations.js'
import { databasePlaces } from './documents/places.js'
import { databaseSeed } from './documents/seed.js'
import { KV, type KvContents } from './kv/contents.js'
import { kvOperations } from './kv/operations.js'
import { kvPlaces } from './kv/places.js'
import { kvSeed } from './kv/seed.js'
import type { ServiceOperation } from './operation.js'

/** Everything that is declared of a service in one place. */
export const services = [
  { contents: KV, places: kvPlaces, seed: kvSeed },
  { contents: CONFIG, places: configPlaces, seed: configSeed },
  { contents: DOCUMENTS, places: databasePlaces, seed: databaseSeed },
]

/** The fields of a seed that belong to a service. */
export const seedFields = { ...kvSeed.fields, ...configSeed.fields, ...databaseSeed.fields }

/** A state of the three services, in which nothing was put. */
export const emptyState = (): State => State.empty(services.map(({ contents }) => contents))

/** How many a state holds of each kind; `entries` are those of namespaces, `configs` those of stores. */
export type StateSizes = Readonly<
  ReturnType<KvContents['sizes']> &
    ReturnType<ConfigContents['sizes']> &
    ReturnType<DatabaseContents['sizes']>
>

/** Counts what a state holds, expired entries included, without a look at every entry. */
export const sizesOf = ({ contents }: State): StateSizes =>
  Object.assign({}, ...Array.from(contents.values(), (held) => held.sizes()))

/** What runs each operation of the three services. */
export const serviceOperations: Readonly<Record<OperationId, ServiceOperation>> = {
  ...kvOperations,
  ...configOperations,
  ...documentOperations,
}
