import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { setupServer } from 'msw/node'
import { startEmulator } from 'tristore-emulator'
import { emulatorHandler } from 'tristore-emulator/msw'
import { titles } from './documents.mjs'

const emulator = await startEmulator({ seed: fileURLToPath(new URL('fixtures.yaml', import.meta.url)) })
const server = setupServer(emulatorHandler('https://api.example.com', emulator))

// For MSW 2 and MSW 3, in that order; each ignores the other's. Without it, requests could reach the network.
const strict = /** @type {const} */ ({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' })

before(() => server.listen(strict))
beforeEach(() => emulator.reset())
after(async () => {
  server.close()
  await emulator.close()
})

test('all pages are read', async () => {
  assert.deepEqual(await titles({ apiKey: 'db_demo' }), ['Intro', 'Draft 1', 'Draft 2', 'Draft 3', 'Draft 4'])
  assert.equal((await emulator.requests({ operation: 'documents.list' })).length, 3)
})

test('a broken connection is reported', async () => {
  await emulator.faults.add({ connection: 'reset' })
  await assert.rejects(titles({ apiKey: 'db_demo' }), TypeError)
})
