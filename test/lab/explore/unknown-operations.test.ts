import { expect, test } from 'vitest'
import { explore } from '../../../lab/index.js'
import { startInProcess } from '../emulators.js'
import { IDLE_MS } from './toys.js'

/**
 * Nobody knows the effect of a request outside of the contract, so it is tried before and after everything that it may
 * change.
 */

const KV = '/v1/kv/ns_shop_k3v9x2'

test.each([
  ['changes its service', `PATCH ${KV}/other`, `GET ${KV}/greeting`, 2],
  ['changes the counters of its service', `PATCH ${KV}/other`, 'GET /v1/usage/ns_shop_k3v9x2', 2],
  ['changes nothing of another service', `PATCH ${KV}/other`, 'GET /documents', 1],
  ['changes its service, whatever else does', 'PUT /documents/1', 'DELETE /documents/1', 2],
  ['changes everything if its path names no service', 'GET /nowhere', 'GET /documents', 2],
])('a request for an unknown operation %s', async (_what, unknown, other, orders) => {
  await using emulator = await startInProcess()
  const ask = ({ fetch }: typeof emulator, line: string) => {
    const [method = '', path = ''] = line.split(' ')
    return fetch(path, { method, headers: { 'X-KV-Key': 'kv_admin_shop', 'X-API-Key': 'db_dev' } })
  }
  const report = await explore(emulator, (world) => Promise.all([ask(world, unknown), ask(world, other)]), {
    parties: 2,
    idleMs: IDLE_MS,
  })
  expect(report).toMatchObject({ orders, isComplete: true })
})
