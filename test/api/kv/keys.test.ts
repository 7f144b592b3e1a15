import { describe, expect, test } from 'vitest'
import { column, member, NS, startShop, startStore } from '../clients.js'

const LONG = 'k'.repeat(8000)

/** A key as the path spells it, and what it names. */
const KEYS: readonly [path: string, key: string][] = [
  ['plain', 'plain'],
  ['a%2Fb', 'a/b'],
  ['a%2fb', 'a/b'],
  ['%2F', '/'],
  ['a%20b', 'a b'],
  ['%20', ' '],
  ['a+b', 'a+b'],
  ['100%25', '100%'],
  ['%2525', '%25'],
  ['a%3Fb%23c', 'a?b#c'],
  ['a&b=c;d:e@f!$,()*~', 'a&b=c;d:e@f!$,()*~'],
  ['%22quoted%22%5C', '"quoted"\\'],
  ['%00', '\u0000'],
  ['%E2%80%A8', '\u2028'],
  ['%C3%BC%E4%B8%AD%F0%9F%98%80', 'ü中😀'],
  ['u%CC%88', 'u\u0308'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['toString', 'toString'],
  ['hasOwnProperty', 'hasOwnProperty'],
  ['.', '.'],
  ['..', '..'],
  ['%2E%2E', '..'],
  ['null', 'null'],
  ['0', '0'],
  [LONG, LONG],
]

describe.each(KEYS.map(([path, key]) => [path.slice(0, 40), path, key] as const))('%s', (_, path, key) => {
  test('in the key-value store', async () => {
    const shop = await startShop()
    expect((await shop.get(path)).status).toBe(404)
    expect(member(await shop.put(path, { value: path, ttlSeconds: 60 }), 'key')).toBe(key)
    expect((await shop.get(path)).json).toMatchObject({ key, value: path })
    expect(column(await shop.list(), 'key', 'keys')).toEqual([key])
    expect((await shop.remove(path)).json).toEqual({ ok: true, key })
    expect((await shop.get(path)).status).toBe(404)
  })

  test('in the config store', async () => {
    const store = await startStore()
    expect((await store.get(path)).status).toBe(404)
    expect(member(await store.put(path, { value: path }), 'key')).toBe(key)
    expect((await store.get(path)).json).toMatchObject({ key, value: path })
    expect(column(await store.list(), 'key', 'configs')).toEqual([key])
    expect((await store.remove(path)).json).toEqual({ ok: true, key })
    expect((await store.get(path)).status).toBe(404)
  })
})

test('keys that look alike are different keys', async () => {
  const shop = await startShop()
  const alike = ['k', 'K', 'k%20', '%C3%BC', 'u%CC%88', 'k%00']
  for (const key of alike) await shop.put(key, { value: key, ttlSeconds: 60 })
  expect(column(await shop.list(), 'key', 'keys')).toHaveLength(alike.length)
  for (const key of alike) expect(member(await shop.get(key), 'value')).toBe(key)
})

describe('percent-encoding that is broken is 400', () => {
  test.each(['%', '%1', '%ZZ', 'a%', '%C3', '%FF', '%C3%28', '%ED%A0%80'])('%s', async (path) => {
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

  test('in the name of a namespace or store too', async () => {
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

describe('what names no key is not emulated, and the answer says how to write it', () => {
  test.each([
    ['an empty key', '', '/v1/kv/{namespaceId}/{key}'],
    ['a trailing slash', 'k/', '/v1/kv/{namespaceId}/{key}|%2F'],
    ['a raw slash', 'a/b', 'a slash inside a key is written %2F'],
    ['a doubled slash', '/k', '%2F'],
  ])('%s', async (_, path, hint) => {
    const shop = await startShop()
    for (const answer of [await shop.get(path), await shop.put(path, { value: 1, ttlSeconds: 60 })]) {
      expect(answer.status).toBe(501)
      expect(member(answer, 'error')).toBe('not_emulated')
      expect(hint.split('|').some((text) => answer.header('x-emulator-reason')?.includes(text))).toBe(true)
    }
  })
})
