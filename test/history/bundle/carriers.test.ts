import { expect, test } from 'vitest'
import { readBundle } from '../../../src/history/bundle/read.js'
import { type EmulatorClient, startEmulator } from '../../../src/index.js'
import { replay } from '../../../src/server/replay.js'
import { services } from '../../../src/services/index.js'

/** The requests select worlds by their headers, but the replay has only one world. */

const NS = 'ns_shop_k3v9x2'
const ENTRY = `/v1/kv/${NS}/cart`
const SEED = {
  clock: { now: '2026-01-31T23:59:00Z' },
  namespaces: [
    {
      id: NS,
      keys: [
        { key: 'kv', scope: 'admin' as const },
        { key: 'own@w1', scope: 'read' as const },
      ],
    },
  ],
  database: { keys: [{ key: 'db' }], documents: [{ repeat: 3, title: 'D {{index}}' }] },
}
const BODY = '{"value": 1, "ttlSeconds": 90}'

const transports = [
  ['over HTTP', (_emulator: EmulatorClient) => fetch],
  ['in process', (emulator: EmulatorClient) => emulator.fetch],
] as const

test.each(transports)('%s: credentials, tokens and traces', async (_name, fetchOf) => {
  await using emulator = await startEmulator({ seed: SEED, grease: 7, requireWorld: true })
  await using world = await emulator.world()
  await using other = await emulator.world()
  const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    fetchOf(emulator)(emulator.baseUrl + path, { ...init, headers })
  const keyed = { 'X-KV-Key': world.credential('kv') }
  const claims = { emulator_world: world.id }
  const Authorization = `Bearer ${await world.tokens.create({ claims, expiresIn: '1h' })}`
  // Made in another world, but its claim is what counts.
  const foreign = { Authorization: `Bearer ${await other.tokens.create({ claims })}` }

  await ask(ENTRY, keyed, { method: 'PUT', body: BODY })
  await ask(ENTRY, { 'X-KV-Key': other.credential('kv') })
  await ask(`/v1/kv/${NS}`, { Authorization })
  await world.clock.advance('2h')
  await ask(`/v1/kv/${NS}`, { Authorization })
  await ask(`/v1/usage/${NS}`, foreign)
  await ask(ENTRY, keyed)
  await ask('/documents?limit=1', { 'X-API-Key': world.credential('db') })
  await ask('/documents?limit=1', { 'X-API-Key': 'db', baggage: world.baggage })
  await ask(ENTRY, { 'X-KV-Key': 'kv', traceparent: world.traceparent })
  // A known key never names a world, even with an @. A key that names a world that never existed is an ordinary key.
  await ask(ENTRY, { 'X-KV-Key': 'own@w1', baggage: world.baggage })
  await ask(ENTRY, { 'X-KV-Key': 'kv@example', baggage: world.baggage })

  const bundle = await world.bundle()
  expect(bundle.answers.map(({ status }) => status)).toEqual([
    200, 200, 401, 200, 404, 200, 200, 404, 404, 401,
  ])
  const text = JSON.stringify(bundle.commands)
  expect(text).not.toContain(world.credential('kv'))
  expect(text).not.toContain(world.credential('db'))
  expect(text).toContain('"own@w1"')
  const { run } = await replay(readBundle(JSON.stringify(bundle)), { services })
  expect(run.difference).toBeUndefined()
  expect(run.requests).toBe(bundle.answers.length)
})
