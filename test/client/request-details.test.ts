import { describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startInProcess, WAYS } from './emulators.js'

const KEY = { 'X-KV-Key': 'kv_admin_shop' }
const KV = '/v1/kv/ns_shop_k3v9x2'

const put = ({ fetch }: EmulatorClient, ttlSeconds: number) =>
  fetch(`${KV}/a`, { method: 'PUT', headers: KEY, body: JSON.stringify({ value: 1, ttlSeconds }) })

describe.each(WAYS)('%s, requests with their details', (_way, start) => {
  test('requests with their details come page by page, and are what each is alone', async () => {
    await using emulator = await start()
    for (let n = 0; n < 205; n++) await emulator.fetch(`${KV}/greeting`, { headers: KEY })
    const all = await emulator.requests({ details: true })
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 205 }, (_, n) => `r${205 - n}`))
    const [first] = await emulator.requests({ details: true, limit: 1 })
    expect(first).toEqual(await emulator.request('r205'))
    const some = await emulator.requests({ details: true, limit: 101, sort: 'at' })
    expect(some.map(({ id }) => id)).toEqual(Array.from({ length: 101 }, (_, n) => `r${n + 1}`))
  })

  test('requests with their details say over which connection each came', async () => {
    await using emulator = await start()
    await put(emulator, 60)
    const [{ socket, arrivedMs } = {}] = await emulator.requests({ details: true })
    expect(socket).toEqual({ id: 1, openedMs: expect.any(Number) })
    expect(socket?.openedMs).toBeLessThanOrEqual(arrivedMs ?? 0)
  })

  test('requests with their details say in which quota each counted, and by how much a TTL was raised', async () => {
    await using emulator = await start()
    await put(emulator, 10)
    await put(emulator, 60)
    await emulator.fetch(`${KV}/a`, { method: 'DELETE', headers: KEY })
    await emulator.fetch(`${KV}/a`)
    const [refused, deleted, usual, short] = await emulator.requests({ details: true })
    const counted = { namespaceId: 'ns_shop_k3v9x2', quantity: 'writes', limit: expect.any(Number) }
    expect(short).toMatchObject({ ttlRaisedBy: 50, counted })
    expect(usual).toMatchObject({ counted })
    expect(usual).not.toHaveProperty('ttlRaisedBy')
    for (const other of [deleted, refused]) expect(other).not.toHaveProperty('counted')
  })
})

test('requests one after another share a connection', async () => {
  await using emulator = await startInProcess()
  for (const ttlSeconds of [60, 60]) await put(emulator, ttlSeconds)
  const requests = await emulator.requests({ details: true })
  expect(new Set(requests.map(({ socket }) => socket?.id)).size).toBe(1)
})

test('requests side by side have connections of their own, in process too', async () => {
  await using emulator = await startInProcess()
  await emulator.faults.add({ delay: 5, times: 2 })
  await Promise.all([put(emulator, 60), put(emulator, 60)])
  const requests = await emulator.requests({ details: true })
  expect(new Set(requests.map(({ socket }) => socket?.id)).size).toBe(2)
  expect(requests.map(({ delayMs }) => delayMs)).toEqual([5, 5])
  expect(requests.filter(({ socket }) => socket?.closedMs !== undefined)).toHaveLength(1)
})
