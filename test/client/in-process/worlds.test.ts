import { expect, test } from 'vitest'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { startEmulator } from '../../../src/start-emulator.js'

test('a new world has the addresses that the admin interface lists', async () => {
  await using emulator = await startEmulator()
  await using made = await emulator.world()
  const answer = await emulator.fetch('/_admin/worlds')
  const { id, baseUrl, dbBaseUrl, adminUrl, traceparent } = made
  expect(id).toBe('w1')
  expect(await answer.json()).toMatchObject({
    worlds: [{ id, baseUrl, dbBaseUrl, adminUrl, traceparent }],
  })
})

test('a refused world has the message of the admin interface', async () => {
  await using emulator = await startEmulator({ bounds: { worlds: 1 } })
  await using _world = await emulator.world()
  await expect(emulator.world()).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('there can be at most 1 worlds'),
  })
})

test('a world that was deleted otherwise closes without an error, and makes no further worlds', async () => {
  await using emulator = await startEmulator()
  const world = await emulator.world()
  await emulator.fetch('/_admin/worlds/w1', { method: 'DELETE' })
  await expect(world.world()).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.close()).resolves.toBeUndefined()
})

test('no world can be made or closed once the emulator is closed', async () => {
  const emulator = await startEmulator()
  const world = await emulator.world()
  await emulator.close()
  await expect(emulator.world()).rejects.toMatchObject({ code: 'closed' })
  await expect(world.close()).rejects.toMatchObject({ code: 'closed' })
})

test('a world can vary its answers by its own number, as do the worlds that are made from it', async () => {
  const seed = {
    stores: [{ id: 'ec_a_1', keys: [{ key: 'k', scope: 'admin' }], entries: ENTRIES }],
  }
  await using emulator = await startEmulator({ seed })
  const keysIn = async (world: EmulatorClient): Promise<string> => {
    const response = await world.fetch('/v1/ec/ec_a_1', { headers: { 'X-KV-Key': 'k' } })
    const { configs } = (await response.json()) as { configs: { key: string }[] }
    return configs.map(({ key }) => key).join('')
  }
  const varied = await emulator.world({ grease: 7 })
  const order = await keysIn(varied)
  expect(order).not.toBe('abcdefgh')
  expect(await keysIn(await emulator.world())).toBe('abcdefgh')
  expect(await keysIn(await emulator.world({ grease: 7 }))).toBe(order)
  const [last] = await varied.requests({ limit: 1 })
  expect((await varied.request(last?.id ?? '')).explain.grease).toMatchObject({ number: 7 })
  expect(await keysIn(await varied.world({ from: 'current' }))).toBe(order)
  await expect(emulator.world({ grease: 0 })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('grease: expected an integer of at least 1'),
  })
})

const ENTRIES = [...'abcdefgh'].map((key) => ({ key, value: key }))
