import { beforeEach, expect, test } from 'vitest'
import { AdminCalls } from '../support/admin-calls.js'
import { Service } from '../support/service.js'

/** Finds the command that made a difference, if one call changes a lot, or changes again what others had changed. */

const NS = 'ns_a_1'
const KV = { 'X-KV-Key': 'k' }
const clock = { now: '2026-01-31T12:00:00Z', freeze: true }
const namespace = {
  id: NS,
  usage: { '2025-12': { reads: 3 } },
  keys: [{ key: 'k', scope: 'admin' as const }],
  entries: [{ key: 'seeded', value: 0, ttlSeconds: 3600 }],
}

let service: Service
let calls: AdminCalls
beforeEach(async () => {
  service = await Service.start({ clock, namespaces: [namespace] })
  calls = new AdminCalls(service)
})

const put = (key: string) =>
  service.send(`PUT /v1/kv/${NS}/${key}`, { headers: KV, body: '{"value": 1, "ttlSeconds": 3600}' })

async function makers(query = ''): Promise<Readonly<Record<string, string>>> {
  const { json } = await calls.send(`GET /diff${query}`)
  const { changes } = json as { changes: { path: string; by: string }[] }
  return Object.fromEntries(changes.map(({ path, by }) => [path, by]))
}

async function changesOf(query: string): Promise<readonly string[][]> {
  const { json } = await calls.send(`GET /diff${query}`)
  const { changes } = json as { changes: { path: string; kind: string; by: string }[] }
  return changes.map(({ kind, path, by }) => [kind, path, by])
}

test('calls that change a few of many values are told apart', async () => {
  await calls.send('POST /database-keys', { key: 'db_1' })
  await calls.send(`POST /namespaces/${NS}/keys`, { scope: 'read' })
  await calls.send('PATCH /state', { stores: [{ id: 'ec_a_1', entries: [{ key: 'e', value: 1 }] }] })
  await calls.send('PATCH /database', { rateLimit: { requests: 5, per: '1m' } })
  await calls.send(`PATCH /namespaces/${NS}`, { owner: 'other', usage: { '2025-12': { reads: 4 } } })
  await calls.send('PATCH /state', {
    profile: { kv: { putStatus: 201 } },
    faults: [{ id: 'f', status: 503 }],
  })
  expect(await makers()).toEqual({
    '/database/keys/db_1': 'a1',
    [`/namespaces/${NS}/keys/${[...service.world.state.scopedKeys.values()].at(-1)?.key}`]: 'a2',
    '/stores/ec_a_1/owner': 'a3',
    '/stores/ec_a_1/entries/e': 'a3',
    '/database/rateLimit': 'a4',
    [`/namespaces/${NS}/owner`]: 'a5',
    [`/namespaces/${NS}/usage/2025-12/reads`]: 'a5',
    '/profile/kv/putStatus': 'a6',
    '/faults/f': 'a6',
  })
})

test('the removal of what a request changed is attributed to the call', async () => {
  await put('a')
  await calls.send('POST /snapshots')
  await calls.send('PATCH /database', { rateLimit: { requests: 5, per: '1m' } })
  await put('b')
  await calls.send(`DELETE /namespaces/${NS}`)
  const gone = await makers('?from=after:r2')
  expect(Object.keys(gone)).toContain(`/namespaces/${NS}/usage/2026-01/writes`)
  expect(new Set(Object.values(gone))).toEqual(new Set(['a2']))
  await calls.send('POST /snapshots/s1/restore')
  expect(await makers('?from=after:r2')).toEqual({
    [`/namespaces/${NS}/entries/b`]: 'a2',
    [`/namespaces/${NS}/usage/2026-01/writes`]: 'a3',
    '/database/rateLimit': 'a3',
  })
})

test('the lost counters of a recreated namespace are attributed to the call that removed it', async () => {
  await calls.send(`DELETE /namespaces/${NS}`)
  await calls.send('PATCH /state', { namespaces: [{ id: NS }] })
  expect(await makers()).toMatchObject({ [`/namespaces/${NS}/usage/2025-12/reads`]: 'a1' })
})

test('an expired entry that returns is attributed to the call that sets the clock back, whatever its kind', async () => {
  await calls.send('POST /clock', { advance: '2h' })
  await calls.send('PATCH /state', { clock: { now: '2026-01-31T12:30:00Z' } })
  await calls.send('POST /database-keys', { key: 'db_1' })
  expect(await makers('?from=after:a1')).toMatchObject({ [`/namespaces/${NS}/entries/seeded`]: 'a2' })
})

test('all values are compared again if times count from another origin', async () => {
  service = await Service.start({ namespaces: [namespace] })
  calls = new AdminCalls(service)
  await calls.send('POST /snapshots')
  await calls.send('POST /clock', { advance: '1m' })
  await calls.send('POST /reset', { keep: ['clock'] })
  await calls.send('POST /database-keys', { key: 'db_1' })
  await calls.send('POST /snapshots/s1/restore')
  await calls.send('POST /clock', { advance: '1s' })
  expect(await makers()).toMatchObject({ [`/namespaces/${NS}/entries/seeded`]: 'a2' })
})

test('an entry that time ended is expired, and one that a call ended is removed', async () => {
  await put('gone')
  await calls.send(`DELETE /namespaces/${NS}/entries/gone`)
  await put('short')
  await calls.send('POST /clock', { advance: '2h' })
  expect(await changesOf('?from=after:r1')).toEqual([
    ['changed', '/clock/now', 'a2'],
    ['changed', `/namespaces/${NS}/usage/2026-01/writes`, 'r2'],
    ['removed', `/namespaces/${NS}/entries/gone`, 'a1'],
    ['expired', `/namespaces/${NS}/entries/seeded`, 'expiry'],
  ])
  const { text } = await calls.send('GET /diff?from=a2&to=after:a2&format=text')
  expect(text).toContain(`- /namespaces/${NS}/entries/seeded`)
})

test('a request that a fault strikes changes its counters, not the fault', async () => {
  await calls.send('POST /faults', { id: 'f', status: 503, times: 1 })
  await put('a')
  await put('b')
  const all = await changesOf('?from=start')
  expect(all.filter(([, path]) => path?.startsWith('/faults'))).toEqual([
    ['added', '/faults/f', 'a1'],
    ['added', '/faults/f/matches', 'r2'],
    ['added', '/faults/f/hits', 'r1'],
  ])
  expect((await changesOf('?from=r2')).map(([kind, path]) => [kind, path])).toEqual([
    ['changed', '/faults/f/matches'],
    ['changed', `/namespaces/${NS}/usage/2026-01/writes`],
    ['added', `/namespaces/${NS}/entries/b`],
  ])
})
