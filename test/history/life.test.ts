import { expect, test } from 'vitest'
import { startEmulator } from '../../src/start-emulator.js'
import { drawnSteps } from '../simulation/check.js'
import { Simulation } from '../simulation/simulation.js'
import { extent } from '../support/extent.js'

const NS = 'ns_shop_k3v9x2'
const EC = 'ec_web_89daefd4'
const KEY = { 'X-KV-Key': 'kv_admin_a' }
const SEED = {
  clock: { now: '2026-01-31T23:59:00Z', freeze: true },
  namespaces: [
    {
      id: NS,
      keys: [{ key: 'kv_admin_a', scope: 'admin' as const }],
      entries: [{ key: 'seeded', value: 1, ttlSeconds: 60 }],
    },
  ],
  stores: [{ id: EC, keys: [{ key: 'kv_admin_b', scope: 'admin' as const }] }],
  database: { keys: [{ key: 'db' }] },
}
const AT = Date.parse(SEED.clock.now)

test('the life of an entry shows who wrote, read, missed and deleted it', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const target = `/v1/kv/${NS}/a%2Fb`
  await emulator.fetch(target, { headers: KEY })
  const put = { method: 'PUT', headers: KEY, body: '{"value": 1, "ttlSeconds": 60}' }
  await emulator.fetch(target, put)
  await emulator.fetch(target, { headers: KEY })
  await emulator.fetch(`/v1/kv/${NS}/other`, { headers: KEY })
  await emulator.fetch(target, { method: 'DELETE', headers: KEY })
  const credential = 'kv_admin_a'
  expect(await emulator.namespaces.entries.history(NS, 'a/b')).toMatchObject([
    { kind: 'missed', at: AT, by: 'r1', credential },
    { kind: 'written', at: AT, by: 'r2', credential, value: { value: 1, ttlSeconds: 60 } },
    { kind: 'read', at: AT, by: 'r3', credential },
    { kind: 'deleted', at: AT, by: 'r5', credential },
  ])
})

test('the life of an entry shows when it expired and when it will, and what admin calls did', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  expect(await emulator.namespaces.entries.history(NS, 'seeded')).toMatchObject([
    { kind: 'written', at: AT, by: 'start' },
    { kind: 'expires', at: AT + 60_000, by: 'expiry' },
  ])
  await emulator.clock.advance('2m')
  await emulator.state.merge({
    namespaces: [{ id: NS, entries: [{ key: 'seeded', value: 2, ttlSeconds: 90 }] }],
  })
  expect(await emulator.namespaces.entries.history(NS, 'seeded')).toMatchObject([
    { kind: 'written', by: 'start' },
    { kind: 'expired', at: AT + 60_000, by: 'expiry' },
    { kind: 'written', at: AT + 120_000, by: 'a2', value: { value: 2 } },
    { kind: 'expires', at: AT + 210_000 },
  ])
})

test('the life of an entry is narrowed to a kind and to the last events, and shown as lines', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const db = { 'X-API-Key': 'db' }
  await emulator.fetch('/documents/1', { headers: db })
  await emulator.fetch('/documents', { method: 'POST', headers: db, body: '{"title": "One"}' })
  await emulator.fetch('/documents/1', { headers: db })
  await emulator.fetch('/documents/1', { headers: db })
  const by = async (wanted: Parameters<typeof emulator.documents.history>[1]) =>
    (await emulator.documents.history(1, wanted)).map((event) => event.by)
  expect(await by({ kind: 'read' })).toEqual(['r3', 'r4'])
  expect(await by({ limit: 1 })).toEqual(['r4'])
  expect(await by({ kind: 'missed', limit: 5 })).toEqual(['r1'])
  const response = await fetch(`${emulator.adminUrl}/documents/1/history?format=text&limit=3`)
  expect(await response.text()).toMatch(
    /^\S+Z {2}written {2}{.*"title":"One".*} {2}\(r2, db\)\n\S+Z {2}read {2}\(r3, db\)\n\S+Z {2}read {2}\(r4, db\)\n$/,
  )
})

test('the life of an entry exists for configs and records as well', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const headers = { 'X-KV-Key': 'kv_admin_b' }
  await emulator.fetch(`/v1/ec/${EC}/on`, { method: 'PUT', headers, body: '{"value": true}' })
  await emulator.fetch(`/v1/ec/${EC}/on`, { headers })
  expect((await emulator.stores.entries.history(EC, 'on')).map(({ kind }) => kind)).toEqual([
    'written',
    'read',
  ])
  const db = { 'X-API-Key': 'db' }
  await emulator.fetch('/documents/1', { headers: db })
  await emulator.fetch('/documents', { method: 'POST', headers: db, body: '{"title": "One"}' })
  await emulator.fetch('/documents/1', { headers: db })
  expect((await emulator.documents.history(1)).map(({ kind, by }) => [kind, by])).toEqual([
    ['missed', 'r3'],
    ['written', 'r4'],
    ['read', 'r5'],
  ])
})

test('the lives in random histories agree with the journal', async () => {
  let told = 0
  for (const seed of [7, 8, 9].slice(0, extent(1, 3))) {
    const simulation = await Simulation.start()
    try {
      for (const step of drawnSteps(seed, 150)) await simulation.do(step)
      for (const { client } of simulation.worlds) {
        const { commands } = await client.history()
        const ids = new Set(commands.map(({ id }) => id))
        const records = await client.requests({ operation: 'kv.get', limit: 1000 })
        for (const { id, path, outcome } of records) {
          const [, , , namespace = '', key = ''] = path.split('/')
          if (!ids.has(id) || !['ok', 'entry_missing'].includes(outcome)) continue
          const name = decodeURIComponent(key)
          const events = await client.namespaces.entries.history(decodeURIComponent(namespace), name)
          const kind = outcome === 'ok' ? 'read' : 'missed'
          expect(
            events.find(({ by }) => by === id),
            `seed ${seed}, ${id}`,
          ).toMatchObject({ kind })
          told++
        }
      }
    } finally {
      await simulation.close()
    }
  }
  expect(told).toBeGreaterThan(5)
})
