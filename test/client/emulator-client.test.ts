import { describe, expect, test } from 'vitest'
import { EmulatorError } from '../../src/client/error.js'
import { SEED, WAYS } from './emulators.js'

const KEY = { headers: { 'X-KV-Key': 'kv_admin_shop' } }
const GREETING = '/v1/kv/ns_shop_k3v9x2/greeting'

describe.each(WAYS)('%s', (_name, start) => {
  test('the client has the addresses of its emulator', async () => {
    await using emulator = await start()
    expect(emulator.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(emulator.dbBaseUrl).toBe(emulator.baseUrl)
    expect(emulator.adminUrl).toBe(`${emulator.baseUrl}/_admin`)
  })

  test('the client knows the port of the database', async () => {
    await using emulator = await start({ dbPort: 0 })
    expect(emulator.dbBaseUrl).not.toBe(emulator.baseUrl)
    const list = await emulator.fetch('/documents', { headers: { 'X-API-Key': 'db_dev' } })
    expect(await list.json()).toHaveLength(2)
    expect((await emulator.fetch(GREETING, KEY)).status).toBe(200)
    await using world = await emulator.world()
    expect(world.dbBaseUrl).toBe(`${emulator.dbBaseUrl}/_worlds/w1`)
    const again = await world.fetch('/documents', { headers: { 'X-API-Key': 'db_dev' } })
    expect(await again.json()).toHaveLength(2)
  })

  test('the client moves the clock', async () => {
    await using emulator = await start()
    const { clock } = emulator
    const began = Date.UTC(2026, 0, 31, 23, 59)
    const shown = { now: began, iso: '2026-01-31T23:59:00.000Z', mode: 'frozen', rate: 1 }
    expect(await clock.get()).toEqual(shown)
    expect(await clock.advance('1m')).toMatchObject({ iso: '2026-02-01T00:00:00.000Z' })
    expect(await clock.set(new Date(began), { force: true })).toEqual(shown)
    const { receipt } = await clock.to('next-month', { plus: '-1ms', dryRun: true })
    expect(receipt).toMatchObject({ toIso: '2026-01-31T23:59:59.999Z', keysExpired: { count: 0 } })
    const moved = await clock.to('next-expiry', { receipt: true })
    expect(moved.receipt.keysExpired.first[0]).toMatchObject({ namespace: 'ns_shop_k3v9x2', key: 'greeting' })
    expect(await clock.rate(60)).toMatchObject({ rate: 60, mode: 'frozen' })
    expect(await clock.unfreeze()).toMatchObject({ mode: 'running' })
    expect(await clock.freeze()).toMatchObject({ mode: 'frozen' })
    expect(await clock.set('2027-01-01')).toMatchObject({ iso: '2027-01-01T00:00:00.000Z' })
  })

  test('the client explains a refusal, with a hint on how to fix it', async () => {
    await using emulator = await start()
    await emulator.fetch('/documents')
    const error = await emulator.clock.set('2020-01-01').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(EmulatorError)
    expect(error).toMatchObject({
      name: 'EmulatorError',
      status: 409,
      code: 'clock_backwards',
      hint: expect.stringContaining('force: true'),
      message: expect.stringMatching(
        /^POST \/_admin\/clock: the clock is at .* \(409 clock_backwards\)\ngo back anyway with force: true/,
      ),
    })
    await expect(emulator.faults.add({ match: { operation: 'kv.pat' }, status: 503 })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      problems: [{ path: 'match.operation', hint: 'did you mean kv.put?' }],
      message: expect.stringContaining('did you mean kv.put?'),
    })
    // As part of a path, the first one would remove the namespace.
    for (const key of ['..', '.', '']) {
      await expect(emulator.namespaces.removeKey('ns_shop_k3v9x2', key)).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining('cannot be part of an address'),
      })
    }
    await expect(emulator.namespaces.get('ns_nowhere/x')).rejects.toThrow(
      'there is no namespace ns_nowhere/x',
    )
  })

  test('the client adds faults and removes them', async () => {
    await using emulator = await start()
    const { faults } = emulator
    const added = await faults.add({ match: { operation: 'kv.get' }, status: 503, times: 1, until: '+1h' })
    expect(added).toMatchObject({ id: 'f_1', until: '2026-02-01T00:59:00.000Z', remaining: 1 })
    expect((await emulator.fetch(GREETING, KEY)).status).toBe(503)
    expect((await emulator.fetch(GREETING, KEY)).status).toBe(200)
    expect(await faults.get(added)).toMatchObject({ matches: 2, hits: 1, remaining: 0 })
    const two = await faults.add([
      { id: 'slow', delay: 1 },
      { connection: 'reset', enabled: false },
    ])
    expect(two.map(({ id }) => id)).toEqual(['slow', 'f_2'])
    expect(await faults.disable('slow')).toMatchObject({ enabled: false })
    expect(await faults.enable('slow')).toMatchObject({ enabled: true })
    await faults.remove('slow')
    expect((await faults.list()).map(({ id }) => id)).toEqual(['f_1', 'f_2'])
    await faults.clear()
    expect(await faults.list()).toEqual([])
  })

  test('the client lists the faults that it added and that never fired', async () => {
    await using emulator = await start()
    const { faults } = emulator
    expect(await faults.unfired()).toEqual([])
    await faults.add([{ id: 'may', delay: 1, optional: true, enabled: false }])
    const unfired = await faults.add({ match: { operation: 'kv.get' }, status: 503 })
    expect(await faults.unfired()).toEqual([unfired])
    expect(await faults.get('may')).toMatchObject({ optional: true })
    await emulator.snapshots.take('armed')
    await emulator.fetch(GREETING, KEY)
    expect(await faults.unfired()).toEqual([])
    // A restore undoes its hits, but it did fire.
    await emulator.snapshots.restore('armed')
    expect((await faults.get(unfired)).hits).toBe(0)
    expect(await faults.unfired()).toEqual([])
  })

  test('the client shows the requests', async () => {
    await using emulator = await start()
    await emulator.fetch(GREETING, KEY)
    await emulator.fetch('/v1/kv/ns_shop_k3v9x2/nothing?a=1', KEY)
    expect(await emulator.requests()).toHaveLength(2)
    const [newest] = await emulator.requests({
      operation: 'kv.*',
      status: '4xx',
      since: new Date(0),
      limit: 1,
    })
    expect(newest).toMatchObject({ id: 'r2', operation: 'kv.get', status: 404, outcome: 'entry_missing' })
    expect(await emulator.requests({ credential: 'nobody' })).toEqual([])
    expect(await emulator.requests({ since: 'r1' })).toHaveLength(1)
    expect((await emulator.requests({ sort: 'at' })).map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(await emulator.requests({ sort: '-waited', limit: 1 })).toHaveLength(1)
    const details = await emulator.request('r2')
    expect(details.target).toBe('/v1/kv/ns_shop_k3v9x2/nothing?a=1')
    expect(details.requestHeaders).toContainEqual([expect.stringMatching(/^x-kv-key$/i), 'kv_admin_shop'])
    expect(details.requestHeaders).toContainEqual(['host', new URL(emulator.baseUrl).host])
    expect(details.explain.gates.at(-1)).toMatchObject({ gate: 'entry exists', result: 'refused' })
    await expect(emulator.request('r9')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the client resets to the seed', async () => {
    await using emulator = await start()
    await emulator.faults.add({ status: 503 })
    await emulator.clock.advance('1d')
    await emulator.reset({ keep: ['faults'] })
    expect(await emulator.faults.list()).toHaveLength(1)
    expect(await emulator.clock.get()).toMatchObject({ iso: '2026-01-31T23:59:00.000Z' })
    await emulator.reset()
    expect(await emulator.faults.list()).toEqual([])
  })

  test('the client returns, replaces and merges the state', async () => {
    await using emulator = await start()
    const { state } = emulator
    const before = await state.get()
    expect(before.database?.documents).toMatchObject(SEED.database.documents)
    await state.merge({ database: { documents: [{ id: '9223372036854775807', title: 'Last' }] } })
    const merged = await state.get()
    expect(merged.database?.documents?.at(-1)).toMatchObject({ id: '9223372036854775807', title: 'Last' })
    await state.replace('stores: [{ id: ec_only_1 }]')
    expect(await emulator.namespaces.list()).toEqual([])
    await state.replace(merged)
    expect(await state.get()).toEqual(merged)
    await expect(state.replace('stores: 1')).rejects.toMatchObject({ code: 'invalid_seed' })
    await expect(state.replace('')).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('the client takes snapshots and restores them', async () => {
    await using emulator = await start()
    const { snapshots } = emulator
    const before = await snapshots.take()
    expect(before).toMatchObject({ name: 's1', at: Date.UTC(2026, 0, 31, 23, 59), atIso: SEED.clock.now })
    expect(before.sizes).toMatchObject({ namespaces: 1, entries: 1, stores: 1, documents: 2 })
    await emulator.clock.advance('2h')
    expect((await emulator.fetch(GREETING, KEY)).status).toBe(404)
    expect(await snapshots.take('later')).toMatchObject({ name: 'later' })
    await snapshots.restore(before)
    expect((await emulator.fetch(GREETING, KEY)).status).toBe(200)
    expect((await snapshots.list()).map(({ name }) => name)).toEqual(['s1', 'later'])
    await snapshots.remove('s1')
    await expect(snapshots.restore('s1')).rejects.toMatchObject({ code: 'not_found' })
    await using world = await emulator.world({ from: 'later' })
    expect((await world.fetch(GREETING, KEY)).status).toBe(404)
  })

  test('the client makes worlds that share nothing with each other', async () => {
    await using emulator = await start()
    await emulator.clock.advance('2h')
    const world = await emulator.world()
    expect(world.baseUrl).toBe(`${emulator.baseUrl}/_worlds/w1`)
    expect(world.adminUrl).toBe(`${world.baseUrl}/_admin`)
    expect((await emulator.fetch(GREETING, KEY)).status).toBe(404)
    expect((await world.fetch(GREETING, KEY)).status).toBe(200)
    expect((await world.fetch(`${emulator.baseUrl}${GREETING}`, KEY)).status).toBe(200)
    expect((await emulator.fetch(`${world.baseUrl}${GREETING}`, KEY)).status).toBe(200)
    const byHeader = { headers: { ...KEY.headers, 'X-Emulator-World': 'w1' } }
    expect((await emulator.fetch(GREETING, byHeader)).status).toBe(200)
    expect(await world.requests()).toHaveLength(4)
    await world.faults.add({ status: 503 })
    expect(await emulator.faults.list()).toEqual([])
    await using fork = await world.world({ id: 'fork', from: 'current' })
    expect(fork.baseUrl).toBe(`${emulator.baseUrl}/_worlds/fork`)
    expect(await fork.faults.list()).toHaveLength(1)
    await fork.faults.clear()
    await fork.reset()
    expect(await fork.faults.list()).toHaveLength(1)

    await world.close()
    await world.close()
    await expect(world.clock.get()).rejects.toMatchObject({ status: 0, code: 'closed' })
    const gone = await emulator.fetch(`${world.baseUrl}${GREETING}`, KEY)
    expect([gone.status, gone.headers.get('x-emulator-reason')]).toEqual([
      404,
      'there is no world w1: create one with POST /_admin/worlds',
    ])
    await expect(emulator.world({ id: 'w1' })).rejects.toMatchObject({ code: 'conflict' })
    expect((await fork.clock.get()).mode).toBe('frozen')
  })

  test('the client makes tokens', async () => {
    await using emulator = await start()
    const list = async (sub: string) => {
      const token = await emulator.tokens.create({ sub, expiresIn: '1h', claims: { role: 'tester' } })
      return emulator.fetch('/v1/kv/ns_shop_k3v9x2', { headers: { Authorization: `Bearer ${token}` } })
    }
    expect((await list('user_alice')).status).toBe(200)
    expect((await list('user_bob')).status).toBe(403)
    expect(await emulator.tokens.create()).toMatch(/^eyJ/)
  })

  test('the client changes the profile', async () => {
    await using emulator = await start()
    expect((await emulator.profile.patch({ kv: { putStatus: 201 } })).kv.putStatus).toBe(201)
    const body = '{"value":1,"ttlSeconds":60}'
    expect((await emulator.fetch(GREETING, { ...KEY, method: 'PUT', body })).status).toBe(201)
    await emulator.reset()
    expect((await emulator.profile.get()).kv.putStatus).toBe(200)
  })
})
