import { run } from '../../../conformance/command/run.js'
import type { EmulatorOptions } from '../../../src/server/options/emulator-options.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { FakeTerminal } from '../../cli/fake-terminal.js'
import { type PlainChange, PlainService } from '../plain-service.js'

export async function conform(argv: readonly string[], terminal = new FakeTerminal()) {
  const status = await run(argv, terminal)
  return { status, out: terminal.out.text, err: terminal.err.text }
}

export const SEED = {
  version: 1,
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_k3v9x2',
      keys: [
        { key: 'kv_read_shop', scope: 'read' },
        { key: 'kv_write_shop', scope: 'write' },
        { key: 'kv_admin_shop', scope: 'admin' },
      ],
    },
  ],
  stores: [{ id: 'ec_web_89daefd4', keys: [{ key: 'kv_admin_web', scope: 'admin' }] }],
  database: { keys: [{ key: 'db_dev' }], documents: [{ id: 1, title: 'One' }] },
}

export const start = (options: EmulatorOptions = {}) => startEmulator({ seed: SEED, ...options })

const KEYS = ['kv_read_shop', 'kv_write_shop', 'kv_admin_shop'].flatMap((key) => ['--kv-key', key])
export const NAMESPACE = ['--namespace', 'ns_shop_k3v9x2', ...KEYS]

/**
 * Runs the command on a service in front of an emulator, with the keys of a namespace, and returns what it left behind.
 */
export async function conformPlain(argv: readonly string[] = [], change?: PlainChange) {
  await using emulator = await start()
  await using service = await PlainService.before(emulator, change)
  const { url, asked } = service
  const tried = await conform(['--base-url', url, ...NAMESPACE, ...argv])
  return { ...tried, url, asked, entries: (await emulator.state.get()).namespaces?.[0]?.entries ?? [] }
}
