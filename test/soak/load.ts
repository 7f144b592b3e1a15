import type { RandomStream } from '../../src/core/random.js'
import type { Caller } from './caller.js'

/** Shared by the actors of a load. */
export interface Load {
  readonly caller: Caller
  readonly baseUrl: string
  /** A token that never expires, for the key list and the usage report. */
  readonly bearer: string
  random(name: string): RandomStream
  /** Actors check this between two steps. */
  isOver(): boolean
  /** Resolves after these real ms, or once the load should end. */
  pause(ms: number): Promise<void>
}

/** Does one thing again and again until the load is over. */
export type Actor = (load: Load) => Promise<void>

export const OWNER = 'user_soak'

/** Each of these is written to by its own actor. */
export const NAMESPACES = 4

export const namespaceOf = (index: number): string => `ns_soak_${index}`
export const keyOf = (index: number): { 'x-kv-key': string } => ({ 'x-kv-key': `kv_admin_soak_${index}` })
export const DB_KEY = { 'x-api-key': 'db_soak' }
export const STORE = 'ec_soak_1'
export const STORE_KEY = { 'x-kv-key': 'kv_admin_store' }

/** Limits that no month is long enough to reach. */
const limits = { reads: 1e12, writes: 1e12, lists: 1e12, storageBytes: 1e12 }

export const SOAK_SEED = {
  namespaces: Array.from({ length: NAMESPACES }, (_, index) => ({
    id: namespaceOf(index),
    owner: OWNER,
    limits,
    keys: [{ key: `kv_admin_soak_${index}`, scope: 'admin' }],
  })),
  stores: [{ id: STORE, owner: OWNER, keys: [{ key: STORE_KEY['x-kv-key'], scope: 'admin' }] }],
  database: { keys: [{ key: DB_KEY['x-api-key'] }], projects: [{ id: 1, name: 'One' }] },
}
