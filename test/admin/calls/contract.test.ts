import { expect, test } from 'vitest'
import { GAPS } from '../../../conformance/gaps/table.js'
import { operations as rows } from '../../../src/contract/operations.js'
import { startInProcess } from '../../client/emulators.js'
import { askAdmin } from '../ask-admin.js'

interface ShownGap {
  readonly option: string
  readonly meaning: string
  readonly leanedOn: { readonly count: number; readonly requests: readonly string[] }
}

async function contract(emulator: { readonly adminUrl: string }) {
  const response = await askAdmin(emulator, 'GET /contract')
  expect(response.status).toBe(200)
  const body = (await response.json()) as { gaps: ShownGap[] }
  return { ...body, gap: (option: string) => body.gaps.find((gap) => gap.option === option) }
}

test('the contract has every gap, with its value and the possible values', async () => {
  await using emulator = await startInProcess()
  await emulator.profile.patch({ kv: { putStatus: 201 } })
  const { gaps, gap } = await contract(emulator)
  expect(gaps.map(({ option }) => option).sort()).toEqual(GAPS.map(({ option }) => option).sort())
  expect(gap('kv.putStatus')).toEqual({
    option: 'kv.putStatus',
    meaning: expect.stringMatching(/^The status for successfully putting an entry/),
    value: 201,
    default: 200,
    allowed: [200, 201, '201 or 200'],
    leanedOn: { count: 0, requests: [] },
  })
  expect(gap('errors.codes.404')).toMatchObject({
    value: null,
    default: null,
    allowed: 'text, or null',
    types: ['text', 'null'],
  })
  expect(gap('limits.keyBytes')).toMatchObject({ value: null, default: null })
  for (const { meaning } of gaps) expect(meaning).not.toBe('')
})

test('the contract has every operation, with its route and effect', async () => {
  await using emulator = await startInProcess()
  const { operations } = await emulator.contract()
  expect(operations.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect(operations[0]).toEqual({
    id: 'kv.put',
    service: 'kv',
    method: 'PUT',
    route: '/v1/kv/{namespaceId}/{key}',
    access: 'write',
    credential: 'scoped-key',
    counts: 'writes',
  })
  expect(operations.find(({ id }) => id === 'projects.list')).toEqual({
    id: 'projects.list',
    service: 'documents',
    method: 'GET',
    route: '/projects',
    access: 'read',
    credential: 'database-key',
  })
})

test('the contract lists the answers that depended on a gap', async () => {
  await using emulator = await startInProcess()
  const headers = { 'X-KV-Key': 'kv_admin_shop' }
  const body = JSON.stringify({ value: 1, ttlSeconds: 60 })
  for (let i = 0; i < 25; i++) {
    await emulator.fetch('/v1/kv/ns_shop_k3v9x2/k', { method: 'PUT', headers, body })
  }
  await emulator.fetch('/v1/kv/ns_shop_k3v9x2/none', { headers })
  const { gap } = await contract(emulator)
  const { count, requests } = gap('kv.putStatus')?.leanedOn ?? {}
  expect([count, requests?.length, requests?.[0]]).toEqual([25, 20, 'r25'])
  expect(gap('errors.codes.404')?.leanedOn).toEqual({ count: 1, requests: ['r26'] })
  expect(gap('config.putStatus')?.leanedOn).toEqual({ count: 0, requests: [] })
})
