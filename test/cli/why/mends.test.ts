import { describe, expect, test } from 'vitest'
import { type Mend, mendsOf } from '../../../src/cli/why/mends.js'
import { type EmulatorClient, startEmulator } from '../../../src/index.js'

/** What `emulator why` proposes is tried: the same request then fares differently. */

const SEED = {
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      owner: 'user_alice',
      limits: { reads: 1, storageBytes: 8 },
      usage: { reads: 1 },
      keys: [
        { key: 'kv_read_shop', scope: 'read' },
        { key: 'kv_write_shop', scope: 'write' },
      ],
    },
    { id: 'ns_other_1', keys: [{ key: 'kv_admin_other', scope: 'admin' }] },
  ],
  stores: [{ id: 'ec_web_1', keys: [{ key: 'kv_read_web', scope: 'read' }] }],
  database: {
    rateLimit: { requests: 2, per: '1m' },
    keys: [{ key: 'db_all' }, { key: 'db_some', documents: [7], outOfScope: 'forbidden' }],
    documents: [{ id: 1, title: 'One' }],
  },
}

interface Try {
  readonly outcome: string
  readonly path: string
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: object
  /** How often it is sent: the last one is the refused one. */
  readonly times?: number
  /** How many of the mends are more than advice. */
  readonly mends: number
}

const TRIES: readonly Try[] = [
  {
    outcome: 'credential_invalid',
    path: '/v1/kv/ns_other_1/a',
    headers: { 'X-KV-Key': 'kv_read_new' },
    mends: 1,
  },
  { outcome: 'credential_invalid', path: '/documents/1', headers: { 'X-API-Key': 'db_new' }, mends: 1 },
  {
    outcome: 'scoped_key_not_accepted',
    path: '/v1/kv/ns_other_1',
    headers: { 'X-KV-Key': 'kv_admin_other' },
    mends: 1,
  },
  {
    outcome: 'scope_insufficient',
    method: 'DELETE',
    path: '/v1/kv/ns_shop_1/a',
    headers: { 'X-KV-Key': 'kv_read_shop' },
    mends: 1,
  },
  {
    outcome: 'resource_missing',
    path: '/v1/kv/ns_none_1/a',
    headers: { 'X-KV-Key': 'kv_read_shop' },
    mends: 1,
  },
  {
    outcome: 'resource_missing',
    path: '/v1/ec/ec_none_1/a',
    headers: { 'X-KV-Key': 'kv_read_none' },
    mends: 1,
  },
  {
    outcome: 'entry_missing',
    path: '/v1/kv/ns_other_1/a%2Fb',
    headers: { 'X-KV-Key': 'kv_admin_other' },
    mends: 1,
  },
  { outcome: 'entry_missing', path: '/v1/ec/ec_web_1/a', headers: { 'X-KV-Key': 'kv_read_web' }, mends: 1 },
  { outcome: 'record_missing', path: '/documents/99', headers: { 'X-API-Key': 'db_all' }, mends: 1 },
  { outcome: 'record_out_of_scope', path: '/documents/1', headers: { 'X-API-Key': 'db_some' }, mends: 1 },
  { outcome: 'collection_out_of_scope', path: '/projects', headers: { 'X-API-Key': 'db_some' }, mends: 1 },
  {
    outcome: 'monthly_quota_exceeded',
    path: '/v1/kv/ns_shop_1/a',
    headers: { 'X-KV-Key': 'kv_read_shop' },
    mends: 2,
  },
  {
    outcome: 'namespace_storage_quota_exceeded',
    method: 'PUT',
    path: '/v1/kv/ns_shop_1/a',
    headers: { 'X-KV-Key': 'kv_write_shop' },
    body: { value: 'too long', ttlSeconds: 60 },
    mends: 1,
  },
  { outcome: 'rate_limited', path: '/documents/1', headers: { 'X-API-Key': 'db_all' }, times: 3, mends: 2 },
]

test('a foreign key: a key of its own is made', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const headers = { 'X-KV-Key': 'kv_read_shop' }
  const refused = await send(emulator, { outcome: '', path: '/v1/kv/ns_other_1/a', headers, mends: 0 })
  expect(refused.outcome).toBe('credential_foreign')
  for (const mend of mendsOf(refused)) await apply(mend, emulator)
  expect((await emulator.namespaces.get('ns_other_1')).keys).toHaveLength(2)
})

describe('faults', () => {
  const headers = { 'X-KV-Key': 'kv_admin_other' }
  const path = '/v1/kv/ns_other_1/a'

  test('of the list are removed', async () => {
    await using emulator = await startEmulator({ seed: SEED })
    await emulator.faults.add({ status: 503 })
    const struck = await send(emulator, { outcome: '', path, headers, mends: 0 })
    for (const mend of mendsOf(struck)) await apply(mend, emulator)
    expect(await emulator.faults.list()).toEqual([])
  })

  test('that the request asked for are its own to leave out', async () => {
    await using emulator = await startEmulator({ seed: SEED })
    const asking = { ...headers, 'X-Emulator-Fault': '503' }
    const struck = await send(emulator, { outcome: '', path, headers: asking, mends: 0 })
    expect(mendsOf(struck)).toEqual([{ advice: expect.stringContaining('X-Emulator-Fault') }])
  })
})

test('what no seed changes is told', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const one = { outcome: '', method: 'PUT', path: '/v1/kv/ns_shop_1/a', mends: 0, body: [] }
  const refused = await send(emulator, { ...one, headers: { 'X-KV-Key': 'kv_write_shop' } })
  expect(mendsOf(refused)).toEqual([{ advice: expect.stringContaining('no seed') }])
})

test('a request that was not refused needs no mend', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const one = { outcome: '', path: '/documents/1', headers: { 'X-API-Key': 'db_all' }, mends: 0 }
  expect(mendsOf(await send(emulator, one))).toEqual([])
})

async function send(emulator: EmulatorClient, { path, method = 'GET', headers, body, times = 1 }: Try) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  for (let time = 0; time < times; time++) await emulator.fetch(path, { method, headers, ...sent })
  const [{ id } = { id: '' }] = await emulator.requests({ limit: 1 })
  return emulator.request(id)
}

async function apply({ seed, call }: Mend, emulator: EmulatorClient): Promise<void> {
  if (seed !== undefined) await emulator.state.merge(seed)
  if (call === undefined) return
  const body = JSON.stringify(call.body ?? {})
  const response = await fetch(`${emulator.adminUrl}${call.path}`, { method: call.method, body })
  expect(response.ok).toBe(true)
}

describe.each(TRIES)('$outcome of $path', (one) => {
  test.each(Array.from({ length: one.mends }, (_, index) => index))('mend %#', async (index) => {
    await using emulator = await startEmulator({ seed: SEED })
    const refused = await send(emulator, one)
    expect(refused.outcome).toBe(one.outcome)
    const mends = mendsOf(refused).filter(({ advice }) => advice === undefined)
    expect(mends).toHaveLength(one.mends)
    await apply(mends[index] ?? {}, emulator)
    expect((await send(emulator, { ...one, times: 1 })).outcome).not.toBe(one.outcome)
  })
})
