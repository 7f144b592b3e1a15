import { describe, expect, test } from 'vitest'
import { column, member, NS, startShop, startStore } from '../clients.js'

const LONG = 'k'.repeat(8000)

/** As written in the path, and as decoded. */
const KEYS: readonly [path: string, key: string][] = [
  ['a%2Fb', 'a/b'],
  ['a%2fb', 'a/b'],
  ['a+b', 'a+b'],
  ['%2525', '%25'],
  ['a&b=c;d:e@f!$,()*~', 'a&b=c;d:e@f!$,()*~'],
  ['%00', '\u0000'],
  ['%C3%BC%E4%B8%AD%F0%9F%98%80', 'ü中😀'],
  ['__proto__', '__proto__'],
  ['..', '..'],
  [LONG, LONG],
]

describe.each(KEYS.map(([path, key]) => [path.slice(0, 40), path, key] as const))('%s', (_, path, key) => {
  test('the key is refused in the key-value store', async () => {
    const shop = await startShop()
    expect((await shop.get(path)).status).toBe(404)
    expect(member(await shop.put(path, { value: path, ttlSeconds: 60 }), 'key')).toBe(key)
    expect((await shop.get(path)).json).toMatchObject({ key, value: path })
    expect(column(await shop.list(), 'key', 'keys')).toEqual([key])
    expect((await shop.remove(path)).json).toEqual({ ok: true, key })
    expect((await shop.get(path)).status).toBe(404)
  })

  test('the key is refused in the config store', async () => {
    const store = await startStore()
    expect((await store.get(path)).status).toBe(404)
    expect(member(await store.put(path, { value: path }), 'key')).toBe(key)
    expect((await store.get(path)).json).toMatchObject({ key, value: path })
    expect(column(await store.list(), 'key', 'configs')).toEqual([key])
    expect((await store.remove(path)).json).toEqual({ ok: true, key })
    expect((await store.get(path)).status).toBe(404)
  })
})

describe('percent-encoding that is broken is 400', () => {
  test.each(['%', '%ZZ', '%C3%28', '%ED%A0%80'])('the broken percent-encoding %s is a 400', async (path) => {
    const shop = await startShop()
    const store = await startStore()
    const answers = [
      await shop.get(path),
      await shop.put(path, { value: 1, ttlSeconds: 60 }),
      await shop.remove(path),
      await store.get(path),
      await store.put(path, { value: 1 }),
      await store.remove(path),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(400)
      expect(answer.header('x-emulator-reason')).toContain('percent-encoding')
    }
    expect(member(await shop.usage(), 'usage')).toMatchObject({ reads: 0, writes: 0, deletes: 0 })
  })

  test('broken percent-encoding in the name of a namespace or store is a 400 too', async () => {
    const { service } = await startShop()
    const headers = { 'X-KV-Key': 'kv_admin_shop' }
    for (const path of ['/v1/kv/%ZZ/k', '/v1/ec/%ZZ/k', '/v1/ec/%']) {
      expect((await service.send(`GET ${path}`, { headers })).status).toBe(400)
    }
  })
})

test('the name of a namespace is decoded as a key is', async () => {
  const shop = await startShop()
  const answer = await shop.service.send(`GET /v1/kv/${NS.replace('_', '%5F')}/k`, {
    headers: { 'X-KV-Key': 'kv_admin_shop' },
  })
  expect(shop.service.outcome).toBe('entry_missing')
  expect(answer.status).toBe(404)
})
