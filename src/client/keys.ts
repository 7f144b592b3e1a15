import type { Scope } from '../domain/credentials.js'
import { type AdminInterface, at } from './ask.js'

/**
 * A key of a namespace or a config store, as sent in X-KV-Key.
 *
 * @example
 * const { key, scope } = await emulator.namespaces.createKey('ns_shop_k3v9x2', { scope: 'read' })
 */
export interface ScopedKeyInfo {
  readonly key: string
  readonly scope: Scope
}

/** A key to be made. */
export interface NewScopedKey {
  readonly scope: Scope
  /** Its text; generated when left out. */
  readonly key?: string
}

/** The keys of namespaces or config stores. */
export interface KeysClient {
  /** Makes a key: `namespaces.createKey(id, { scope: 'read' })`. */
  createKey(id: string, key: NewScopedKey): Promise<ScopedKeyInfo>
  /** Revokes a key. */
  removeKey(id: string, key: string): Promise<void>
}

/** The keys below '/namespaces' or '/stores' over the admin interface. */
export function keysClient(admin: AdminInterface, base: string): KeysClient {
  return {
    createKey: (id, key) => admin.send('POST', base + at`/${id}/keys`, key),
    removeKey: (id, key) => admin.delete(base + at`/${id}/keys/${key}`),
  }
}
