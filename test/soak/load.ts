import type { RandomStream } from '../../src/core/random.js'
import type { Caller } from './caller.js'

/** What the actors of a load share. */
export interface Load {
  readonly caller: Caller
  readonly baseUrl: string
  /** For the key list and the usage report: it never expires. */
  readonly bearer: string
  random(name: string): RandomStream
  /** Whether the load is to end: asked between two steps. */
  isOver(): boolean
  /** Resolves after so many real ms, or when the load is to end. */
  pause(ms: number): Promise<void>
}

/** Does one thing again and again until the load is over. */
export type Actor = (load: Load) => Promise<void>

/** Owner of all that is seeded. */
export const OWNER = 'user_soak'

/** How many namespaces are written to at once, each by an actor of its own. */
export const NAMESPACES = 4

export const namespaceOf = (index: number): string => `ns_soak_${index}`
export const keyOf = (index: number): { 'x-kv-key': string } => ({ 'x-kv-key': `kv_admin_soak_${index}` })
export const DB_KEY = { 'x-api-key': 'db_soak' }
export const STORE = 'ec_soak_1'
export const STORE_KEY = { 'x-kv-key': 'kv_admin_store' }

/** No month is long enough for these. */
const limits = { reads: 1e12, writes: 1e12, lists: 1e12, storageBytes: 1e12 }

/** What the soaked emulator begins with. */
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
