import { createTest } from 'tristore-emulator/vitest'
import { expect } from 'vitest'

const test = createTest({ seed: 'fixtures.yaml' })
const headers = { 'X-KV-Key': 'kv_admin_shop' }

test('the cart is being saved until the answer is there', async ({ world }) => {
  const cart = `${world.baseUrl}/v1/kv/ns_shop_k3v9x2/cart`
  const hold = await world.hold({ operation: 'kv.put' })
  const body = JSON.stringify({ value: ['book'], ttlSeconds: 60 })
  let isSaving = true
  const saving = fetch(cart, { method: 'PUT', headers, body }).then(() => {
    isSaving = false
  })
  const request = await hold.next()
  expect(isSaving).toBe(true)
  expect((await fetch(cart, { headers })).status).toBe(404) // it has no effect yet
  await request.release()
  await saving
  expect(isSaving).toBe(false)
  expect((await fetch(cart, { headers })).status).toBe(200)
})
