import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'

const REQUESTS = 200
const LIMIT = 100

let emulator: Emulator

beforeAll(async () => {
  const limits = { reads: LIMIT, writes: LIMIT, lists: 1000, storageBytes: 1000 }
  const keys = [{ key: 'kv_admin_few', scope: 'admin' }]
  const entries = [{ key: 'k', value: 1, ttlSeconds: 3600 }]
  // The month must not end during the test.
  const clock = { now: Date.UTC(2026, 0, 15), frozen: true }
  const seed = { version: 1, namespaces: [{ id: 'ns_few_a1', limits, keys, entries }] }
  emulator = await startEmulator({ seed, clock })
})
afterAll(() => emulator.close())

/** Sends many requests at once, and counts their statuses. */
async function race(init: (i: number) => [path: string, init: RequestInit]): Promise<Record<number, number>> {
  const sent = Array.from({ length: REQUESTS }, async (_, i) => {
    const [path, options] = init(i)
    const headers = { 'X-KV-Key': 'kv_admin_few' }
    const answer = await fetch(`${emulator.baseUrl}/v1/kv/ns_few_a1/${path}`, { ...options, headers })
    await answer.arrayBuffer()
    return answer.status
  })
  const counts: Record<number, number> = {}
  for (const status of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('a quota admits exactly its number of parallel writes', async () => {
  const body = '{"value":1,"ttlSeconds":60}'
  expect(await race((i) => [`w${i % 7}`, { method: 'PUT', body }])).toEqual({ 200: LIMIT, 429: LIMIT })
})

test('a quota admits exactly its number of parallel reads, misses included', async () => {
  const counts = await race((i) => [i % 2 === 0 ? 'k' : 'none', {}])
  expect((counts[200] ?? 0) + (counts[404] ?? 0)).toBe(LIMIT)
  expect(counts[429]).toBe(REQUESTS - LIMIT)
})

test('the usage record shows those numbers', async () => {
  const { token } = (await (await fetch(`${emulator.adminUrl}/tokens`, { method: 'POST' })).json()) as {
    token: string
  }
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${emulator.baseUrl}/v1/usage/ns_few_a1`, { headers })
  expect(await answer.json()).toMatchObject({ usage: { reads: LIMIT, writes: LIMIT } })
})
