import { connectEmulator } from '../../src/client/connect.js'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { launch } from '../../src/server/launch.js'
import type { EmulatorOptions } from '../../src/server/options/emulator-options.js'
import { readOptions } from '../../src/server/options/read-options.js'
import { services } from '../../src/services/index.js'
import { startEmulator } from '../../src/start-emulator.js'

export const SEED = {
  version: 1 as const,
  clock: { now: '2026-01-31T23:59:00.000Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_k3v9x2',
      owner: 'user_alice',
      keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }],
      entries: [{ key: 'greeting', value: 'hello', ttlSeconds: 3600 }],
    },
  ],
  stores: [
    {
      id: 'ec_web_89daefd4',
      keys: [{ key: 'kv_admin_web', scope: 'admin' as const }],
      entries: [{ key: 'banner', value: { text: 'hi' } }],
    },
  ],
  database: {
    keys: [{ key: 'db_dev' }],
    documents: [
      { id: 1, title: 'One', content: '1' },
      { id: 2, title: 'Two' },
    ],
  },
}

type Start = (options?: EmulatorOptions) => Promise<EmulatorClient>

export const startInProcess: Start = (options = {}) => startEmulator({ seed: SEED, ...options })

export async function startOverHttp(options: EmulatorOptions = {}): Promise<EmulatorClient> {
  const { baseUrl, dbBaseUrl, close } = await launch({ services, ...readOptions({ seed: SEED, ...options }) })
  const client = connectEmulator(baseUrl, {
    ...(dbBaseUrl === baseUrl ? {} : { dbBaseUrl }),
    ...(options.adminToken === undefined ? {} : { adminToken: options.adminToken }),
  })
  return { ...client, close, [Symbol.asyncDispose]: close }
}

export const WAYS: readonly [name: string, start: Start][] = [
  ['in process', startInProcess],
  ['over HTTP', startOverHttp],
]
