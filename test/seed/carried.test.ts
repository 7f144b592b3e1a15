import { expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../src/index.js'

/** Snapshots, forks and exports keep the reasons for missing entries, and every x-next sent before. */

const NS = 'ns_shop_k3v9x2'
const seed = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: NS, keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }] }],
  database: { keys: [{ key: 'db' }], documents: [{ title: 'one' }, { title: 'two' }] },
}
const headers = { 'X-KV-Key': 'kv_admin_shop', 'X-API-Key': 'db' }

const entryOf = async (emulator: EmulatorClient, key: string) => {
  await emulator.fetch(`/v1/kv/${NS}/${key}`, { headers })
  const [last] = await emulator.requests({ limit: 1 })
  return (await emulator.request(last?.id ?? '')).explain.entry
}

/** Leaves one key expired and another one deleted, and returns an x-next. */
async function lived(emulator: EmulatorClient): Promise<string> {
  for (const key of ['old', 'cut']) {
    const body = '{"value":1,"ttlSeconds":60}'
    await emulator.fetch(`/v1/kv/${NS}/${key}`, { method: 'PUT', headers, body })
  }
  await emulator.fetch(`/v1/kv/${NS}/cut`, { method: 'DELETE', headers })
  await emulator.clock.advance('60s')
  await emulator.fetch(`/v1/kv/${NS}/old`, { headers })
  const page = await emulator.fetch('/documents?limit=1', { headers })
  return new URL(page.headers.get('x-next') ?? '').searchParams.get('next') ?? ''
}

const EXPIRED = 'expired at 2026-01-15T12:01:00.000Z'

const entriesOf = async (emulator: EmulatorClient) => [
  await entryOf(emulator, 'old'),
  await entryOf(emulator, 'cut'),
  await entryOf(emulator, 'never'),
]

const pageOf = async (emulator: EmulatorClient, next: string) =>
  (await emulator.fetch(`/documents?next=${next}`, { headers })).status

const ELSEWHERE = [EXPIRED, 'deleted by a request in another journal', 'never existed']

test('a snapshot keeps cursors and the reasons for missing entries', async () => {
  await using emulator = await startEmulator({ seed })
  const next = await lived(emulator)
  await emulator.snapshots.take('s')
  await emulator.reset({ keep: ['requests'] })
  expect(await entryOf(emulator, 'old')).toBe('never existed')
  await emulator.snapshots.restore('s')
  expect(await entriesOf(emulator)).toEqual([EXPIRED, 'deleted by request r3', 'never existed'])
  expect(await pageOf(emulator, next)).toBe(200)
})

test('a snapshot and an undone reset name no request of a journal that began again', async () => {
  await using emulator = await startEmulator({ seed })
  await lived(emulator)
  await emulator.snapshots.take('s')
  expect(await entryOf(emulator, 'cut')).toBe('deleted by request r3')
  await emulator.reset()
  await emulator.snapshots.restore('s')
  expect(await entriesOf(emulator)).toEqual(ELSEWHERE)
  await emulator.reset()
  expect(await entryOf(emulator, 'cut')).toBe('never existed')
  await fetch(`${emulator.baseUrl}/_admin/undo`, { method: 'POST' })
  expect(await entriesOf(emulator)).toEqual(ELSEWHERE)
})

test('an undo still names the request of its journal', async () => {
  await using emulator = await startEmulator({ seed })
  await lived(emulator)
  await emulator.undo({ to: 'after:r3' })
  expect(await entryOf(emulator, 'cut')).toBe('deleted by request r3')
})

test('a fork keeps them, and the two worlds are separate afterwards', async () => {
  await using emulator = await startEmulator({ seed })
  const next = await lived(emulator)
  await using world = await emulator.world({ from: 'current' })
  expect(await entriesOf(world)).toEqual(ELSEWHERE)
  expect(await pageOf(world, next)).toBe(200)
  const own = await world.fetch('/documents?limit=1', { headers })
  expect(await pageOf(emulator, own.headers.get('x-next') ?? '')).toBe(400)
  const body = '{"value":1,"ttlSeconds":60}'
  await world.fetch(`/v1/kv/${NS}/later`, { method: 'PUT', headers, body })
  await world.fetch(`/v1/kv/${NS}/later`, { method: 'DELETE', headers })
  expect(await entryOf(emulator, 'later')).toBe('never existed')
  await world.reset()
  expect([await entryOf(world, 'old'), await pageOf(world, next)]).toEqual([EXPIRED, 200])
})

test('an export keeps them, for the same emulator and for another', async () => {
  await using emulator = await startEmulator({ seed })
  const next = await lived(emulator)
  const state = await emulator.state.get()
  await emulator.state.replace(state)
  expect([await entriesOf(emulator), await pageOf(emulator, next)]).toEqual([ELSEWHERE, 200])
  await using other = await startEmulator({ seed: state, randomSeed: 9 })
  expect([await entriesOf(other), await pageOf(other, next)]).toEqual([ELSEWHERE, 200])
})

test('a state without a past has no record of missing entries', async () => {
  await using emulator = await startEmulator({ seed })
  await lived(emulator)
  await emulator.state.replace(seed)
  expect(await entryOf(emulator, 'old')).toMatch(/^no record \(/)
})
