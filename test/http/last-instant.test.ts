import { afterEach, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { operations } from '../../src/contract/operations.js'
import { startEmulator } from '../../src/start-emulator.js'

/** The clock is frozen at its last instant or runs against it, but everything else continues to work. */

const LAST = '9999-12-31T23:59:59.999Z'
const LAST_MS = Date.parse(LAST)

const SEED = {
  clock: { now: LAST, freeze: true },
  profile: { kv: { quotaRetryAfter: true } },
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'k', scope: 'admin' }],
      entries: [{ key: 'seeded', value: 1, ttlSeconds: 60 }],
    },
    { id: 'ns_used_1', limits: { reads: 0 }, keys: [{ key: 'u', scope: 'read' }] },
  ],
  stores: [{ id: 'ec_a_1', keys: [{ key: 's', scope: 'admin' }] }],
  database: {
    rateLimit: { requests: 1000, per: '1m' },
    keys: [{ key: 'db' }],
    documents: [{ repeat: 3, title: 'Draft {{index}}' }],
    projects: [{ id: 1, name: 'One' }],
  },
}

const running: EmulatorClient[] = []

afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

async function started(seed: object = SEED): Promise<EmulatorClient> {
  const emulator = await startEmulator({ seed })
  running.push(emulator)
  return emulator
}

const KV = { 'X-KV-Key': 'k' }
const STORE = { 'X-KV-Key': 's' }
const DB = { 'X-API-Key': 'db' }

async function ask(
  { baseUrl }: EmulatorClient,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
  body?: object,
) {
  const response = await fetch(baseUrl + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, json: (await response.json()) as unknown }
}

test('every operation works at the last instant', async () => {
  const emulator = await started()
  const token = await emulator.tokens.create()
  const bearer = { Authorization: `Bearer ${token}` }
  const put = await ask(emulator, '/v1/kv/ns_a_1/a', KV, 'PUT', { value: 1, ttlSeconds: 3600 })
  expect(put).toMatchObject({ status: 200, json: { expiresAt: LAST_MS + 3_600_000 } })
  expect(put.headers.get('date')).toBe('Fri, 31 Dec 9999 23:59:59 GMT')
  expect((await ask(emulator, '/v1/kv/ns_a_1/a', KV)).status).toBe(200)
  expect((await ask(emulator, '/v1/kv/ns_a_1', bearer)).json).toMatchObject({
    keys: [
      { key: 'seeded', expiresAt: LAST_MS + 60_000, expiresAtIso: LAST, createdAt: LAST },
      { key: 'a', expiresAt: LAST_MS + 3_600_000, expiresAtIso: LAST, createdAt: LAST },
    ],
  })
  expect((await ask(emulator, '/v1/usage/ns_a_1', bearer)).json).toMatchObject({ monthKey: '9999-12' })
  expect((await ask(emulator, '/v1/kv/ns_a_1/a', KV, 'DELETE')).status).toBe(200)
  const config = await ask(emulator, '/v1/ec/ec_a_1/a', STORE, 'PUT', { value: 1 })
  expect(config.json).toMatchObject({ updatedAt: LAST })
  expect((await ask(emulator, '/v1/ec/ec_a_1/a', STORE)).status).toBe(200)
  expect((await ask(emulator, '/v1/ec/ec_a_1', STORE)).status).toBe(200)
  expect((await ask(emulator, '/v1/ec/ec_a_1/a', STORE, 'DELETE')).status).toBe(200)
  expect((await ask(emulator, '/documents', DB, 'POST', { title: 'T' })).status).toBe(201)
  expect((await ask(emulator, '/documents/1', DB)).status).toBe(200)
  const page = await ask(emulator, '/documents?limit=2', DB)
  expect((await fetch(page.headers.get('x-next') ?? '', { headers: DB })).status).toBe(200)
  expect((await ask(emulator, '/projects', DB)).status).toBe(200)
  expect((await ask(emulator, '/projects', DB, 'POST', { name: 'P' })).status).toBe(201)
  const seen = new Set((await emulator.requests()).map(({ operation }) => operation))
  expect([...seen].sort()).toEqual(operations.map(({ id }) => id).sort())
})

test('a limit by the minute and one by the month end a millisecond later', async () => {
  const emulator = await started({
    ...SEED,
    database: { ...SEED.database, rateLimit: { requests: 1, per: '1m' } },
  })
  await ask(emulator, '/documents', DB)
  const limited = await ask(emulator, '/documents', DB)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
  const used = await ask(emulator, '/v1/kv/ns_used_1/a', { 'X-KV-Key': 'u' })
  expect([used.status, used.headers.get('retry-after')]).toEqual([429, '1'])
})

describe('the clock goes no further', () => {
  test.each([
    [{ advance: 0.001 }, 400, 'beyond the last instant'],
    [{ advance: 'P1M' }, 400, 'beyond the last instant'],
    [{ advance: '300000d' }, 400, 'beyond the last instant'],
    [{ set: '+010000-01-01' }, 400, 'beyond the last instant'],
    [{ to: 'next-month' }, 409, '9999-12 is the last month'],
    [{ to: 'next-expiry' }, 409, 'no key in any namespace expires'],
    [{ to: 'next-month', dryRun: true }, 409, '9999-12 is the last month'],
  ])('the move %j is refused at the last instant', async (move, status, message) => {
    const { adminUrl } = await started()
    const moved = await fetch(`${adminUrl}/clock`, { method: 'POST', body: JSON.stringify(move) })
    expect(moved.status).toBe(status)
    expect(await moved.json()).toMatchObject({ message: expect.stringContaining(message) })
    expect(await (await fetch(`${adminUrl}/clock`)).json()).toMatchObject({ iso: LAST, mode: 'frozen' })
  })

  test('the clock stops at the last instant even if it runs, however fast', async () => {
    const emulator = await started({ ...SEED, clock: { now: '9999-12-31T23:59:59Z' } })
    await emulator.clock.rate(1e15)
    expect(await emulator.clock.set(LAST)).toMatchObject({ now: LAST_MS, mode: 'running' })
    expect((await emulator.clock.get()).iso).toBe(LAST)
    expect((await ask(emulator, '/v1/kv/ns_a_1/seeded', KV)).status).toBe(200)
  })

  test('the clock goes back from the last instant only by force', async () => {
    const emulator = await started()
    await ask(emulator, '/v1/kv/ns_a_1/seeded', KV)
    await expect(emulator.clock.set('2026-01-01')).rejects.toThrow('before it')
    expect(await emulator.clock.set('2026-01-01', { force: true })).toMatchObject({
      iso: '2026-01-01T00:00:00.000Z',
    })
  })
})

test('its state can be exported and loaded again, and a snapshot restored', async () => {
  const emulator = await started()
  await ask(emulator, '/v1/kv/ns_a_1/a', KV, 'PUT', { value: 1, ttlSeconds: 7200 })
  await emulator.snapshots.take('last')
  const state = await emulator.state.get()
  const other = await started()
  await other.state.replace(state)
  expect(await other.state.get()).toEqual(state)
  expect((await ask(other, '/v1/kv/ns_a_1/a', KV)).json).toMatchObject({
    ttlSeconds: 7200,
    expiresAt: LAST_MS + 7_200_000,
  })
  await emulator.reset()
  expect((await ask(emulator, '/v1/kv/ns_a_1/a', KV)).status).toBe(404)
  await emulator.snapshots.restore('last')
  expect((await ask(emulator, '/v1/kv/ns_a_1/a', KV)).status).toBe(200)
})

test('a token and a fault may reach beyond it', async () => {
  const emulator = await started()
  const token = await emulator.tokens.create({ expiresIn: '1d' })
  const bearer = { Authorization: `Bearer ${token}` }
  expect((await ask(emulator, '/v1/kv/ns_a_1', bearer)).status).toBe(200)
  await emulator.faults.add({ match: { operation: 'kv.get' }, status: 503, from: '+0s', until: '+1h' })
  expect((await ask(emulator, '/v1/kv/ns_a_1/seeded', KV)).status).toBe(503)
})

test('the past of the clock can be read', async () => {
  const { adminUrl, baseUrl } = await started()
  await (await fetch(`${baseUrl}/v1/kv/ns_a_1/seeded`, { headers: KV })).text()
  for (const path of ['requests', 'requests/r1', 'requests.har', 'namespaces', 'contract', 'state']) {
    expect((await fetch(`${adminUrl}/${path}`)).status, path).toBe(200)
  }
  const { log } = (await (await fetch(`${adminUrl}/requests.har`)).json()) as {
    log: { entries: { startedDateTime: string }[] }
  }
  expect(log.entries[0]?.startedDateTime).toBe(LAST)
})
