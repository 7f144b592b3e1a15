import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startEmulator } from 'tristore-emulator'
import { Sessions } from './sessions.mjs'

const emulator = await startEmulator({ seed: fileURLToPath(new URL('fixtures.yaml', import.meta.url)) })
// With `await using emulator = …` it would be closed too; Node 20 and 22 cannot read that as it stands.
after(() => emulator.close())

const sessions = new Sessions({
  ...emulator,
  // Retries wait in the emulator's time.
  pause: (ms) => emulator.clock.advance(`${Math.round(ms)}ms`),
})

// The tests run one after the other, so each starts with the seed; its clock, too, is set back.
beforeEach(() => emulator.reset())

test('a session ends after 15 minutes', async () => {
  await emulator.clock.freeze()
  await sessions.begin('bob')
  await emulator.clock.advance('14m59s')
  assert.equal(await sessions.isActive('bob'), true)
  await emulator.clock.advance('1s')
  assert.equal(await sessions.isActive('bob'), false)
})

test('the session of the seed ends at the next expiry', async () => {
  assert.equal(await sessions.isActive('anna'), true)
  await emulator.clock.to('next-expiry')
  assert.equal(await sessions.isActive('anna'), false)
})

test('a failure that passes is not noticed', async () => {
  await emulator.faults.add({ match: { operation: 'kv.put' }, status: 503, times: 1 })
  await sessions.begin('bob')
  const statuses = (await emulator.requests({ operation: 'kv.put' })).map(({ status }) => status)
  assert.deepEqual(statuses, [200, 503]) // newest first
})

test('a failure that stays is', async () => {
  await emulator.faults.add({ match: { operation: 'kv.put' }, status: 503 })
  await assert.rejects(sessions.begin('bob'), /503/)
  assert.equal((await emulator.requests({ operation: 'kv.put' })).length, 3)
})
