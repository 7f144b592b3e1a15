import type { OperationId } from '../contract/operations.js'
import { State } from '../domain/state.js'
import { listAt, type SeedList } from '../seed/items.js'
import type { ConfigContents } from './config/contents.js'
import type { configSeed } from './config/seed.js'
import type { DatabaseContents } from './documents/contents.js'
import type { databaseSeed } from './documents/seed.js'
import type { KvContents } from './kv/contents.js'
import type { kvSeed } from './kv/seed.js'
import { services } from './list.js'
import type { ServiceOperation } from './operation.js'

/** The fields of a seed that belong to a service. */
export const seedFields: typeof kvSeed.fields & typeof configSeed.fields & typeof databaseSeed.fields =
  Object.assign({}, ...services.map(({ seed }) => seed.fields))

/** A state in which nothing was put. */
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

/** What runs each operation. */
export const serviceOperations: Readonly<Record<OperationId, ServiceOperation>> = Object.assign(
  {},
  ...services.map(({ operations }) => operations),
)

/** Returns the lists of a seed in the order in which they are loaded. Works on whatever was read, sound or not. */
export const listsIn = (seed: unknown): readonly SeedList[] => [
  ...services.flatMap((service) => service.seed.lists(seed)),
  listAt(seed, ['faults']),
]
