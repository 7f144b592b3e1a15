import { createTest } from 'tristore-emulator/vitest'
import { expect } from 'vitest'

const test = createTest({ seed: 'fixtures.yaml' })

test('the start page reads the session once', async ({ world }) => {
  await fetch(`${world.baseUrl}/v1/kv/ns_shop_k3v9x2/session:1`, { headers: { 'X-KV-Key': 'kv_admin_shop' } })
  const { operations, namespaces } = await world.usage()
  expect(operations).toEqual({ 'kv.get': 1 })
  expect(namespaces.ns_shop_k3v9x2?.reads).toBe(1)
})
