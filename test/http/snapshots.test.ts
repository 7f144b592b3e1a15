import { afterEach, describe, expect, test } from 'vitest'
import { type Addresses, ask, closeAll, createDocument, get, put, start } from './world-requests.js'

afterEach(closeAll)

describe('snapshots', () => {
  /** Everything that a client or a test can see, as bytes. */
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

  test('the same requests get the same bytes after a restore, ids, chances and cursors included', async () => {
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
        sizes: {
          namespaces: 1,
          entries: 2,
          stores: 0,
          configs: 0,
          databaseKeys: 1,
          projects: 0,
          documents: 4,
        },
      },
    })
    const first = await play(home)
    expect(new Set(first.slice(1, 9).map((line) => line.slice(0, 3)))).toEqual(new Set(['200', '503']))
    for (let round = 0; round < 3; round++) {
      expect((await ask(`${home.adminUrl}/snapshots/before/restore`, 'POST')).status).toBe(200)
      expect(await play(home)).toEqual(first)
    }
  })

  test('snapshots show how much they hold, and how much the world holds now', async () => {
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
      snapshots: [
        {
          sizes: {
            namespaces: 1,
            entries: 1,
            stores: 0,
            configs: 0,
            databaseKeys: 1,
            projects: 0,
            documents: 3,
          },
        },
      ],
      present: {
        namespaces: 2,
        entries: 4,
        stores: 1,
        configs: 1,
        databaseKeys: 1,
        projects: 1,
        documents: 3,
      },
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

  test('an x-next from before a restore or a reset is valid if its page exists', async () => {
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

  test('snapshots are named, replaced, listed, removed and bounded', async () => {
    const home = await start({ bounds: { snapshots: 2 } })
    const take = (body: object = {}) => ask(`${home.adminUrl}/snapshots`, 'POST', body)
    expect((await take()).json).toMatchObject({ name: 's1' })
    await take({ name: 'a' })
    await put(home.baseUrl, 'x', 1)
    await take({ name: 'a' })
    expect((await take()).json).toMatchObject({
      message: 'a world can have at most 2 snapshots (--max-snapshots, in code bounds.snapshots)',
    })
    await ask(`${home.adminUrl}/reset`, 'POST')
    await ask(`${home.adminUrl}/snapshots/a/restore`, 'POST')
    expect((await get(home.baseUrl, 'x')).status).toBe(200)
    expect((await ask(`${home.adminUrl}/snapshots/s1`, 'DELETE')).status).toBe(204)
    expect((await ask(`${home.adminUrl}/snapshots/s1/restore`, 'POST')).json).toMatchObject({
      message: 'there is no snapshot s1',
      hint: 'existing snapshots: a',
    })
    expect((await take({ name: 'a/b' })).status).toBe(400)
  })
})
