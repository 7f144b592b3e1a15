import { describe, expect, test } from 'vitest'
import { column, member, NOW, startShop } from '../clients.js'

const usedBy = async (shop: Awaited<ReturnType<typeof startShop>>) => member(await shop.usage(), 'usage')
const MINUTE = { value: 'v', ttlSeconds: 60 }

describe('an entry lives until its expiresAt, to the millisecond', () => {
  test.each([
    [-1, 200],
    [0, 404],
    [1, 404],
  ])('%d ms from it a read answers %d', async (offset, status) => {
    const shop = await startShop()
    const expiresAt = member(await shop.put('k', MINUTE), 'expiresAt')
    expect(expiresAt).toBe(NOW + 60_000)
    shop.service.world.clock.set(Number(expiresAt) + offset)
    expect((await shop.get('k')).status).toBe(status)
  })

  test.each([
    ['a list', -1, ['k']],
    ['a list', 0, []],
  ])('%s %d ms from it has %j', async (_, offset, keys) => {
    const shop = await startShop()
    await shop.put('k', MINUTE)
    shop.service.advance(60_000 + offset)
    expect(column(await shop.list(), 'key', 'keys')).toEqual(keys)
  })

  test.each([
    [-1, 200, 1],
    [0, 404, 0],
  ])('a delete %d ms from it answers %d and counts %d', async (offset, status, deletes) => {
    const shop = await startShop()
    await shop.put('k', MINUTE)
    shop.service.advance(60_000 + offset)
    expect((await shop.remove('k')).status).toBe(status)
    expect(await usedBy(shop)).toMatchObject({ deletes })
  })

  test('each put gives it a new life', async () => {
    const shop = await startShop()
    await shop.put('k', { value: 1, ttlSeconds: 3600 })
    shop.service.advance(30_000)
    await shop.put('k', { value: 2, ttlSeconds: 60 })
    shop.service.advance(59_999)
    expect(member(await shop.get('k'), 'value')).toBe(2)
    shop.service.advance(1)
    expect((await shop.get('k')).status).toBe(404)
  })

  test('a running clock makes it expire too', async () => {
    const shop = await startShop({}, {}, { clock: { now: NOW } })
    await shop.put('k', MINUTE)
    shop.service.advance(60_000)
    expect((await shop.get('k')).status).toBe(404)
  })
})

describe('an expired key reads exactly as a missing one', () => {
  const shapes = ['flat', 'nested', 'code'] as const
  test.each(shapes)('%s', async (shape) => {
    const shop = await startShop({}, { errors: { shape } })
    await shop.put('expired', MINUTE)
    await shop.put('deleted', MINUTE)
    await shop.remove('deleted')
    shop.service.advance(60_000)
    const { service } = shop
    const replies = []
    for (const key of ['expired', 'deleted', 'never', 'expired']) {
      await shop.get(key)
      const exchange = service.world.journal.newest
      replies.push([exchange?.status, exchange?.replyHeaders, exchange?.replyBody?.text])
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]?.[0]).toBe(404)
  })
})

describe('an expired entry leaves when something meets it', () => {
  const BYTES = 'gone'.length + '"v"'.length
  type Shop = Awaited<ReturnType<typeof startShop>>
  test.each<[string, (shop: Shop) => Promise<unknown>, number]>([
    ['a report of usage does not', (shop) => shop.usage(), BYTES],
    ['a read of another key does not', (shop) => shop.get('other'), BYTES],
    ['a delete of another key does not', (shop) => shop.remove('other'), BYTES],
    ['a refused read does not', (shop) => shop.get('gone', { headers: {} }), BYTES],
    ['a refused put does not', (shop) => shop.put('gone', '{}'), BYTES],
    ['its read does', (shop) => shop.get('gone'), 0],
    ['its delete does', (shop) => shop.remove('gone'), 0],
    ['a list does', (shop) => shop.list(), 0],
    ['a put over it does', (shop) => shop.put('gone', { value: 12, ttlSeconds: 60 }), 'gone12'.length],
  ])('%s', async (_, meet, storageBytes) => {
    const shop = await startShop()
    await shop.put('gone', MINUTE)
    shop.service.advance(60_000)
    expect(await usedBy(shop)).toMatchObject({ storageBytes: BYTES })
    await meet(shop)
    expect(await usedBy(shop)).toMatchObject({ storageBytes })
    expect((await shop.get('gone')).status).toBe(storageBytes === 'gone12'.length ? 200 : 404)
  })

  test('a clock that goes back brings back only what nothing has met', async () => {
    const shop = await startShop()
    await shop.put('met', MINUTE)
    await shop.put('unmet', MINUTE)
    shop.service.advance(60_000)
    await shop.get('met')
    shop.service.world.clock.set(NOW)
    expect(column(await shop.list(), 'key', 'keys')).toEqual(['unmet'])
  })
})

describe('what a put makes of the key', () => {
  test('over a live entry: the same place and creation, the new value and lifetime', async () => {
    const shop = await startShop()
    for (const key of ['a', 'b', 'c']) await shop.put(key, { value: key, ttlSeconds: 3600 })
    shop.service.advance(1000)
    await shop.put('a', { value: 'again', ttlSeconds: 120 })
    expect((await shop.list()).json).toEqual({
      ok: true,
      keys: [
        {
          key: 'a',
          ttlSeconds: 120,
          expiresAt: NOW + 121_000,
          expiresAtIso: '2026-01-15T12:02:01.000Z',
          createdAt: '2026-01-15T12:00:00.000Z',
        },
        ...['b', 'c'].map((key) => ({
          key,
          ttlSeconds: 3600,
          expiresAt: NOW + 3_600_000,
          expiresAtIso: '2026-01-15T13:00:00.000Z',
          createdAt: '2026-01-15T12:00:00.000Z',
        })),
      ],
    })
    expect(member(await shop.get('a'), 'value')).toBe('again')
  })

  test.each(['expired', 'deleted'])('over an %s one: a new entry, at the end', async (how) => {
    const shop = await startShop()
    await shop.put('a', MINUTE)
    await shop.put('b', { value: 1, ttlSeconds: 3600 })
    if (how === 'deleted') await shop.remove('a')
    shop.service.advance(60_000)
    await shop.put('a', MINUTE)
    const listed = await shop.list()
    expect(column(listed, 'key', 'keys')).toEqual(['b', 'a'])
    expect(column(listed, 'createdAt', 'keys')).toEqual([
      '2026-01-15T12:00:00.000Z',
      '2026-01-15T12:01:00.000Z',
    ])
  })
})

test('a seeded expiry counts from the origin, and a TTL that was left out is what lies between', async () => {
  const entries = [{ key: 'k', value: 1, createdAt: '-30s', expiresAt: '+90s' }]
  const shop = await startShop({ entries })
  expect((await shop.get('k')).json).toEqual({
    ok: true,
    key: 'k',
    value: 1,
    ttlSeconds: 120,
    expiresAt: NOW + 90_000,
  })
  shop.service.advance(90_000)
  expect((await shop.get('k')).status).toBe(404)
})
