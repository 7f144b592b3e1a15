import { expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'

const SEED = {
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'k', scope: 'admin' as const }],
      entries: [{ key: 'a', value: 1, ttlSeconds: 3600 }],
    },
  ],
  database: { keys: [{ key: 'db' }], documents: [{ repeat: 3, title: 'D {{index}}' }] },
}
const ENTRY = '/v1/kv/ns_a_1/a'

const transports = [
  ['over HTTP', (_emulator: EmulatorClient) => fetch],
  ['in process', (emulator: EmulatorClient) => emulator.fetch],
] as const

test.each(transports)('%s each of them selects the world', async (_name, fetchOf) => {
  await using emulator = await startEmulator({ seed: SEED, requireWorld: true })
  await using world = await emulator.world()
  const ask = fetchOf(emulator)
  const { token } = JSON.parse(
    await (
      await ask(`${world.adminUrl}/tokens`, {
        method: 'POST',
        body: '{"sub":"user_local","claims":{"emulator_world":"w1"}}',
      })
    ).text(),
  )
  const key = { 'X-KV-Key': 'k' }
  for (const [path, headers] of [
    [ENTRY, { ...key, traceparent: world.traceparent }],
    [ENTRY, { ...key, baggage: world.baggage }],
    [ENTRY, { 'X-KV-Key': world.credential('k') }],
    ['/v1/kv/ns_a_1', { Authorization: `Bearer ${token}` }],
  ] as const) {
    await ask(emulator.baseUrl + path, { headers: { ...headers } })
  }
  expect(await world.requests()).toHaveLength(4)
  expect((await world.requests()).map(({ status }) => status).slice(-3)).not.toContain(400)
  expect(await emulator.requests()).toEqual([])

  const lost = await ask(emulator.baseUrl + ENTRY, { headers: { ...key, baggage: 'user=alice' } })
  expect([lost.status, lost.headers.get('x-emulator-reason')]).toEqual([
    400,
    expect.stringContaining('its baggage has no emulator-world'),
  ])
})

test.each(transports)(
  '%s the services and the log see only the key, and answers name the address that was used',
  async (_name, fetchOf) => {
    await using emulator = await startEmulator({ seed: SEED, clock: { frozen: true } })
    await using world = await emulator.world()
    const ask = fetchOf(emulator)
    const headers = { 'X-API-Key': world.credential('db') }
    const page = await ask(`${emulator.baseUrl}/documents?limit=1`, { headers })
    const next = page.headers.get('x-next') ?? ''
    expect(next).toMatch(`${emulator.baseUrl}/documents?`)
    expect(await (await ask(next, { headers })).json()).toMatchObject([{ id: 2 }])
    await ask(emulator.baseUrl + ENTRY, {
      method: 'PUT',
      headers: { 'X-KV-Key': world.credential('k') },
      body: '{"value":2,"ttlSeconds":60}',
    })
    // The log admits the put again, as the first time.
    await using again = await world.world({ at: 'now' })
    const read = await again.fetch(ENTRY, { headers: { 'X-KV-Key': 'k' } })
    expect(await read.json()).toMatchObject({ value: 2 })
  },
)

test.each([
  ['baggage', '%'.repeat(9000)],
  ['baggage', `emulator-world=${'%E0'.repeat(3000)}`],
  ['baggage', ','.repeat(200_000)],
  ['traceparent', '00-74726973746f7265'],
  ['traceparent', '-'.repeat(100_000)],
  ['x-kv-key', '@'.repeat(50_000)],
  ['authorization', `Bearer a.${Buffer.from('{"emulator_world":').toString('base64url')}.c`],
])('a malformed %s does not cause a defect', async (name, value) => {
  await using emulator = await startEmulator({ seed: SEED })
  await using _world = await emulator.world()
  const answer = await fetch(emulator.baseUrl + ENTRY, { headers: { [name]: value } })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
})
