import type { Fault as FaultSeed } from './schema/fault.js'
import type {
  ConfigEntrySeed,
  DatabaseKeySeed,
  DatabaseSeed,
  DocumentSeed,
  KvEntrySeed,
  NamespaceSeed,
  ProjectSeed,
  Seed,
  StoreSeed,
} from './schema/schema.js'

/** A seed to be read from its beginning to its end: its long lists may be made on the way. */
export type SeedView = Omit<Seed, 'namespaces' | 'stores' | 'database' | 'faults'> & {
  readonly namespaces?: Iterable<NamespaceView>
  readonly stores?: Iterable<StoreView>
  readonly database?: DatabaseView
  readonly faults?: Iterable<FaultSeed>
}

export type NamespaceView = Omit<NamespaceSeed, 'entries'> & { readonly entries?: Iterable<KvEntrySeed> }
export type StoreView = Omit<StoreSeed, 'entries'> & { readonly entries?: Iterable<ConfigEntrySeed> }

export type DatabaseKeyView = Omit<DatabaseKeySeed, 'projects' | 'documents'> & {
  readonly projects?: Iterable<string>
  readonly documents?: Iterable<string>
}

export type DatabaseView = Omit<DatabaseSeed, 'keys' | 'projects' | 'documents'> & {
  readonly keys?: Iterable<DatabaseKeyView>
  readonly projects?: Iterable<ProjectSeed>
  readonly documents?: Iterable<DocumentSeed>
}
