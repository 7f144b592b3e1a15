import { afterEach, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/emulator.js'
import type { EmulatorOptions } from '../../src/server/options/emulator-options.js'

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'k', scope: 'admin' }],
      limits: { reads: 5 },
      entries: [{ key: 'seeded', value: 1, ttlSeconds: 3600 }],
    },
  ],
  database: { keys: [{ key: 'db' }], documents: [{ repeat: 3, title: 'Draft {{index}}' }] },
}

const running: Emulator[] = []

afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ seed: SEED, ...options })
  running.push(emulator)
  return emulator
}

interface Addresses {
  readonly id: string
  readonly baseUrl: string
  readonly dbBaseUrl: string
  readonly adminUrl: string
}

async function ask(url: string, method = 'GET', body?: object): Promise<{ status: number; json: unknown }> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

async function makeWorld({ adminUrl }: { adminUrl: string }, body: object = {}): Promise<Addresses> {
  const { status, json } = await ask(`${adminUrl}/worlds`, 'POST', body)
  expect(status).toBe(201)
  return json as Addresses
}

const put = (baseUrl: string, key: string, value: unknown) =>
  fetch(`${baseUrl}/v1/kv/ns_a_1/${key}`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'k' },
    body: JSON.stringify({ value, ttlSeconds: 60 }),
  })

const get = (baseUrl: string, key: string, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}/v1/kv/ns_a_1/${key}`, { headers: { 'X-KV-Key': 'k', ...headers } })

async function createDocument(baseUrl: string): Promise<unknown> {
  const headers = { 'X-API-Key': 'db' }
  return (await fetch(`${baseUrl}/documents`, { method: 'POST', headers, body: '{"title":"new"}' })).json()
}

describe('worlds', () => {
  test('are complete and isolated: entries, clocks, counters, ids, faults, profile, journal', async () => {
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
      'the path names the world w1, the X-Emulator-World header w7',
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

  test('a reset goes back to what the world was made from: the seed, the present, a snapshot', async () => {
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

  test('PUT seed touches the default world and those made from the seed later', async () => {
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

  test('are listed and removed; their names are free again', async () => {
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
    [{ id: 'a/b' }, 400, /id: must be 1 to 64/],
    [{ from: 'nowhere' }, 404, /there is no snapshot nowhere/],
    [{ form: 'seed' }, 400, /form: there is no such field/],
  ])('refuses %j', async (body, status, message) => {
    const home = await start()
    const refused = await ask(`${home.adminUrl}/worlds`, 'POST', body)
    expect(refused).toMatchObject({ status, json: { message: expect.stringMatching(message) } })
    expect((await ask(`${home.adminUrl}/worlds`)).json).toEqual({ worlds: [] })
  })

  test('there are no more than their bound', async () => {
    const home = await start({ bounds: { worlds: 1 } })
    await makeWorld(home)
    expect((await ask(`${home.adminUrl}/worlds`, 'POST')).json).toMatchObject({
      message: 'there are 1 worlds at most (--max-worlds)',
    })
  })

  test('with a port of its own for the database, they are on both', async () => {
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

describe('snapshots', () => {
  /** What a client and a test can see, as bytes. */
  async function play({ baseUrl, dbBaseUrl, adminUrl }: Omit<Addresses, 'id'>): Promise<string[]> {
    const seen: string[] = []
    const note = async (response: Response) => {
      seen.push(`${response.status} ${response.headers.get('x-next')} ${await response.text()}`)
    }
    const faults = { probability: 0.5, status: 503, match: { operation: 'kv.get' } }
    await note(await fetch(`${adminUrl}/faults`, { method: 'POST', body: JSON.stringify(faults) }))
    for (let i = 0; i < 8; i++) await note(await get(baseUrl, 'seeded'))
    await note(await put(baseUrl, 'later', i64))
    await note(await fetch(`${adminUrl}/clock`, { method: 'POST', body: '{"advance":"30m"}' }))
    await note(await fetch(`${dbBaseUrl}/documents?limit=1`, { headers: { 'X-API-Key': 'db' } }))
    seen.push(JSON.stringify(await createDocument(dbBaseUrl)))
    await note(await fetch(`${adminUrl}/namespaces`, { method: 'POST', body: '{"name":"made"}' }))
    return seen
  }
  const i64 = '9007199254740993'

  test('after a restore the same requests get the same bytes, ids, chances and cursors included', async () => {
    const home = await start()
    await put(home.baseUrl, 'a', 1)
    await createDocument(home.dbBaseUrl)
    const taken = await ask(`${home.adminUrl}/snapshots`, 'POST', { name: 'before' })
    expect(taken).toEqual({
      status: 201,
      json: {
        name: 'before',
        at: Date.UTC(2026, 0, 31, 12),
        atIso: '2026-01-31T12:00:00.000Z',
        sizes: { namespaces: 1, entries: 2, stores: 0, configs: 0, projects: 0, documents: 4 },
      },
    })
    const first = await play(home)
    expect(new Set(first.slice(1, 9).map((line) => line.slice(0, 3)))).toEqual(new Set(['200', '503']))
    for (let round = 0; round < 3; round++) {
      expect((await ask(`${home.adminUrl}/snapshots/before/restore`, 'POST')).status).toBe(200)
      expect(await play(home)).toEqual(first)
    }
  })

  test('tell how much they hold, and how much the world does now', async () => {
    const home = await start()
    await ask(`${home.adminUrl}/snapshots`, 'POST', { name: 'before' })
    const more = {
      namespaces: [
        { id: 'ns_more_1', entries: [{ key: 'k{{index}}', value: 1, ttlSeconds: 60, repeat: 3 }] },
      ],
      stores: [{ id: 'ec_more_1', entries: [{ key: 'c', value: 1 }] }],
      database: { projects: [{ name: 'p' }] },
    }
    expect((await ask(`${home.adminUrl}/state`, 'PATCH', more)).status).toBe(200)
    expect((await ask(`${home.adminUrl}/snapshots`)).json).toMatchObject({
      snapshots: [{ sizes: { namespaces: 1, entries: 1, stores: 0, configs: 0, projects: 0, documents: 3 } }],
      present: { namespaces: 2, entries: 4, stores: 1, configs: 1, projects: 1, documents: 3 },
    })
  })

  test('a restore leaves the journal, a reset leaves the snapshots', async () => {
    const home = await start()
    await ask(`${home.adminUrl}/snapshots`, 'POST', { name: 'kept' })
    await get(home.baseUrl, 'seeded')
    await ask(`${home.adminUrl}/snapshots/kept/restore`, 'POST')
    expect((await ask(`${home.adminUrl}/requests?count=true`)).json).toEqual({ count: 1 })
    await ask(`${home.adminUrl}/reset`, 'POST')
    expect((await ask(`${home.adminUrl}/snapshots`)).json).toMatchObject({ snapshots: [{ name: 'kept' }] })
  })

  test('an x-next from before a restore or a reset holds where its page is there', async () => {
    const home = await start()
    const next = async () => {
      const page = await fetch(`${home.dbBaseUrl}/documents?limit=1`, { headers: { 'X-API-Key': 'db' } })
      return page.headers.get('x-next') ?? ''
    }
    const early = await next()
    await ask(`${home.adminUrl}/snapshots`, 'POST', { name: 's' })
    await ask(`${home.adminUrl}/reset`, 'POST')
    const late = await next()
    await ask(`${home.adminUrl}/snapshots/s/restore`, 'POST')
    const status = async (url: string) => (await fetch(url, { headers: { 'X-API-Key': 'db' } })).status
    expect(late).toBe(early)
    expect([await status(early), await status(late)]).toEqual([200, 200])
  })

  test('are named, replaced, listed, removed and bounded', async () => {
    const home = await start({ bounds: { snapshots: 2 } })
    const take = (body: object = {}) => ask(`${home.adminUrl}/snapshots`, 'POST', body)
    expect((await take()).json).toMatchObject({ name: 's1' })
    await take({ name: 'a' })
    await put(home.baseUrl, 'x', 1)
    await take({ name: 'a' })
    expect((await take()).json).toMatchObject({
      message: 'a world keeps 2 snapshots at most (--max-snapshots)',
    })
    await ask(`${home.adminUrl}/reset`, 'POST')
    await ask(`${home.adminUrl}/snapshots/a/restore`, 'POST')
    expect((await get(home.baseUrl, 'x')).status).toBe(200)
    expect((await ask(`${home.adminUrl}/snapshots/s1`, 'DELETE')).status).toBe(204)
    expect((await ask(`${home.adminUrl}/snapshots/s1/restore`, 'POST')).json).toMatchObject({
      message: 'there is no snapshot s1',
      hint: 'there is a',
    })
    expect((await take({ name: 'a/b' })).status).toBe(400)
  })
})
