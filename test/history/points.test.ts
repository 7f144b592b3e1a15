import { beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../src/start-emulator.js'
import { AdminCalls } from '../support/admin-calls.js'
import { Service } from '../support/service.js'

const NS = 'ns_shop_k3v9x2'
const KEY = { 'X-KV-Key': 'kv_admin_a' }
const SEED = {
  version: 1,
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  namespaces: [
    {
      id: NS,
      keys: [{ key: 'kv_admin_a', scope: 'admin' as const }],
      entries: [{ key: 'seeded', value: 0, ttlSeconds: 86_400 }],
    },
  ],
}

let service: Service
let calls: AdminCalls

beforeEach(async () => {
  service = await Service.start(SEED)
  calls = new AdminCalls(service)
})

const put = (value: number) =>
  service.send(`PUT /v1/kv/${NS}/k`, { headers: KEY, body: `{"value": ${value}, "ttlSeconds": 86400}` })

/** The value of the key at a point, and the time there. */
async function at(point: string): Promise<readonly [value: number | undefined, clock: string]> {
  const { json } = await calls.send(`GET /state?at=${encodeURIComponent(point)}`)
  const { clock, namespaces } = json as {
    clock: { now: string }
    namespaces: { entries: { key: string; value: number }[] }[]
  }
  const found = namespaces[0]?.entries.find(({ key }) => key === 'k')
  return [found?.value, clock.now.slice(11, 16)]
}

test('a point is before a command, after one, an instant, the beginning or the present', async () => {
  await put(1)
  await calls.send('POST /clock', { advance: '1h' })
  await put(2)
  expect(await at('start')).toEqual([undefined, '23:00'])
  expect(await at('r1')).toEqual([undefined, '23:00'])
  expect(await at('after:r1')).toEqual([1, '23:00'])
  expect(await at('a1')).toEqual([1, '23:00'])
  expect(await at('after:a1')).toEqual([1, '00:00'])
  expect(await at('r2')).toEqual([1, '00:00'])
  expect(await at('now')).toEqual([2, '00:00'])
})

test('a point that is an instant is the last moment of that time, even if a move passed over it', async () => {
  await put(1)
  await put(2)
  await calls.send('POST /clock', { advance: '1h' })
  await put(3)
  expect(await at('2026-01-31T23:00:00Z')).toEqual([2, '23:00'])
  expect(await at('2026-01-31T23:30:00Z')).toEqual([2, '23:30'])
  expect(await at('2026-02-01T00:00:00Z')).toEqual([3, '00:00'])
  await calls.send('POST /clock', { advance: -3600, force: true })
  await put(4)
  expect(await at('2026-01-31T23:00:00Z')).toEqual([4, '23:00'])
  expect(await at('after:r3')).toEqual([3, '00:00'])
})

test.each([
  ['satrt', 'invalid_request', /not a point/, /did you mean start/],
  ['r0', 'invalid_request', /not a point/, /after:r41/],
  ['r7', 'not_found', /no command r7/, /history/],
  ['a1', 'not_found', /no command a1/, /history/],
  ['2026-02-01', 'invalid_request', /is in the future/, /after:r41/],
  ['2026-01-31', 'invalid_request', /never at/, /after:r41/],
])('the point %s is refused', async (point, code, message, hint) => {
  await put(1)
  const refused = await calls.refused(`GET /state?at=${point}`)
  expect(refused).toEqual({
    code,
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  })
})

test('the log goes back as far as the journal; an earlier point is refused as too old', async () => {
  await using emulator = await startEmulator({ seed: SEED, bounds: { requests: 100 } })
  const target = `/v1/kv/${NS}/seeded`
  for (let count = 0; count < 350; count++) await emulator.fetch(target, { headers: KEY })
  const { oldest } = await emulator.history()
  expect(oldest).toBe('r201')
  const [first] = (await emulator.requests()).reverse()
  expect(first?.id).toBe('r251')
  for (const point of [oldest, first?.id ?? '', 'after:r350']) {
    const { namespaces } = await emulator.state.get({ at: point })
    const reads = point === 'after:r350' ? 350 : Number(point.slice(1)) - 1
    expect(namespaces?.[0]?.usage).toMatchObject({ '2026-01': { reads } })
  }
  await expect(emulator.state.get({ at: 'r200' })).rejects.toMatchObject({
    status: 410,
    code: 'too_old',
    message: expect.stringContaining('r201'),
  })
  await expect(emulator.state.get({ at: 'start' })).rejects.toMatchObject({ code: 'too_old' })
})

test('an undo goes back to before the last move or import, and can be undone', async () => {
  await put(1)
  await calls.send('POST /clock', { advance: '1h' })
  await put(2)
  expect((await calls.send('POST /undo')).json).toMatchObject({
    undone: 'a1',
    iso: '2026-01-31T23:00:00.000Z',
  })
  expect(await at('now')).toEqual([1, '23:00'])
  expect((await calls.send('POST /undo')).json).toMatchObject({ undone: 'a2' })
  expect(await at('now')).toEqual([2, '00:00'])
  expect((await calls.send('POST /undo', { to: 'r1' })).json).toMatchObject({ undone: 'r1', requests: 2 })
  expect(await at('now')).toEqual([undefined, '23:00'])
  expect(await at('after:a3')).toEqual([2, '00:00'])
})

test('an undo reverts a reset, with all that it removed', async () => {
  expect(await calls.refused('POST /undo')).toMatchObject({ code: 'nothing_to_undo' })
  await put(1)
  await calls.send('POST /reset')
  expect(await at('now')).toEqual([undefined, '23:00'])
  expect((await calls.send('POST /undo')).json).toMatchObject({ undone: 'reset' })
  expect(await at('now')).toEqual([1, '23:00'])
})

test('a world made from a point goes on as this one did', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const created: string[] = []
  for (const name of ['one', 'two', 'three']) created.push((await emulator.namespaces.create({ name })).id)
  await using world = await emulator.world({ at: 'after:a1' })
  expect((await world.namespaces.list()).map(({ id }) => id)).toEqual([NS, created[0]])
  expect((await world.namespaces.create({ name: 'two' })).id).toBe(created[1])
  await expect(emulator.world({ at: 'now', from: 'seed' })).rejects.toMatchObject({ code: 'invalid_request' })
})

test('the log lists commands between two points', async () => {
  await put(1)
  await calls.send('PATCH /profile', { kv: { putStatus: 201 } })
  await put(2)
  const ids = async (query: string) => {
    const { commands } = (await calls.send(`GET /history${query}`)).json as { commands: { id: string }[] }
    return commands.map(({ id }) => id)
  }
  expect(await ids('')).toEqual(['r2', 'a1', 'r1'])
  expect(await ids('?since=a1')).toEqual(['r2', 'a1'])
  expect(await ids('?since=after:r1&until=after:a1')).toEqual(['a1'])
  expect(await ids('?limit=2')).toEqual(['r2', 'a1'])
  expect(await ids('?limit=1&kind=admin')).toEqual(['a1'])
  await put(3)
  await put(4)
  const all = ['r4', 'r3', 'r2', 'a1', 'r1']
  for (let limit = 1; limit <= 6; limit++) expect(await ids(`?limit=${limit}`)).toEqual(all.slice(0, limit))
})

test('a fault is attributed to the call that added it', async () => {
  await calls.send('POST /clock', { advance: '1h' })
  await calls.send('POST /faults', { match: { operation: 'kv.list' }, status: 503 })
  const faults = async (from: string, to: string) => {
    const { json } = await calls.send(`GET /diff?from=${from}&to=${to}`)
    const { changes } = json as { changes: { path: string }[] }
    return changes.filter(({ path }) => path.startsWith('/faults/'))
  }
  const added = await faults('a2', 'after:a2')
  expect(added).toMatchObject([{ path: '/faults/f_1', by: 'a2' }])
  expect(await faults('start', 'now')).toEqual(added)
})
