import { expect, it } from 'vitest'
import { startEmulator } from '../../src/emulator.js'

it('a new world has the addresses that the admin interface tells', async () => {
  await using emulator = await startEmulator()
  await using made = await emulator.world()
  const answer = await emulator.fetch('/_admin/worlds')
  const { baseUrl, dbBaseUrl, adminUrl } = made
  expect(await answer.json()).toEqual({ worlds: [{ id: 'w1', baseUrl, dbBaseUrl, adminUrl }] })
})

it('says in the words of the admin interface why there can be no further world', async () => {
  await using emulator = await startEmulator({ bounds: { worlds: 1 } })
  await using _world = await emulator.world()
  await expect(emulator.world()).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('there are 1 worlds at most'),
  })
})

it('a world that was deleted otherwise is closed without a word, and makes no further ones', async () => {
  await using emulator = await startEmulator()
  const world = await emulator.world()
  await emulator.fetch('/_admin/worlds/w1', { method: 'DELETE' })
  await expect(world.world()).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.close()).resolves.toBeUndefined()
})

it('makes and closes no world once the emulator is closed', async () => {
  const emulator = await startEmulator()
  const world = await emulator.world()
  await emulator.close()
  await expect(emulator.world()).rejects.toMatchObject({ code: 'closed' })
  await expect(world.close()).rejects.toMatchObject({ code: 'closed' })
})
