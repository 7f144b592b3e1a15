import { createTest } from 'tristore-emulator/vitest'
import { expect } from 'vitest'

const test = createTest({ seed: 'fixtures.yaml' })

const read = ({ baseUrl }: { readonly baseUrl: string }) =>
  fetch(`${baseUrl}/v1/kv/ns_shop_k3v9x2/session:1`, { headers: { 'X-KV-Key': 'kv_admin_shop' } })

test.concurrent('a session lasts for 15 minutes', async ({ world }) => {
  await world.clock.advance('14m59s')
  expect((await read(world)).status).toBe(200)
})

test.concurrent('and then it ends, in this test alone', async ({ world }) => {
  await world.clock.advance('15m')
  expect((await read(world)).status).toBe(404)
})
