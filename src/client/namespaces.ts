import type { Counters, Limits } from '../domain/meters.js'
import type { Usage } from '../seed/schema.js'
import { type AdminInterface, at } from './ask.js'
import { type KeysClient, keysClient, type ScopedKeyInfo } from './keys.js'
import type { SomeLimits } from './seed-object.js'

/**
 * A namespace of the key-value store.
 *
 * @example
 * const { usage, limitsInForce } = await emulator.namespaces.get('ns_shop_k3v9x2')
 */
export interface NamespaceInfo {
  readonly id: string
  /** The same, as the contract calls it. */
  readonly namespaceId: string
  readonly owner: string
  /** Its own limits. */
  readonly limits: SomeLimits
  /** With those that the profile gives. */
  readonly limitsInForce: Limits
  /** The present month of virtual time, as "YYYY-MM". */
  readonly monthKey: string
  /** What it has used of that month's. */
  readonly usage: Counters & Pick<Limits, 'storageBytes'>
  readonly keys: readonly ScopedKeyInfo[]
  readonly entries: { readonly live: number; readonly expired: number }
}

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
 * What of a namespace is to change.
 *
 * @example
 * await emulator.namespaces.update('ns_shop_k3v9x2', { usage: { reads: 999 } })
 */
export interface NamespaceChanges {
  readonly owner?: string
  /** One by one; null takes the profile's again. */
  readonly limits?: { readonly [Name in keyof Limits]?: number | null }
  /** Counters of this month, or by month: `{ '2025-12': { reads: 7 } }`. */
  readonly usage?: Usage
}

/**
 * The namespaces of a world, as the service's own dashboard manages them.
 *
 * @example
 * const { id } = await emulator.namespaces.create({ name: 'shop', limits: { reads: 100 } })
 * const { key } = await emulator.namespaces.createKey(id, { scope: 'admin' })
 */
export interface NamespacesClient extends KeysClient {
  /** Makes a namespace; its id is generated. */
  create(namespace: NewNamespace): Promise<NamespaceInfo>
  list(): Promise<NamespaceInfo[]>
  get(id: string): Promise<NamespaceInfo>
  update(id: string, changes: NamespaceChanges): Promise<NamespaceInfo>
  /** Removes a namespace with its entries and keys. */
  remove(id: string): Promise<void>
}

/** The namespaces over the admin interface. */
export function namespacesClient(admin: AdminInterface): NamespacesClient {
  return {
    create: (namespace) => admin.send('POST', '/namespaces', namespace),
    list: async () => (await admin.get<{ namespaces: NamespaceInfo[] }>('/namespaces')).namespaces,
    get: (id) => admin.get(at`/namespaces/${id}`),
    update: (id, changes) => admin.send('PATCH', at`/namespaces/${id}`, changes),
    remove: (id) => admin.delete(at`/namespaces/${id}`),
    ...keysClient(admin, '/namespaces'),
  }
}
