import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'

/** Quotas begin again with each month of the UTC calendar. Adding durations: test/core/durations.test.ts. */

const SEED = {
  clock: { now: '2024-01-31T12:00:00Z', freeze: true },
  profile: { kv: { quotaRetryAfter: true } },
  namespaces: [{ id: 'ns_a_1', limits: { reads: 2 }, keys: [{ key: 'k', scope: 'admin' }] }],
}

let emulator: EmulatorClient

beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED })
})

afterEach(() => emulator.close())

const read = async () => {
  const response = await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/none`, { headers: { 'X-KV-Key': 'k' } })
  await response.text()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

const usage = async () => {
  const token = await emulator.tokens.create()
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${emulator.baseUrl}/v1/usage/ns_a_1`, { headers })
  const { monthKey, usage } = (await response.json()) as { monthKey: string; usage: { reads: number } }
  return [monthKey, usage.reads]
}

describe('a month that is used up', () => {
  test.each([
    ['2024-02-29T23:59:59.999Z', '2024-02', '2024-03', '1'],
    ['2023-02-28T23:59:00Z', '2023-02', '2023-03', '60'],
    ['2024-02-28T23:59:59Z', '2024-02', '2024-03', String(24 * 3600 + 1)],
    ['2100-02-28T23:59:59Z', '2100-02', '2100-03', '1'],
    ['2024-12-31T23:59:59Z', '2024-12', '2025-01', '1'],
  ])('a quota that is used up at %s renews with the next month', async (at, month, next, seconds) => {
    await emulator.clock.set(at, { force: true })
    expect([(await read()).status, (await read()).status]).toEqual([404, 404])
    expect(await read()).toEqual({ status: 429, retryAfter: seconds })
    expect(await usage()).toEqual([month, 2])
    // The last instant belongs to the month itself.
    await emulator.clock.to('next-month', { plus: '-1ms' })
    expect((await read()).status).toBe(429)
    await emulator.clock.advance('1ms')
    expect(await usage()).toEqual([next, 0])
    expect((await read()).status).toBe(404)
    await emulator.clock.set(at, { force: true })
    expect((await read()).status).toBe(429)
  })
})
