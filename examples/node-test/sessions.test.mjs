import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startEmulator, tellFailure } from 'tristore-emulator'
import { Sessions } from './sessions.mjs'

/** @typedef {import('node:test').TestContext & { passed?: boolean }} TestContext the types of Node 20 lack it */

const emulator = await startEmulator({ seed: fileURLToPath(new URL('fixtures.yaml', import.meta.url)) })
// With `await using emulator = …` it would be closed too, but Node 20 and 22 don't have that syntax.
after(() => emulator.close())

/**
 * Creates a test's world: data, clock and faults. If the test fails, its requests are printed and its run is saved.
 *
 * @param {TestContext} t
 */
async function worldFor(t) {
  const world = await emulator.world()
  t.after(async () => {
    if (!t.passed) await tellFailure(world, t.fullName)
    await world.close()
  })
  // Retries wait in the world's time.
  const sessions = new Sessions({
    ...world,
    pause: (ms) => world.clock.advance(`${Math.round(ms)}ms`),
  })
  return { world, sessions }
}

test('a session ends after 15 minutes', async (t) => {
  const { world, sessions } = await worldFor(t)
  await world.clock.freeze()
  await sessions.begin('bob')
  await world.clock.advance('14m59s')
  assert.equal(await sessions.isActive('bob'), true)
  await world.clock.advance('1s')
  assert.equal(await sessions.isActive('bob'), false)
})

test("the seed's session ends at the next expiry", async (t) => {
  const { world, sessions } = await worldFor(t)
  assert.equal(await sessions.isActive('1'), true)
  await world.clock.to('next-expiry')
  assert.equal(await sessions.isActive('1'), false)
})

test('a passing failure goes unnoticed', async (t) => {
  const { world, sessions } = await worldFor(t)
  await world.faults.add({ match: { operation: 'kv.put' }, status: 503, times: 1 })
  await sessions.begin('bob')
  const statuses = (await world.requests({ operation: 'kv.put' })).map(({ status }) => status)
  assert.deepEqual(statuses, [200, 503]) // newest first
})

test('a lasting failure is reported', async (t) => {
  const { world, sessions } = await worldFor(t)
  await world.faults.add({ match: { operation: 'kv.put' }, status: 503 })
  await assert.rejects(sessions.begin('bob'), /503/)
  assert.equal((await world.requests({ operation: 'kv.put' })).length, 3)
})
