import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { EmulatorContainer } from 'tristore-emulator/testcontainers'

const image = process.env.EMULATOR_IMAGE ?? 'tristore-emulator'
const seed = fileURLToPath(new URL('fixtures.yaml', import.meta.url))

const container = await new EmulatorContainer(image)
  .withSeed(seed)
  .withClock('2026-01-31T23:59:00Z', { freeze: true })
  .start()
const world = await container.emulator.world()
// With `await using container = …` it would be stopped too, but Node 20 and 22 don't have that syntax.
after(() => container.stop())

test('the code under test reaches the world', async () => {
  const answer = await fetch(`${world.baseUrl}/documents`, { headers: { 'X-API-Key': 'db_demo' } })
  const documents = /** @type {unknown[]} */ (await answer.json())
  assert.equal(documents.length, 5)
  assert.match(answer.headers.get('Date') ?? '', /^Sat, 31 Jan 2026 23:59:00/)
})

test('the test controls it', async () => {
  await world.faults.add({ match: { operation: 'documents.*' }, status: 503 })
  const answer = await fetch(`${world.baseUrl}/documents`, { headers: { 'X-API-Key': 'db_demo' } })
  assert.equal(answer.status, 503)
})
