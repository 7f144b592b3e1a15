import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startEmulator } from 'tristore-emulator'
import queue from './queue.mjs'

const emulator = await startEmulator({ seed: 'fixtures.yaml', services: [queue] })
after(() => emulator.close())

/** @param {{ fetch: typeof fetch }} world @param {string} line @param {string} [body] */
async function ask(world, line, body) {
  const [method = '', path = ''] = line.split(' ')
  const answer = await world.fetch(path, { method, ...(body !== undefined && { body }) })
  const text = await answer.text()
  return { status: answer.status, ...(text !== '' && JSON.parse(text)) }
}

test('a message that is taken but not deleted comes back after 30 seconds', async () => {
  const world = await emulator.world()
  const { id } = await ask(world, 'POST /queue', 'Order 17')
  assert.deepEqual(await ask(world, 'POST /queue/take'), { status: 200, id, body: 'Order 17' })
  assert.equal((await ask(world, 'POST /queue/take')).status, 204)
  await world.clock.advance('30s')
  assert.equal((await ask(world, 'POST /queue/take')).id, id)
  assert.equal((await ask(world, `DELETE /queue/${id}`)).status, 204)
  await world.close()
})

test('a message that nobody deletes is dead after three takes', async () => {
  const world = await emulator.world()
  const { id } = await ask(world, 'POST /queue', 'Order 17')
  for (let take = 1; take <= 3; take++) {
    assert.equal((await ask(world, 'POST /queue/take')).id, id)
    await world.clock.to('next-expiry')
  }
  const state = await fetch(`${world.adminUrl}/services/queue/state`)
  const { dead } = /** @type {{ dead: object }} */ (await state.json())
  assert.deepEqual(Object.keys(dead), [id])
  await world.close()
})

test('a worker whose delete fails gets the message again', async () => {
  const world = await emulator.world()
  const { id } = await ask(world, 'POST /queue', 'Order 17')
  await world.faults.add({ match: { operation: 'queue.remove' }, status: 503, times: 1 })
  await ask(world, 'POST /queue/take')
  assert.equal((await ask(world, `DELETE /queue/${id}`)).status, 503)
  await world.clock.advance('30s')
  assert.equal((await ask(world, 'POST /queue/take')).id, id)
  await world.close()
})
