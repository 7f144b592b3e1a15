import { Agent, fetch, RetryAgent } from 'undici'
import { describe, expect, it } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { inProcessClient } from '../../src/in-process/client.js'
import type { DutyReport } from '../../src/journal/conduct/conduct.js'
import { launch } from '../../src/server/launch.js'
import { SEED, startInProcess, WAYS } from './emulators.js'

/**
 * Clients as applications use them, over a socket. Those that wait do so in real time, and their pauses are only ever too
 * long; for those that do not wait no time passes.
 */

const DOCUMENTS = { headers: { 'X-API-Key': 'db_dev' } }

async function withoutTime(): Promise<EmulatorClient> {
  const { plane, home, close, ...addresses } = await launch({ seed: SEED }, { monotonic: () => 0 })
  return inProcessClient({ plane, home, addresses, requireWorld: false, close })
}

/** @param pauses in ms */
function retryingWith(pauses: { minTimeout: number; maxTimeout: number }, maxRetries: number): RetryAgent {
  return new RetryAgent(new Agent(), { ...pauses, maxRetries, timeoutFactor: 2 })
}

async function getDocument({ dbBaseUrl }: EmulatorClient, dispatcher: RetryAgent): Promise<number> {
  const response = await fetch(`${dbBaseUrl}/documents/1`, { ...DOCUMENTS, dispatcher })
  await response.text()
  await dispatcher.close()
  return response.status
}

async function verdicts(emulator: EmulatorClient): Promise<Record<string, DutyReport['verdict']>> {
  const { duties } = await emulator.conduct()
  return Object.fromEntries(duties.map(({ id, verdict }) => [id, verdict]))
}

describe("undici's RetryAgent", () => {
  it('honours Retry-After', async () => {
    await using emulator = await startInProcess()
    await emulator.faults.add({ status: 429, retryAfter: 1, times: 1 })
    expect(await getDocument(emulator, retryingWith({ minTimeout: 1, maxTimeout: 5000 }, 1))).toBe(200)
    expect(await verdicts(emulator)).toMatchObject({ 'retry-pause': 'kept', 'retry-after': 'kept' })
  })

  it('breaks both, and hardly backs off, where it is set up to wait too little', async () => {
    await using emulator = await withoutTime()
    await emulator.faults.add([
      { status: 429, retryAfter: 3600, times: 1 },
      { status: 503, times: 5 },
    ])
    expect(await getDocument(emulator, retryingWith({ minTimeout: 1, maxTimeout: 1 }, 6))).toBe(200)
    expect(await verdicts(emulator)).toMatchObject({
      'retry-pause': 'broken',
      'retry-after': 'broken',
      backoff: 'broken',
    })
  })
})

it.each(WAYS)('%s: conduct() gives the judgement', async (_name, start) => {
  await using emulator = await start()
  await emulator.fetch('/v1/kv/ns_shop_k3v9x2/greeting', { headers: { 'X-KV-Key': 'kv_admin_shop' } })
  const { duties, quotas, judged, dropped } = await emulator.conduct()
  expect(duties.find(({ id }) => id === 'credential')).toMatchObject({ verdict: 'broken', requests: ['r1'] })
  expect(quotas).toMatchObject([{ namespaceId: 'ns_shop_k3v9x2', quantity: 'reads', used: 1 }])
  expect([judged, dropped]).toEqual([1, 0])
})
