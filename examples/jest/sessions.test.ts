import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type EmulatorClient, startEmulator, tellFailure } from 'tristore-emulator'
import { Sessions } from './sessions'

declare const hasFailed: boolean

let emulator: EmulatorClient
let world: EmulatorClient
let sessions: Sessions

beforeAll(async () => {
  emulator = await startEmulator({ seed: join(__dirname, 'fixtures.yaml') })
})

afterAll(() => emulator.close())

// Each test has its own world: data, clock and faults.
beforeEach(async () => {
  world = await emulator.world()
  sessions = new Sessions({
    ...world,
    // Retries wait in the world's time.
    pause: (ms) => world.clock.advance(`${Math.round(ms)}ms`),
  })
})

// If the test has failed, print its requests and save its run. environment.cjs sets hasFailed.
afterEach(async () => {
  if (hasFailed) await tellFailure(world, expect.getState().currentTestName ?? '')
  await world.close()
})

test('a session ends after 15 minutes', async () => {
  await world.clock.freeze()
  await sessions.begin('bob')
  await world.clock.advance('14m59s')
  expect(await sessions.isActive('bob')).toBe(true)
  await world.clock.advance('1s')
  expect(await sessions.isActive('bob')).toBe(false)
})

test("the seed's session ends at the next expiry", async () => {
  expect(await sessions.isActive('1')).toBe(true)
  await world.clock.to('next-expiry')
  expect(await sessions.isActive('1')).toBe(false)
})

test('a passing failure goes unnoticed', async () => {
  await world.faults.add({ match: { operation: 'kv.put' }, status: 503, times: 1 })
  await sessions.begin('bob')
  const statuses = (await world.requests({ operation: 'kv.put' })).map(({ status }) => status)
  expect(statuses).toEqual([200, 503]) // newest first
})

test('a lasting failure is reported', async () => {
  await world.faults.add({ match: { operation: 'kv.put' }, status: 503 })
  await expect(sessions.begin('bob')).rejects.toThrow('503')
  expect(await world.requests({ operation: 'kv.put' })).toHaveLength(3)
})
