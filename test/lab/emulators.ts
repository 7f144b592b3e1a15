import { connectEmulator, type EmulatorClient, startEmulator } from 'tristore-emulator'

/** The two ways to reach an emulator, for tests of the lab, which knows its public interface alone. */

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

/** Starts an emulator in this process, without a socket. */
export const startInProcess = (options: Options = {}): Promise<EmulatorClient> =>
  startEmulator({ seed: SEED, ...options })

/** Starts an emulator that the client reaches over HTTP. */
export async function startOverHttp(options: Options = {}): Promise<EmulatorClient> {
  const { baseUrl, close } = await startInProcess(options)
  return { ...connectEmulator(baseUrl), close, [Symbol.asyncDispose]: close }
}

/** The two ways by name: in this process without a socket, and over HTTP. */
export const WAYS: readonly [name: string, start: typeof startInProcess][] = [
  ['in process', startInProcess],
  ['over HTTP', startOverHttp],
]
