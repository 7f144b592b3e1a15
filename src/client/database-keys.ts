import { type AdminInterface, at } from './ask.js'
import type { DatabaseKeyObject, DatabaseScope } from './seed-object.js'

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
  /** Makes a key; without projects and documents it sees everything. */
  create(key?: NewDatabaseKey): Promise<DatabaseKeyObject>
  list(): Promise<DatabaseKeyObject[]>
  /** Revokes a key. */
  remove(key: string): Promise<void>
}

/** The keys of the database over the admin interface. */
export function databaseKeysClient(admin: AdminInterface): DatabaseKeysClient {
  return {
    create: (key = {}) => admin.send('POST', '/database-keys', key),
    list: async () => (await admin.get<{ databaseKeys: DatabaseKeyObject[] }>('/database-keys')).databaseKeys,
    remove: (key) => admin.delete(at`/database-keys/${key}`),
  }
}
