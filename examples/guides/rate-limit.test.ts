import { conduct } from 'tristore-emulator/lab'
import { createTest } from 'tristore-emulator/vitest'
import { expect } from 'vitest'

const test = createTest({ seed: 'fixtures.yaml' })

test('a 429 is waited out', async ({ world }) => {
  await world.faults.add({ match: { operation: 'kv.get' }, status: 429, retryAfter: '2s', times: 1 })
  const read = () =>
    fetch(`${world.baseUrl}/v1/kv/ns_shop_k3v9x2/session:1`, { headers: { 'X-KV-Key': 'kv_admin_shop' } })
  let response = await read()
  if (response.status === 429) {
    // The time of the test passes at once. Real code waits by a timer.
    await world.clock.advance(`${response.headers.get('retry-after')}s`)
    response = await read()
  }
  expect(response.status).toBe(200)
  const { duties } = await conduct(world)
  expect(duties.find(({ id }) => id === 'retry-after')?.verdict).toBe('kept')
})
