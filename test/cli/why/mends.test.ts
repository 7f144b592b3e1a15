import { describe, expect, test } from 'vitest'
import { type Mend, mendsOf } from '../../../src/cli/why/mends.js'
import { type EmulatorClient, startEmulator } from '../../../src/index.js'

/** Each fix that `emulator why` suggests is tried: the same request then has another outcome. */

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
  /** Method and path, or the path of a GET. */
  readonly line: string
  readonly credential: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const LONG = { value: 'too long', ttlSeconds: 60 }

/** The outcome of a request, the request, and the number of its fixes that are more than advice. */
const TRIES: readonly (readonly [outcome: string, one: Try, mends: number])[] = [
  ['credential_invalid', { line: '/v1/kv/ns_other_1/a', credential: 'kv_read_new' }, 1],
  ['credential_invalid', { line: '/documents/1', credential: 'db_new' }, 1],
  ['scoped_key_not_accepted', { line: '/v1/kv/ns_other_1', credential: 'kv_admin_other' }, 1],
  ['scope_insufficient', { line: 'DELETE /v1/kv/ns_shop_1/a', credential: 'kv_read_shop' }, 1],
  ['resource_missing', { line: '/v1/kv/ns_none_1/a', credential: 'kv_read_shop' }, 1],
  ['resource_missing', { line: '/v1/ec/ec_none_1/a', credential: 'kv_read_none' }, 1],
  ['entry_missing', { line: '/v1/kv/ns_other_1/a%2Fb', credential: 'kv_admin_other' }, 1],
  ['entry_missing', { line: '/v1/ec/ec_web_1/a', credential: 'kv_read_web' }, 1],
  ['record_missing', { line: '/documents/99', credential: 'db_all' }, 1],
  ['record_out_of_scope', { line: '/documents/1', credential: 'db_some' }, 1],
  ['collection_out_of_scope', { line: '/projects', credential: 'db_some' }, 1],
  ['monthly_quota_exceeded', { line: '/v1/kv/ns_shop_1/a', credential: 'kv_read_shop' }, 2],
  [
    'namespace_storage_quota_exceeded',
    { line: 'PUT /v1/kv/ns_shop_1/a', credential: 'kv_write_shop', body: LONG },
    1,
  ],
  ['rate_limited', { line: '/documents/1', credential: 'db_all' }, 2],
]

test('the fix for a foreign key creates a key of the namespace', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const refused = await send(emulator, { line: '/v1/kv/ns_other_1/a', credential: 'kv_read_shop' })
  expect(refused.outcome).toBe('credential_foreign')
  for (const mend of mendsOf(refused)) await apply(mend, emulator)
  expect((await emulator.namespaces.get('ns_other_1')).keys).toHaveLength(2)
})

describe('the fix for faults', () => {
  const one = { line: '/v1/kv/ns_other_1/a', credential: 'kv_admin_other' }

  test('removes faults of the list', async () => {
    await using emulator = await startEmulator({ seed: SEED })
    await emulator.faults.add({ status: 503 })
    for (const mend of mendsOf(await send(emulator, one))) await apply(mend, emulator)
    expect(await emulator.faults.list()).toEqual([])
  })

  test('is advice if the request itself asked for the fault', async () => {
    await using emulator = await startEmulator({ seed: SEED })
    const struck = await send(emulator, { ...one, headers: { 'X-Emulator-Fault': '503' } })
    expect(mendsOf(struck)).toEqual([{ advice: expect.stringContaining('X-Emulator-Fault') }])
  })
})

test('a refusal that no seed can change has advice', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const one = { line: 'PUT /v1/kv/ns_shop_1/a', credential: 'kv_write_shop', body: [] }
  expect(mendsOf(await send(emulator, one))).toEqual([{ advice: expect.stringContaining('no seed') }])
})

test('a request that was not refused has no fixes', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  expect(mendsOf(await send(emulator, { line: '/documents/1', credential: 'db_all' }))).toEqual([])
})

/** Sends a request n times, and returns the last one from the journal. */
async function send(emulator: EmulatorClient, { line, credential, headers = {}, body }: Try, times = 1) {
  const [path = '', method = 'GET'] = line.split(' ').reverse()
  const key = { [path.startsWith('/v1/') ? 'X-KV-Key' : 'X-API-Key']: credential }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  for (let time = 0; time < times; time++) {
    await emulator.fetch(path, { method, headers: { ...key, ...headers }, ...sent })
  }
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

describe.each(TRIES)('%s of %j', (outcome, one, count) => {
  test.each(Array.from({ length: count }, (_, index) => index))('fix %#', async (index) => {
    await using emulator = await startEmulator({ seed: SEED })
    const refused = await send(emulator, one, outcome === 'rate_limited' ? 3 : 1)
    expect(refused.outcome).toBe(outcome)
    const mends = mendsOf(refused).filter(({ advice }) => advice === undefined)
    expect(mends).toHaveLength(count)
    await apply(mends[index] ?? {}, emulator)
    expect((await send(emulator, one)).outcome).not.toBe(outcome)
  })
})
