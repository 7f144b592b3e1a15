import { connectEmulator, type EmulatorClient, startEmulator } from 'tristore-emulator'

/** Two ways to reach an emulator. The lab knows only its public interface. */

const SEED = {
  clock: { now: '2026-01-31T23:59:00.000Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_k3v9x2',
      keys: [{ key: 'kv_admin_shop', scope: 'admin' }],
      entries: [{ key: 'greeting', value: 'hello', ttlSeconds: 3600 }],
    },
  ],
  stores: [{ id: 'ec_web_89daefd4', keys: [{ key: 'kv_admin_web', scope: 'admin' }] }],
  database: {
    keys: [{ key: 'db_dev' }],
    documents: [
      { id: 1, title: 'One' },
      { id: 2, title: 'Two' },
    ],
  },
} as const

type Options = Parameters<typeof startEmulator>[0]

export const startInProcess = (options: Options = {}): Promise<EmulatorClient> =>
  startEmulator({ seed: SEED, ...options })

export async function startOverHttp(options: Options = {}): Promise<EmulatorClient> {
  const { baseUrl, close } = await startInProcess(options)
  return { ...connectEmulator(baseUrl), close, [Symbol.asyncDispose]: close }
}

export const WAYS: readonly [name: string, start: typeof startInProcess][] = [
  ['in process', startInProcess],
  ['over HTTP', startOverHttp],
]
