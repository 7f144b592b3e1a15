import { createTest } from 'tristore-emulator/vitest'
import { expect } from 'vitest'
import { Sessions } from './sessions.js'

/** Each test has its own world (data, clock and faults), so all of them can run in parallel. */
const emulatorTest = createTest({ seed: `${import.meta.dirname}/fixtures.yaml` })
const test = emulatorTest.extend(
  'sessions',
  // Retries wait in the world's time.
  ({ world }) => new Sessions({ ...world, pause: (ms) => world.clock.advance(`${Math.round(ms)}ms`) }),
)

test.concurrent('a session ends after 15 minutes', async ({ world, sessions }) => {
  await world.clock.freeze()
  await sessions.begin('bob')
  await world.clock.advance('14m59s')
  expect(await sessions.isActive('bob')).toBe(true)
  await world.clock.advance('1s')
  expect(await sessions.isActive('bob')).toBe(false)
})

test.concurrent("the seed's session ends at the next expiry", async ({ world, sessions }) => {
  expect(await sessions.isActive('1')).toBe(true)
  await world.clock.to('next-expiry')
  expect(await sessions.isActive('1')).toBe(false)
})

test.concurrent('a passing failure goes unnoticed', async ({ world, sessions }) => {
  await world.faults.add({ match: { operation: 'kv.put' }, status: 503, times: 1 })
  await sessions.begin('bob')
  const statuses = (await world.requests({ operation: 'kv.put' })).map(({ status }) => status)
  expect(statuses).toEqual([200, 503]) // newest first
})

test.concurrent('a lasting failure is reported', async ({ world, sessions }) => {
  await world.faults.add({ match: { operation: 'kv.put' }, status: 503 })
  await expect(sessions.begin('bob')).rejects.toThrow('503')
  expect(await world.requests({ operation: 'kv.put' })).toHaveLength(3)
})

emulatorTest.sweep('a session survives whatever its requests meet', async (world) => {
  const sessions = new Sessions({ ...world, pause: (ms) => world.clock.advance(`${Math.round(ms)}ms`) })
  await sessions.begin('bob')
  if (!(await sessions.isActive('bob'))) throw new Error('bob has no session')
})
