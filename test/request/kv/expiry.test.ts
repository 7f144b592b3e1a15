import { describe, expect, test } from 'vitest'
import { column, member, NOW, startShop } from '../clients.js'

const usedBy = async (shop: Awaited<ReturnType<typeof startShop>>) => member(await shop.usage(), 'usage')
const MINUTE = { value: 'v', ttlSeconds: 60 }

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
  ])('an expired entry leaves when something meets it: %s', async (_, meet, storageBytes) => {
    const shop = await startShop()
    await shop.put('gone', MINUTE)
    shop.service.advance(60_000)
    expect(await usedBy(shop)).toMatchObject({ storageBytes: BYTES })
    await meet(shop)
    expect(await usedBy(shop)).toMatchObject({ storageBytes })
    expect((await shop.get('gone')).status).toBe(storageBytes === 'gone12'.length ? 200 : 404)
  })

  test('a clock that goes back revives only the entries that nothing has met', async () => {
    const shop = await startShop()
    await shop.put('met', MINUTE)
    await shop.put('unmet', MINUTE)
    shop.service.advance(60_000)
    await shop.get('met')
    shop.service.world.clock.set(NOW)
    expect(column(await shop.list(), 'key', 'keys')).toEqual(['unmet'])
  })
})

describe('the effect of a put', () => {
  test('a put over a live entry keeps its place and creation, and has the new value and lifetime', async () => {
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

  test.each(['expired', 'deleted'])('a put over an %s one is a new entry, at the end', async (how) => {
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
