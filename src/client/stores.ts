import { type AdminInterface, at } from './ask.js'
import { type KeysClient, keysClient, type ScopedKeyInfo } from './keys.js'

/**
 * A config store.
 *
 * @example
 * const { owner, keys } = await emulator.stores.get('ec_web_89daefd4')
 */
export interface StoreInfo {
  readonly id: string
  /** The same, as the contract calls it. */
  readonly storeId: string
  readonly owner: string
  readonly keys: readonly ScopedKeyInfo[]
  readonly entries: { readonly live: number }
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

/**
 * The config stores of a world, as the service's own dashboard manages them.
 *
 * @example
 * const { id } = await emulator.stores.create({ name: 'web' })
 * const { key } = await emulator.stores.createKey(id, { scope: 'admin' })
 */
export interface StoresClient extends KeysClient {
  /** Makes a store; its id is generated. */
  create(store: NewStore): Promise<StoreInfo>
  list(): Promise<StoreInfo[]>
  get(id: string): Promise<StoreInfo>
  update(id: string, changes: StoreChanges): Promise<StoreInfo>
  /** Removes a store with its entries and keys. */
  remove(id: string): Promise<void>
}

/** The config stores over the admin interface. */
export function storesClient(admin: AdminInterface): StoresClient {
  return {
    create: (store) => admin.send('POST', '/stores', store),
    list: async () => (await admin.get<{ stores: StoreInfo[] }>('/stores')).stores,
    get: (id) => admin.get(at`/stores/${id}`),
    update: (id, changes) => admin.send('PATCH', at`/stores/${id}`, changes),
    remove: (id) => admin.delete(at`/stores/${id}`),
    ...keysClient(admin, '/stores'),
  }
}
