import type { EmulatorClient, SeedObject } from 'tristore-emulator'
import { startEmulator } from 'tristore-emulator'
import { SweepFailure } from '../../../lab/sweep/failure.js'
import type { SweepOptions, Swept } from '../../../lab/sweep/options.js'
import { readOptions } from '../../../lab/sweep/read-options.js'
import type { SweepReport } from '../../../lab/sweep/report.js'
import { sweep } from '../../../lab/sweep/sweep.js'
import { sweepReport } from '../../../lab/sweep/sweep-report.js'

export const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_shop_1', limits: { reads: 100 }, keys: [{ key: 'kv', scope: 'admin' }] }],
  stores: [{ id: 'ec_shop_1', keys: [{ key: 'ec', scope: 'admin' }] }],
  database: { keys: [{ key: 'db' }] },
} as const

export const create = (world: EmulatorClient, title: string): Promise<Response> =>
  world.fetch('/documents', {
    method: 'POST',
    headers: { 'X-API-Key': 'db', 'Content-Type': 'application/json' },
    body: JSON.stringify({ title }),
  })

export const put = (world: EmulatorClient, key: string, value: unknown, ttlSeconds = 60): Promise<Response> =>
  world.fetch(`/v1/kv/ns_shop_1/${key}`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'kv' },
    body: JSON.stringify({ value, ttlSeconds }),
  })

export const get = (world: EmulatorClient, key: string): Promise<Response> =>
  world.fetch(`/v1/kv/ns_shop_1/${key}`, { headers: { 'X-KV-Key': 'kv' } })

export const configure = (world: EmulatorClient, key: string, value: unknown): Promise<Response> =>
  world.fetch(`/v1/ec/ec_shop_1/${key}`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'ec' },
    body: JSON.stringify({ value }),
  })

/** Sends a request until the response is something other than a 429, a 5xx or a broken connection. */
export async function insist(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 4; ; tries--) {
    const response = await ask().catch(() => undefined)
    if (response !== undefined && response.status !== 429 && response.status < 500) return response
    if (tries === 0) throw new Error('no answer')
  }
}

/** Sweeps code that uses the shop. Returns the report, with or without findings. */
export async function swept(
  run: Swept,
  options: SweepOptions = { faults: true },
  seed: SeedObject = SEED,
): Promise<SweepReport> {
  await using emulator = await startEmulator({ seed })
  return await sweepReport(emulator, run, readOptions(options))
}

/** The findings of a sweep, each as its point and outcome. */
export async function findings(run: Swept, options?: SweepOptions, seed?: SeedObject): Promise<string[]> {
  return (await swept(run, options, seed)).findings.map(({ point, outcome }) => `${point}: ${outcome}`)
}

/** Creates an order, and retries without checking whether it exists. */
export const orderBlindly: Swept = (world) => insist(() => create(world, 'Order 1'))

export async function failureOf(run: Swept, options: SweepOptions = {}): Promise<SweepFailure> {
  await using emulator = await startEmulator({ seed: SEED })
  const failure = await sweep(emulator, run, { bundles: false, ...options }).catch((error: unknown) => error)
  if (failure instanceof SweepFailure) return failure
  throw new Error('there was no SweepFailure')
}
