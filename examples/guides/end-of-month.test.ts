import { createTest } from 'tristore-emulator/vitest'
import { expect } from 'vitest'

const test = createTest({ seed: 'fixtures.yaml' })

test('a quota that is used up comes back with the new month', async ({ world }) => {
  await world.namespaces.update('ns_shop_k3v9x2', { limits: { reads: 1 } })
  const read = () =>
    fetch(`${world.baseUrl}/v1/kv/ns_shop_k3v9x2/session:1`, { headers: { 'X-KV-Key': 'kv_admin_shop' } })
  expect((await read()).status).toBe(200)
  expect((await read()).status).toBe(429)
  await world.clock.to('next-month', { plus: '-1ms' })
  expect((await read()).status).toBe(429) // the last millisecond of January
  await world.clock.advance('1ms')
  expect((await read()).status).not.toBe(429)
})
