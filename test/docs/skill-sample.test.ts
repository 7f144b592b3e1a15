import { expect } from 'vitest'
import { createTest } from '../../src/integrations/vitest.js'

const test = createTest({ seed: 'fixtures/demo.yaml' })

test('a session ends after 15 minutes, and a lost write is sent again', async ({ world }) => {
  const session = `${world.baseUrl}/v1/kv/ns_shop_k3v9x2/session`
  const headers = { 'X-KV-Key': 'kv_admin_shop' }
  const put = () => fetch(session, { method: 'PUT', headers, body: '{"value": 1, "ttlSeconds": 900}' })

  await world.faults.add({ match: { operation: 'kv.put' }, status: 503, times: 1 })
  expect((await put()).status).toBe(503)
  expect((await put()).status).toBe(200)

  await world.clock.advance('15m')
  expect((await fetch(session, { headers })).status).toBe(404)
  const [last] = await world.requests({ limit: 1 })
  expect(last?.absence).toMatch(/^expired at /)
  expect((await world.usage()).operations).toEqual({ 'kv.put': 1, 'kv.get': 1 })
})
