import { type EmulatorClient, startEmulator } from '../../../src/index.js'

/** Its secret must not get into any bundle. */

export const NS = 'ns_shop_k3v9x2'
export const KEY = { 'X-KV-Key': 'kv_admin_a' }
export const SECRET = 'a secret of thirty-two characters'

export const SEED = {
  clock: { now: '2026-01-31T23:59:00Z', freeze: true },
  profile: { auth: { secret: SECRET, leeway: 5 }, kv: { putStatus: 200 as const } },
  namespaces: [{ id: NS, keys: [{ key: 'kv_admin_a', scope: 'admin' as const }] }],
  database: { keys: [{ key: 'db' }], documents: [{ id: 1, title: 'One' }] },
}

export const startRecorded = (): Promise<EmulatorClient> =>
  startEmulator({ seed: SEED, grease: 7, dbPort: 0 })
