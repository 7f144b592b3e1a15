import type { Scope } from '../contract/values.js'
import type { Limits } from '../domain/quotas.js'
import type { Usage } from '../seed/schema/usage.js'
import { type AdminInterface, at } from './admin-client.js'
import type { DatabaseKeyInfo, NamespaceInfo, ScopedKeyInfo, StoreInfo } from './answers.js'
import { type EntriesClient, entriesClient } from './history.js'
import type { DatabaseScope, SomeLimits } from './seed-object.js'

/**
 * A namespace to make.
 *
 * @example
 * const { namespaceId } = await emulator.namespaces.create({ name: 'shop', limits: { reads: 100 } })
 */
export interface NewNamespace {
  /** The name part of its id. */
  readonly name: string
  /** The sub of the tokens that may list it; user_local when left out. */
  readonly owner?: string
  readonly limits?: SomeLimits
}

/**
 * Changes to a namespace.
 *
 * @example
 * await emulator.namespaces.update('ns_demo_starter', { usage: { reads: 999 } })
 */
export interface NamespaceChanges {
  readonly owner?: string
  /** Each on its own; null restores the profile's limit. */
  readonly limits?: { readonly [Name in keyof Limits]?: number | null }
  /** Counters of this month, or by month: `{ '2025-12': { reads: 7 } }`. */
  readonly usage?: Usage
}

/**
 * A store to make.
 *
 * @example
 * const { storeId } = await emulator.stores.create({ name: 'web', owner: 'user_alice' })
 */
export interface NewStore {
  /** The name part of its id. */
  readonly name: string
  /** user_local when left out. */
  readonly owner?: string
}

export interface StoreChanges {
  readonly owner?: string
}

export interface NewScopedKey {
  readonly scope: Scope
  /** Its text; generated when left out. */
  readonly key?: string
}

/**
 * Namespaces or config stores, as the service's own dashboard manages them.
 *
 * @typeParam Info the answer for one
 * @typeParam New the properties of a new one
 * @typeParam Changes the changes to one
 */
export interface ResourceClient<Info, New, Changes> {
  /** Creates one with a generated id. */
  create(made: New): Promise<Info>
  list(): Promise<Info[]>
  get(id: string): Promise<Info>
  update(id: string, changes: Changes): Promise<Info>
  /** Deletes one with its entries and keys. */
  remove(id: string): Promise<void>
  /**
   * Creates a key: `namespaces.createKey(id, { scope: 'read' })`.
   *
   * @throws EmulatorError `conflict` if its text is in use
   */
  createKey(id: string, key: NewScopedKey): Promise<ScopedKeyInfo>
  /** Revokes a key. */
  removeKey(id: string, key: string): Promise<void>
  readonly entries: EntriesClient
}

/**
 * The namespaces of a world.
 *
 * @example
 * const { id } = await emulator.namespaces.create({ name: 'shop', limits: { reads: 100 } })
 * const { key } = await emulator.namespaces.createKey(id, { scope: 'admin' })
 */
export type NamespacesClient = ResourceClient<NamespaceInfo, NewNamespace, NamespaceChanges>

/**
 * The config stores of a world.
 *
 * @example
 * const { id } = await emulator.stores.create({ name: 'web' })
 * const { key } = await emulator.stores.createKey(id, { scope: 'admin' })
 */
export type StoresClient = ResourceClient<StoreInfo, NewStore, StoreChanges>

/** Both a path and the name of the list in its answer. */
type Noun = 'namespaces' | 'stores'

export function resourceClient<Info, New, Changes>(
  admin: AdminInterface,
  noun: Noun,
): ResourceClient<Info, New, Changes> {
  const base = `/${noun}`
  return {
    create: (made) => admin.send('POST', base, made),
    list: () => admin.list(noun, base),
    get: async (id) => admin.get(base + at`/${id}`),
    update: async (id, changes) => admin.send('PATCH', base + at`/${id}`, changes),
    remove: async (id) => admin.delete(base + at`/${id}`),
    createKey: async (id, key) => admin.send('POST', base + at`/${id}/keys`, key),
    removeKey: async (id, key) => admin.delete(base + at`/${id}/keys/${key}`),
    entries: entriesClient(admin, noun),
  }
}

/**
 * A key of the database to be made.
 *
 * @example
 * await emulator.databaseKeys.create({ key: 'db_intern', projects: [10], outOfScope: 'empty' })
 */
export interface NewDatabaseKey extends DatabaseScope {
  /** Its text, as sent in X-API-Key; generated when left out. */
  readonly key?: string
}

/**
 * The keys of the document database.
 *
 * @example
 * const { key } = await emulator.databaseKeys.create({ documents: [1, 2], outOfScope: 'forbidden' })
 */
export interface DatabaseKeysClient {
  /** Creates a key. Without projects and documents it sees everything. */
  create(key?: NewDatabaseKey): Promise<DatabaseKeyInfo>
  list(): Promise<DatabaseKeyInfo[]>
  /** Revokes a key. */
  remove(key: string): Promise<void>
}

export function databaseKeysClient(admin: AdminInterface): DatabaseKeysClient {
  return {
    create: (key = {}) => admin.send('POST', '/database-keys', key),
    list: () => admin.list('databaseKeys', '/database-keys'),
    remove: async (key) => admin.delete(at`/database-keys/${key}`),
  }
}
