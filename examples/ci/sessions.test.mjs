import assert from 'node:assert/strict'
import { test } from 'node:test'

/** Replace this with your own tests, in any language. The workflow sets the addresses. */
const { KV_BASE_URL } = process.env

const readSession = () =>
  fetch(`${KV_BASE_URL}/v1/kv/ns_demo_starter/session:1`, { headers: { 'X-KV-Key': 'kv_admin_demo' } })

test("the seed's session ends after 15 minutes", async () => {
  assert.equal((await readSession()).status, 200)
  const moved = await fetch(`${KV_BASE_URL}/_admin/clock`, { method: 'POST', body: '{"advance":"15m"}' })
  assert.equal(moved.status, 200)
  assert.equal((await readSession()).status, 404)
})
