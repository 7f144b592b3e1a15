import { describe, expect, test } from 'vitest'
import type { EmulatorClient, Usage } from '../../src/index.js'
import { startInProcess, WAYS } from './emulators.js'

const NAMESPACE = 'ns_shop_k3v9x2'
const KEY = { 'X-KV-Key': 'kv_admin_shop' }
const NOTHING: Usage = { operations: {}, namespaces: {} }

function kv(world: EmulatorClient, method: string, key: string, body?: object): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  return world.fetch(`/v1/kv/${NAMESPACE}/${key}`, { method, headers: KEY, ...sent })
}

const put = (world: EmulatorClient, key: string) => kv(world, 'PUT', key, { value: 'abc', ttlSeconds: 60 })
const get = (world: EmulatorClient, key: string) => kv(world, 'GET', key)
const documents = (world: EmulatorClient, key = 'db_dev') =>
  world.fetch('/documents', { headers: { 'X-API-Key': key } })

describe.each(WAYS)('%s', (_, start) => {
  test('usage returns what was counted, by operation and by namespace', async () => {
    await using emulator = await start()
    await put(emulator, 'a')
    await get(emulator, 'a')
    await get(emulator, 'none')
    await kv(emulator, 'DELETE', 'a')
    await documents(emulator)
    await emulator.fetch('/v1/ec/ec_web_89daefd4/banner', { headers: { 'X-KV-Key': 'kv_admin_web' } })
    expect(await emulator.usage()).toEqual({
      operations: { 'kv.put': 1, 'kv.get': 2, 'kv.delete': 1, 'config.get': 1, 'documents.list': 1 },
      namespaces: {
        [NAMESPACE]: {
          reads: 2,
          writes: 1,
          lists: 0,
          deletes: 1,
          storageBytes: expect.any(Number),
          share: { reads: expect.any(Number), writes: expect.any(Number), storageBytes: expect.any(Number) },
        },
      },
    })
  })
})

describe('the usage does not count', () => {
  test('a request that a fault kept from the service, unlike one that only lost its response', async () => {
    await using emulator = await startInProcess()
    await emulator.faults.add({ status: 503, times: 1 })
    await get(emulator, 'greeting')
    expect(await emulator.usage()).toEqual(NOTHING)
    await emulator.faults.add({ status: 503, times: 1, effect: 'after' })
    await get(emulator, 'greeting')
    expect((await emulator.usage()).operations).toEqual({ 'kv.get': 1 })
  })

  test('the counters of a seed, and admin calls', async () => {
    await using emulator = await startInProcess({
      seed: {
        namespaces: [
          { id: NAMESPACE, usage: { reads: 998 }, keys: [{ key: 'kv_admin_shop', scope: 'admin' }] },
        ],
      },
    })
    await emulator.state.merge({
      namespaces: [{ id: NAMESPACE, entries: [{ key: 'a', value: 1, ttlSeconds: 60 }] }],
    })
    expect(await emulator.usage()).toEqual(NOTHING)
    await get(emulator, 'a')
    expect((await emulator.usage()).namespaces[NAMESPACE]?.reads).toBe(1)
  })
})

test('the count begins again with a reset, unless the reset keeps the requests', async () => {
  await using emulator = await startInProcess()
  await get(emulator, 'greeting')
  await emulator.reset({ keep: ['requests'] })
  expect((await emulator.usage()).operations).toEqual({ 'kv.get': 1 })
  await emulator.reset()
  expect(await emulator.usage()).toEqual(NOTHING)
})

test('the count goes on after moves of the clock, restores and replaced states', async () => {
  await using emulator = await startInProcess()
  const before = await emulator.snapshots.take()
  await get(emulator, 'greeting')
  await emulator.clock.advance('P1M')
  await get(emulator, 'greeting')
  await emulator.snapshots.restore(before)
  await emulator.state.replace(await emulator.state.get())
  await get(emulator, 'greeting')
  expect((await emulator.usage()).operations).toEqual({ 'kv.get': 3 })
})

test('the count is separate for each world, whatever it was made from', async () => {
  await using emulator = await startInProcess()
  await get(emulator, 'greeting')
  await using world = await emulator.world({ from: 'current' })
  await put(world, 'a')
  expect((await world.usage()).operations).toEqual({ 'kv.put': 1 })
  expect((await emulator.usage()).operations).toEqual({ 'kv.get': 1 })
})

test('the usage is exact even if the journal keeps fewer requests', async () => {
  await using emulator = await startInProcess({ bounds: { requests: 3 } })
  for (let index = 0; index < 200; index++) await get(emulator, 'greeting')
  expect(await emulator.requests()).toHaveLength(3)
  expect((await emulator.usage()).operations).toEqual({ 'kv.get': 200 })
})
