import { describe, expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator.js'

const ENTRIES = 5000

/** A namespace and a store of many entries, and calls on them. */
async function service() {
  const emulator = await startEmulator({
    seed: {
      clock: { now: '2026-01-01T00:00:00Z', freeze: true },
      namespaces: [
        {
          id: 'ns_a_1',
          keys: [{ key: 'kv_admin_a', scope: 'admin' }],
          entries: [{ key: 'k{{index}}', repeat: ENTRIES, value: 1, ttlSeconds: 60 }],
        },
      ],
      stores: [
        {
          id: 'ec_a_1',
          keys: [{ key: 'kv_admin_b', scope: 'admin' }],
          entries: [{ key: 'k{{index}}', repeat: ENTRIES, value: 1 }],
        },
      ],
    },
  })
  const headers = { authorization: `Bearer ${await emulator.tokens.create()}` }
  const call = (method: string, path: string, headers: Record<string, string>) =>
    emulator.fetch(path, { method, headers })
  // From here on the token is known, and judging it takes no turn.
  await call('GET', '/v1/usage/ns_a_1', headers)
  return {
    emulator,
    keys: { list: '/v1/kv/ns_a_1', headers, member: 'keys' },
    configs: { list: '/v1/ec/ec_a_1', headers: { 'x-kv-key': 'kv_admin_b' }, member: 'configs' },
    call,
    [Symbol.asyncDispose]: () => emulator.close(),
  }
}

/** How many bytes of a body come before its connection ends. */
async function bytesOf({ body }: Response): Promise<number> {
  let bytes = 0
  try {
    for await (const chunk of body ?? []) bytes += chunk.length
  } catch {
    // It ends too early.
  }
  return bytes
}

const listed = async (response: Response, member: string): Promise<string[]> => {
  const body = (await response.json()) as Record<string, { key: string }[]>
  return (body[member] ?? []).map(({ key }) => key)
}

const all = Array.from({ length: ENTRIES }, (_, index) => `k${index + 1}`)

describe('a list that is long', () => {
  test.each(['keys', 'configs'] as const)('has all %s in order', async (which) => {
    await using service_ = await service()
    const { list, headers, member } = service_[which]
    expect(await listed(await service_.call('GET', list, headers), member)).toEqual(all)
  })

  test('is sent whole beyond some megabytes, with its length, and the journal keeps its beginning', async () => {
    const value = 'ü'.repeat(50_000)
    await using emulator = await startEmulator({
      seed: {
        stores: [
          {
            id: 'ec_a_1',
            keys: [{ key: 'kv_admin_b', scope: 'admin' }],
            entries: [{ key: 'k{{index}}', repeat: 100, value }],
          },
        ],
      },
    })
    const headers = { 'x-kv-key': 'kv_admin_b' }
    const response = await fetch(`${emulator.baseUrl}/v1/ec/ec_a_1`, { headers })
    const text = await response.text()
    expect(JSON.parse(text).configs).toHaveLength(100)
    const bytes = Buffer.byteLength(text)
    expect(response.headers.get('content-length')).toBe(`${bytes}`)
    const { responseBody } = await emulator.request('r1')
    expect(responseBody).toEqual({ text: expect.any(String), bytes })
    expect(text.startsWith(responseBody?.text.slice(0, 500_000) ?? '-')).toBe(true)
    expect(await (await emulator.fetch('/v1/ec/ec_a_1', { headers })).text()).toBe(text)
    await emulator.faults.add({ match: {}, connection: 'truncate', times: 1 })
    const half = await fetch(`${emulator.baseUrl}/v1/ec/ec_a_1`, { headers })
    expect(half.headers.get('content-length')).toBe(`${bytes}`)
    await expect(half.text()).rejects.toThrow()
    await emulator.faults.add({ match: {}, connection: 'cut', times: 1 })
    const got = await bytesOf(await fetch(`${emulator.baseUrl}/v1/ec/ec_a_1`, { headers }))
    expect(got).toBeLessThanOrEqual(bytes / 2)
    expect(got).toBeGreaterThan(0.45 * bytes)
  })

  test('is counted, recorded and lost in a fault as any other', async () => {
    await using service_ = await service()
    const { emulator, keys, call } = service_
    await emulator.faults.add({ match: { operation: 'kv.list' }, status: 503, effect: 'after', times: 1 })
    expect((await call('GET', keys.list, keys.headers)).status).toBe(503)
    expect((await call('GET', keys.list, keys.headers)).status).toBe(200)
    const { usage } = (await (await call('GET', '/v1/usage/ns_a_1', keys.headers)).json()) as {
      usage: { lists: number }
    }
    expect(usage.lists).toBe(2)
    const requests = await emulator.requests({ operation: 'kv.list' })
    expect(requests.map(({ status }) => status)).toEqual([200, 503])
    const { explain } = await emulator.request(requests[0]?.id ?? '')
    expect(explain.gaps).toMatchObject({ 'kv.readTtl': 'original' })
  })
})

test('a page of long documents is sent whole, and leads to the next', async () => {
  await using emulator = await startEmulator({
    seed: {
      database: {
        keys: [{ key: 'db' }],
        documents: [{ title: 'd', content: 'x'.repeat(500_000), repeat: 12 }],
      },
    },
  })
  const page = (path: string) => fetch(emulator.dbBaseUrl + path, { headers: { 'x-api-key': 'db' } })
  const response = await page('/documents?limit=11')
  const text = await response.text()
  expect(JSON.parse(text)).toHaveLength(11)
  expect(response.headers.get('content-length')).toBe(`${text.length}`)
  const rest = await page(`/documents?next=${encodeURIComponent(response.headers.get('x-next') ?? '')}`)
  expect(await rest.json()).toHaveLength(1)
})

test('a page shows the records that were there when it was asked for', async () => {
  await using emulator = await startEmulator({
    seed: {
      database: {
        keys: [{ key: 'db' }, { key: 'db_scoped', documents: [4999] }],
        documents: [{ repeat: ENTRIES, title: 'D' }],
      },
    },
  })
  const list = emulator.fetch('/documents', { headers: { 'x-api-key': 'db_scoped' } })
  const removed = await emulator.fetch(`${emulator.adminUrl}/documents/4999`, { method: 'DELETE' })
  expect(removed.status).toBe(204)
  expect(await (await list).json()).toEqual([{ id: 4999, title: 'D' }])
})
