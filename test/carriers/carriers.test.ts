import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EmulatorClient, WorldClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'

const SEED = {
  namespaces: [{ id: 'ns_shop', keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }] }],
  database: { keys: [{ key: 'db_shop' }], documents: [{ repeat: 3, title: 'Tea {{index}}' }] },
}
const CLIENTS = 20
const CALLS = 10

const INSTRUMENTED = ['--require', join(import.meta.dirname, 'instrumented.cjs')]

class Application implements AsyncDisposable {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(name: string, { baseUrl, dbBaseUrl }: EmulatorClient, execArgv: string[]) {
    const child = fork(join(import.meta.dirname, `applications/${name}.cjs`), {
      execArgv,
      env: { ...process.env, KV_BASE_URL: baseUrl, DB_BASE_URL: dbBaseUrl },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [port] = await once(child, 'message')
    return new Application(`http://127.0.0.1:${port}`, child)
  }

  async [Symbol.asyncDispose]() {
    this.child.kill('SIGKILL')
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit')
  }
}

/** Creates a world that can be recognized by its contents and its clock. */
async function worldOf(emulator: EmulatorClient, day: number) {
  const world = await emulator.world()
  const now = new Date(Date.UTC(2030, 0, 1 + day))
  await world.clock.set(now)
  await world.clock.freeze()
  const headers = { 'X-KV-Key': 'kv_admin_shop' }
  const body = JSON.stringify({ value: world.id, ttlSeconds: 3600 })
  await world.fetch('/v1/kv/ns_shop/owner', { method: 'PUT', headers, body })
  return { world, date: now.toUTCString() }
}

/** Lets all clients call the application many times at once, each with a header that names its world. */
async function hold(
  name: string,
  execArgv: string[],
  carrierOf: (world: WorldClient, call: number) => Record<string, string>,
): Promise<void> {
  await using emulator = await startEmulator({ seed: SEED, requireWorld: true })
  await using application = await Application.start(name, emulator, execArgv)
  const client = async (day: number) => {
    const { world, date } = await worldOf(emulator, day)
    for (let call = 0; call < CALLS; call++) {
      const response = await fetch(`${application.url}/cart`, { headers: carrierOf(world, call) })
      const next = expect.stringMatching(`^${emulator.baseUrl}/documents\\?`)
      expect(await response.json()).toEqual({ owner: world.id, cartAt: date, productsAt: date, next })
    }
    expect(await world.requests()).toHaveLength(2 * CALLS + 1)
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, day) => client(day)))
  expect(await emulator.requests()).toEqual([])
}

test.each(['express', 'fastify'])(
  '%s passes traceparent and baggage on, and no request reaches a wrong world',
  async (name) => {
    await hold(name, INSTRUMENTED, ({ traceparent, baggage }, call) =>
      call % 2 === 0 ? { traceparent } : { baggage },
    )
  },
)

test.each(['express', 'fastify'])('%s passes credentials on without instrumentation', async (name) => {
  await hold(name, [], ({ credential }) => ({
    'tenant-kv': credential('kv_admin_shop'),
    'tenant-database': credential('db_shop'),
  }))
})
