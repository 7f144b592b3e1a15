import { afterEach, describe, expect, test } from 'vitest'
import {
  type Addresses,
  ask,
  closeAll,
  createDocument,
  get,
  makeWorld,
  put,
  SEED,
  start,
} from './world-requests.js'

afterEach(closeAll)

describe('worlds', () => {
  test('worlds are complete and isolated: entries, clocks, counters, ids, faults, profile, journal', async () => {
    const home = await start()
    const [one, two] = [await makeWorld(home), await makeWorld(home)]
    expect([one.id, two.id]).toEqual(['w1', 'w2'])
    await put(one.baseUrl, 'a', 1)
    await ask(`${one.adminUrl}/clock`, 'POST', { advance: '2h' })
    await ask(`${one.adminUrl}/faults`, 'POST', { match: { operation: 'documents.list' }, status: 503 })
    await ask(`${one.adminUrl}/profile`, 'PATCH', { kv: { putStatus: 201 } })
    expect(await createDocument(one.dbBaseUrl)).toMatchObject({ id: 4 })

    for (const other of [two, home]) {
      expect((await get(other.baseUrl, 'a')).status).toBe(404)
      expect((await get(other.baseUrl, 'seeded')).status).toBe(200)
      expect((await put(other.baseUrl, 'b', 1)).status).toBe(200)
      expect((await fetch(`${other.dbBaseUrl}/documents`, { headers: { 'X-API-Key': 'db' } })).status).toBe(
        200,
      )
      expect(await createDocument(other.dbBaseUrl)).toMatchObject({ id: 4 })
      expect((await ask(`${other.adminUrl}/requests?count=true`)).json).toEqual({ count: 5 })
    }
    expect((await get(one.baseUrl, 'seeded')).status).toBe(404)
    expect((await put(one.baseUrl, 'b', 1)).status).toBe(201)
  })

  test('x-next carries the prefix of its world, and holds in that world only', async () => {
    const home = await start()
    const [one, two] = [await makeWorld(home), await makeWorld(home)]
    const page = (url: string) => fetch(url, { headers: { 'X-API-Key': 'db' } })
    const next = (await page(`${one.dbBaseUrl}/documents?limit=1`)).headers.get('x-next') ?? ''
    expect(next).toMatch(new RegExp(`^${one.baseUrl}/documents\\?next=`))
    expect(await (await page(next)).json()).toMatchObject([{ id: 2 }])
    for (const elsewhere of [two.baseUrl, home.baseUrl]) {
      expect((await page(next.replace(one.baseUrl, elsewhere))).status).toBe(400)
    }
  })

  test('a header selects one too, for data and admin calls', async () => {
    const home = await start()
    const one = await makeWorld(home)
    await put(one.baseUrl, 'a', 1)
    const header = { 'X-Emulator-World': one.id }
    expect((await get(home.baseUrl, 'a', header)).status).toBe(200)
    const journal = await fetch(`${home.adminUrl}/requests?count=true`, { headers: header })
    expect(await journal.json()).toEqual({ count: 2 })
    const differing = await get(one.baseUrl, 'a', { 'X-Emulator-World': 'w7' })
    expect([differing.status, differing.headers.get('x-emulator-reason')]).toEqual([
      400,
      'the path names the world w1, but the X-Emulator-World header names w7',
    ])
  })

  test.each(['/_worlds/w9/documents', '/_worlds/w9/_admin/clock', '/_worlds/', '/_worlds', '/_worlds/%zz/x'])(
    'an unknown world is a 404 with a reason: %s',
    async (path) => {
      const home = await start()
      const answer = await fetch(home.baseUrl + path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ message: expect.any(String) })
    },
  )

  test('a reset goes back to the source of the world: the seed, the present, a snapshot', async () => {
    const home = await start()
    await put(home.baseUrl, 'a', 'first')
    await ask(`${home.adminUrl}/snapshots`, 'POST', { name: 'early' })
    await put(home.baseUrl, 'a', 'second')
    const worlds = {
      seed: await makeWorld(home, { from: 'seed' }),
      early: await makeWorld(home, { from: 'early' }),
      current: await makeWorld(home, { from: 'current' }),
    }
    const expected = { seed: undefined, early: 'first', current: 'second' }
    for (const reset of [false, true]) {
      for (const [from, { baseUrl, adminUrl }] of Object.entries(worlds)) {
        if (reset) await ask(`${adminUrl}/reset`, 'POST')
        const read = (await (await get(baseUrl, 'a')).json()) as { value?: string }
        expect(read.value).toBe(expected[from as keyof typeof expected])
        await put(baseUrl, 'a', 'changed')
      }
    }
    expect((await ask(`${worlds.early.adminUrl}/seed`)).json).toMatchObject({
      namespaces: [{ entries: [{ key: 'seeded' }, { key: 'a', value: 'first' }] }],
    })
  })

  test('PUT seed changes the default world and the worlds that are made from the seed later', async () => {
    const home = await start()
    const before = await makeWorld(home)
    await ask(`${home.adminUrl}/seed`, 'PUT', { ...SEED, stores: [{ id: 'ec_new_1' }] })
    const after = await makeWorld(home)
    const storesOf = async ({ adminUrl }: Addresses) => (await ask(`${adminUrl}/stores`)).json
    expect(await storesOf(before)).toEqual({ stores: [] })
    expect(await storesOf(after)).toMatchObject({ stores: [{ id: 'ec_new_1' }] })
    await ask(`${before.adminUrl}/reset`, 'POST')
    expect(await storesOf(before)).toEqual({ stores: [] })
  })

  test('worlds are listed and removed; their names are free again', async () => {
    const home = await start()
    const one = await makeWorld(home, { id: 'mine' })
    const real = { ageMs: expect.any(Number), idleMs: expect.any(Number) }
    const listed = { ...one, ...real, from: 'seed', clock: expect.any(Object), requests: 0 }
    expect((await ask(`${home.adminUrl}/worlds`)).json).toEqual({ worlds: [listed] })
    expect((await ask(`${home.adminUrl}/worlds`, 'POST', { id: 'mine' })).status).toBe(409)
    expect((await ask(`${home.adminUrl}/worlds/mine`, 'DELETE')).status).toBe(204)
    expect((await ask(`${home.adminUrl}/worlds/mine`, 'DELETE')).status).toBe(404)
    expect((await get(one.baseUrl, 'seeded')).status).toBe(404)
    expect((await makeWorld(home, { id: 'mine' })).id).toBe('mine')
    expect((await get(one.baseUrl, 'seeded')).status).toBe(200)
    expect((await makeWorld(home)).id).toBe('w1')
  })

  test.each([
    [{ id: '' }, 400, /id: /],
    [{ id: 'a/b' }, 400, /id: expected 1 to 64/],
    [{ from: 'nowhere' }, 404, /there is no snapshot nowhere/],
    [{ form: 'seed' }, 400, /form: there is no such field/],
  ])('a new world is refused for %j', async (body, status, message) => {
    const home = await start()
    const refused = await ask(`${home.adminUrl}/worlds`, 'POST', body)
    expect(refused).toMatchObject({ status, json: { message: expect.stringMatching(message) } })
    expect((await ask(`${home.adminUrl}/worlds`)).json).toEqual({ worlds: [] })
  })

  test('they are on both ports if the database has its own port', async () => {
    const home = await start({ dbPort: 0 })
    const one = await makeWorld(home)
    expect(one.dbBaseUrl).toBe(`${home.dbBaseUrl}/_worlds/w1`)
    expect(await createDocument(one.dbBaseUrl)).toMatchObject({ id: 4 })
    expect(await createDocument(one.dbBaseUrl)).toMatchObject({ id: 5 })
    expect(await createDocument(home.dbBaseUrl)).toMatchObject({ id: 4 })
    expect((await get(one.baseUrl, 'seeded')).status).toBe(200)
  })

  test('--require-world refuses data requests outside of one', async () => {
    const home = await start({ requireWorld: true })
    const outside = await get(home.baseUrl, 'seeded')
    expect([outside.status, outside.headers.get('x-emulator-reason')]).toEqual([
      400,
      expect.stringContaining('--require-world'),
    ])
    expect(await (await fetch(`${home.adminUrl}/requests`)).json()).toMatchObject({
      requests: [{ id: 'r1', operation: 'kv.get', status: 400, outcome: 'invalid_request' }],
    })
    expect((await get((await makeWorld(home)).baseUrl, 'seeded')).status).toBe(200)
  })
})
