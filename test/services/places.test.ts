import { expect, test } from 'vitest'
import { AdminCalls } from '../support/admin-calls.js'
import { Service } from '../support/service.js'

const KEY = { 'X-KV-Key': 'kv_admin_a' }
const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      keys: [{ key: 'kv_admin_a', scope: 'admin' as const }],
      limits: { reads: 10 },
      entries: [
        { key: 'first', value: 1, ttlSeconds: 60 },
        { key: 'second', value: 2, ttlSeconds: 90 },
      ],
    },
    { id: 'ns_idle_2', entries: [{ key: 'idle', value: 3, ttlSeconds: 60 }] },
  ],
  stores: [{ id: 'ec_web_1', owner: 'user_a', entries: [{ key: 'banner', value: 'hi' }] }],
  database: {
    keys: [{ key: 'db_all' }, { key: 'db_some', projects: [], documents: [1] }],
    documents: [{ id: 1, title: 'Tea' }],
  },
}

async function changesAfter(act: (calls: AdminCalls, service: Service) => Promise<unknown>) {
  const service = await Service.start(SEED)
  const calls = new AdminCalls(service)
  await act(calls, service)
  const { status, json } = await calls.send('GET /diff?from=start&to=now')
  expect(status).toBe(200)
  const changes = (json as { changes: { path: string; before?: unknown; after?: unknown }[] }).changes
  return changes
    .filter(({ path }) => /^\/(namespaces|stores|database)\//.test(path))
    .map(({ path, before, after }) => [path, before, after])
}

const merge = (seed: object) => async (calls: AdminCalls) => {
  const { status, text } = await calls.send('PATCH /state', seed)
  expect(status, text).toBe(200)
}

test('a difference names limits that are others or new, each as a value of its own', async () => {
  expect(
    await changesAfter(merge({ namespaces: [{ id: 'ns_shop_1', limits: { reads: 11, writes: 5 } }] })),
  ).toEqual([
    ['/namespaces/ns_shop_1/limits/reads', 10, 11],
    ['/namespaces/ns_shop_1/limits/writes', undefined, 5],
  ])
})

test('a difference names the owner of a new namespace and its counters above 0, and none of what is as before', async () => {
  const added = { id: 'ns_new_3', owner: 'user_zoe', limits: { lists: 7 }, usage: { reads: 4 } }
  expect(await changesAfter(merge({ namespaces: [added] }))).toEqual([
    ['/namespaces/ns_new_3/owner', undefined, 'user_zoe'],
    ['/namespaces/ns_new_3/limits/lists', undefined, 7],
    ['/namespaces/ns_new_3/usage/2026-01/reads', undefined, 4],
  ])
})

test('a difference names the counters of a request, and an entry in whose place another was put', async () => {
  const changes = await changesAfter(async (_calls, service) => {
    const body = '{"value": 9, "ttlSeconds": 60}'
    await service.send('PUT /v1/kv/ns_shop_1/first', { headers: KEY, body })
  })
  expect(changes).toEqual([
    ['/namespaces/ns_shop_1/usage/2026-01/writes', 0, 1],
    [
      '/namespaces/ns_shop_1/entries/first',
      expect.objectContaining({ value: 1 }),
      expect.objectContaining({ value: 9 }),
    ],
  ])
})

test.each([
  ['59.999s', []],
  ['60s', ['/namespaces/ns_shop_1/entries/first', '/namespaces/ns_idle_2/entries/idle']],
  [
    '90s',
    [
      '/namespaces/ns_shop_1/entries/first',
      '/namespaces/ns_shop_1/entries/second',
      '/namespaces/ns_idle_2/entries/idle',
    ],
  ],
])('a difference after %s of time alone names the entries that expired: %j', async (advance, gone) => {
  const changes = await changesAfter((calls) => calls.send('POST /clock', { advance }))
  expect(changes.map(([path, , after]) => [path, after])).toEqual(gone.map((path) => [path, undefined]))
})

test('a difference names the owner of a store and its entries', async () => {
  const entries = [
    { key: 'banner', value: 'bye' },
    { key: 'more', value: 1 },
  ]
  expect(await changesAfter(merge({ stores: [{ id: 'ec_web_1', owner: 'user_b', entries }] }))).toEqual([
    ['/stores/ec_web_1/owner', 'user_a', 'user_b'],
    [
      '/stores/ec_web_1/entries/banner',
      expect.objectContaining({ value: 'hi' }),
      expect.objectContaining({ value: 'bye' }),
    ],
    ['/stores/ec_web_1/entries/more', undefined, expect.objectContaining({ value: 1 })],
  ])
})

test('a difference names the rate limit, the scopes of keys and the records of the database, with ids as numbers if these are exact', async () => {
  const database = {
    rateLimit: { requests: 9, per: '1s' },
    keys: [{ key: 'db_some', projects: [10], documents: [], outOfScope: 'forbidden' }],
    projects: [{ id: 10, name: 'Onboarding', description: 'Scripts' }],
    documents: [{ id: '9007199254740993', title: 'Sum', content: 'a', project: 10 }],
  }
  expect(await changesAfter(merge({ database }))).toEqual([
    ['/database/rateLimit', undefined, { requests: 9, perMs: 1000 }],
    [
      '/database/keys/db_some',
      { projects: [], documents: [1], outOfScope: 'empty' },
      { projects: [10], documents: [], outOfScope: 'forbidden' },
    ],
    ['/database/projects/10', undefined, { id: 10, name: 'Onboarding', description: 'Scripts' }],
    [
      '/database/documents/9007199254740993',
      undefined,
      { id: '9007199254740993', title: 'Sum', content: 'a', project: 10 },
    ],
  ])
})

test('a difference names what is counted of a key of the database', async () => {
  const changes = await changesAfter(async (calls, service) => {
    await merge({ database: { rateLimit: { requests: 9, per: '1h' } } })(calls)
    await service.send('GET /documents', { headers: { 'X-API-Key': 'db_all' } })
  })
  expect(changes).toContainEqual([
    '/database/rateWindows/db_all',
    undefined,
    expect.objectContaining({ used: 1 }),
  ])
})
