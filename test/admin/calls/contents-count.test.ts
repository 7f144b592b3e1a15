import { expect, test } from 'vitest'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

test('an admin call that lets go of something counts before it answers: the next write has room', async () => {
  const service = await Service.start({ namespaces: [{ id: 'ns_a', keys: [{ key: 'k', scope: 'admin' }] }] })
  const calls = new AdminCalls(service)
  const { contents, bytesMax } = service.world.memory
  // Takes long to count, and goes with a snapshot.
  contents.hold((): number => {
    for (let slice = 0; slice < 100; slice++) {}
    return service.world.snapshots.list().length === 0 ? 0 : bytesMax * (3 / 4) - 300_000
  })
  await calls.send('POST /snapshots')
  contents.takeAll(() => 0)
  const headers = { 'X-KV-Key': 'k' }
  const body = JSON.stringify({ value: 'v'.repeat(500_000), ttlSeconds: 60 })
  const put = () => service.send('PUT /v1/kv/ns_a/a', { headers, body })
  expect((await put()).status).toBe(503)
  await calls.send('DELETE /snapshots/s1')
  expect((await put()).status).toBe(200)
})
