import { beforeEach, describe, expect, test } from 'vitest'
import { patchProfile } from '../../src/domain/profile/profile.js'
import { signToken } from '../../src/identity/provider.js'
import { exportSeed } from '../../src/seed/export.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { type ContractSeed, services } from '../../src/services/index.js'
import { REAL_NOW, Service } from '../support/service.js'
import { stringifySeed } from '../support/stringify-seed.js'

const SEED = `
clock: { now: 2026-01-31T23:00:00Z, freeze: true }
namespaces:
  - id: ns_a_1
    owner: user_a
    limits: { reads: 10, writes: 20 }
    usage: { reads: 4, writes: 5, 2025-12: { reads: 7, lists: 1 } }
    keys: [{ key: kv_a, scope: read }, { key: kv_b, scope: write }]
    entries:
      - { key: one, value: 1, ttlSeconds: 3600 }
      - { key: two, value: 2, ttlSeconds: 3600, createdAt: -1h }
      - { key: three, value: 3, ttlSeconds: 3600 }
  - id: ns_b_2
    keys: [{ key: kv_c, scope: admin }]
stores:
  - id: ec_a_1
    keys: [{ key: ec_a, scope: admin }]
    entries: [{ key: x, value: 1 }, { key: y, value: 2 }]
database:
  rateLimit: { requests: 100, per: 1h }
  keys: [{ key: db }, { key: db_own, documents: [1] }]
  projects: [{ id: 10, name: Ten, description: ten }]
  documents:
    - { id: 1, title: one, content: text, project: 10 }
    - { id: 2, title: two }
    - { id: 3, title: three }
faults:
  - { id: f_x, match: { operation: kv.put }, status: 503, times: 2, hits: 1, matches: 4 }
  - { match: { operation: kv.delete }, status: 500 }
`

let service: Service
beforeEach(async () => {
  service = await Service.start(SEED)
})

const merge = (text: string) =>
  service.seeds.mergeState(async () => parseSeeds([{ name: 'state', text }], services), service.world)

const state = () => exportSeed(service.world, services) as ContractSeed
const namespace = (id = 'ns_a_1') => [...(state().namespaces ?? [])].find((one) => one.id === id)
const owner = async (subject = 'user_a') => ({
  Authorization: `Bearer ${await signToken({ subject, issuedAt: REAL_NOW })}`,
})

test('a merged namespace takes limits field by field', async () => {
  await merge('namespaces: [{ id: ns_a_1, limits: { writes: 1, lists: 0 } }]')
  expect(namespace()?.limits).toEqual({ reads: 10, writes: 1, lists: 0 })
  expect(namespace()?.owner).toBe('user_a')
})

test('a merged namespace takes usage by month and counter by counter', async () => {
  await merge(
    'namespaces: [{ id: ns_a_1, usage: { reads: 9, 2025-12: { lists: 2 }, 2025-11: { deletes: 1 } } }]',
  )
  expect(namespace()?.usage).toEqual({
    '2025-11': { reads: 0, writes: 0, deletes: 1, lists: 0 },
    '2025-12': { reads: 7, writes: 0, deletes: 0, lists: 2 },
    '2026-01': { reads: 9, writes: 5, deletes: 0, lists: 0 },
  })
})

test("a merged namespace takes this month's usage by the present clock, not by the seed's", async () => {
  service.advance(3600_000)
  await merge('namespaces: [{ id: ns_a_1, usage: { reads: 9 } }]')
  expect(namespace()?.usage).toMatchObject({ '2026-01': { reads: 4 }, '2026-02': { reads: 9 } })
})

test('a merged namespace takes keys by their text, in place', async () => {
  await merge(
    'namespaces: [{ id: ns_a_1, keys: [{ key: kv_new, scope: read }, { key: kv_a, scope: admin }] }]',
  )
  expect(namespace()?.keys).toEqual([
    { key: 'kv_a', scope: 'admin' },
    { key: 'kv_b', scope: 'write' },
    { key: 'kv_new', scope: 'read' },
  ])
})

test('a merged namespace takes entries whole, in place; their times count from now', async () => {
  service.advance(60_000)
  await merge(
    'namespaces: [{ id: ns_a_1, entries: [{ key: four, value: 4, expiresAt: +30s }, { key: two, value: new, ttlSeconds: 90 }] }]',
  )
  const answer = await service.send('GET /v1/kv/ns_a_1', { headers: await owner() })
  const { keys } = answer.json as { keys: { key: string }[] }
  expect(keys.map(({ key }) => key)).toEqual(['one', 'two', 'three', 'four'])
  expect(keys[1]).toMatchObject({
    ttlSeconds: 90,
    createdAt: '2026-01-31T23:01:00.000Z',
    expiresAtIso: '2026-01-31T23:02:30.000Z',
  })
  expect(keys[3]).toMatchObject({ ttlSeconds: 30, expiresAtIso: '2026-01-31T23:01:30.000Z' })
})

test('a merged namespace is added if it is missing', async () => {
  await merge('namespaces: [{ id: ns_new_3, keys: [{ key: kv_new, scope: write }] }]')
  expect([...(state().namespaces ?? [])].map(({ id }) => id)).toEqual(['ns_a_1', 'ns_b_2', 'ns_new_3'])
  expect(namespace('ns_new_3')?.owner).toBe('user_local')
})

test('a merged store takes entries whole, in place', async () => {
  service.advance(1000)
  await merge(
    'stores: [{ id: ec_a_1, owner: user_b, entries: [{ key: z, value: 3 }, { key: x, value: [9] }] }]',
  )
  const answer = await service.send('GET /v1/ec/ec_a_1', { headers: { 'X-KV-Key': 'ec_a' } })
  expect(answer.json).toMatchObject({
    configs: [
      { key: 'x', value: [9], updatedAt: '2026-01-31T23:00:01.000Z' },
      { key: 'y', value: 2, updatedAt: '2026-01-31T23:00:00.000Z' },
      { key: 'z', value: 3, updatedAt: '2026-01-31T23:00:01.000Z' },
    ],
  })
  expect([...(state().stores ?? [])][0]?.owner).toBe('user_b')
})

test('the merged database takes records with an id whole, in place, and appends those without', async () => {
  await merge(
    'database: { projects: [{ id: 10, name: X }], documents: [{ title: new }, { id: 1, title: ONE }, { id: 7, title: seven }] }',
  )
  const { projects, documents } = state().database ?? {}
  expect([...(projects ?? [])]).toEqual([{ id: '10', name: 'X' }])
  expect([...(documents ?? [])]).toEqual([
    { id: '1', title: 'ONE' },
    { id: '2', title: 'two' },
    { id: '3', title: 'three' },
    { id: '8', title: 'new' },
    { id: '7', title: 'seven' },
  ])
})

test('the merged database takes keys whole and keeps the rate limit and its windows', async () => {
  await service.send('GET /documents', { headers: { 'X-API-Key': 'db' } })
  await merge('database: { keys: [{ key: db_own, projects: [10] }, { key: db_new }] }')
  const { database, resume } = JSON.parse(stringifySeed(state(), 'json'))
  expect({ database, resume }).toMatchObject({
    database: {
      rateLimit: { requests: 100 },
      keys: [
        { key: 'db' },
        { key: 'db_own', projects: [10], documents: [], outOfScope: 'empty' },
        { key: 'db_new' },
      ],
    },
    resume: { rateWindows: { db: { used: 1 } } },
  })
})

describe('the rest', () => {
  test('a merge takes faults whole by id, in place, their windows from now', async () => {
    service.advance(60_000)
    await merge('faults: [{ status: 418, from: +1m }, { id: f_x, status: 429 }]')
    const faults = service.world.faults.list()
    expect(faults.map(({ id, spec, hits }) => [id, spec.status, hits])).toEqual([
      ['f_x', 429, 0],
      ['f_1', 500, 0],
      ['f_2', 418, 0],
    ])
    expect(faults[2]?.from).toBe(Date.UTC(2026, 0, 31, 23, 2))
  })

  test('a merge takes options one by one', async () => {
    service.world.changeProfile(patchProfile(service.world.profile, { kv: { putStatus: 201 } }))
    await merge('profile: { kv: { deleteStatus: 204 } }')
    expect(service.world.profile.kv).toMatchObject({ putStatus: 201, deleteStatus: 204 })
  })

  test.each([
    ['clock: { now: 2027-01-01 }', { now: Date.UTC(2027, 0, 1), mode: 'frozen', rate: 1 }],
    ['clock: { freeze: false, rate: 3 }', { now: Date.UTC(2026, 0, 31, 23), mode: 'running', rate: 3 }],
    ['{}', { now: Date.UTC(2026, 0, 31, 23), mode: 'frozen', rate: 1 }],
  ])('a merge moves the clock only if it names an instant: %s', async (text, clock) => {
    await merge(text)
    expect(service.world.clock.save()).toEqual(clock)
  })

  test('a merge goes on with ids and chances if resume names none', async () => {
    service.world.random.stream('ids').next()
    const { ids } = service.world.random.save()
    await merge('resume: { random: { faults: [1, 2, 3, 4] }, ids: { faults: "7", documents: "40" } }')
    expect(service.world.random.save()).toEqual({ ids, faults: [1, 2, 3, 4] })
    expect(service.world.faults.lastId).toBe(7)
    expect(state().resume?.ids).toMatchObject({ documents: '40', projects: '10' })
  })

  test('a merged state changes nothing that it does not name', async () => {
    await service.send('GET /v1/kv/ns_a_1/one', { headers: { 'X-KV-Key': 'kv_a' } })
    const before = stringifySeed(state(), 'json')
    await merge('version: 1')
    expect(stringifySeed(state(), 'json')).toBe(before)
  })
})

describe('a merge that fails late changes nothing at all', () => {
  /** Valid parts around the invalid one. */
  const beside = (text: string) => `
clock: { now: 2030-01-01, freeze: false, rate: 9 }
random: 99
profile: { kv: { putStatus: 201 } }
namespaces:
  - { id: ns_a_1, owner: new, limits: { reads: 0 }, entries: [{ key: one, value: 9, ttlSeconds: 60 }] }
database: { documents: [{ id: 1, title: new }, { title: newer }], keys: [{ key: db_new }] }
${text}`

  test.each([
    [
      'a key of another namespace',
      'stores: [{ id: ec_a_1, keys: [{ key: kv_c, scope: read }] }]',
      'conflict',
    ],
    ['more faults than a world holds', `faults: [${'{ status: 500 }, '.repeat(999)}]`, 'invalid_request'],
  ])('a merge that fails late changes nothing at all: %s', async (_, text, code) => {
    const before = stringifySeed(state(), 'json')
    await expect(merge(beside(text))).rejects.toMatchObject({ code })
    expect(stringifySeed(state(), 'json')).toBe(before)
  })
})
