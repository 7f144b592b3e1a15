import { describe, expect, test } from 'vitest'
import { member, startShop } from '../clients.js'

type Shop = Awaited<ReturnType<typeof startShop>>
const bytesIn = async (shop: Shop) => Reflect.get(Object(member(await shop.usage(), 'usage')), 'storageBytes')
const put = (shop: Shop, key: string, text: string, ttlSeconds = 3600) =>
  shop.put(key, `{"value":${text},"ttlSeconds":${ttlSeconds}}`)

test.each([
  ['a plain value', 'key', '1', 4],
  ['a text, its quotes too', 'key', '"abc"', 8],
  ['two bytes a character', 'k', '"é"', 1 + 4],
  ['four bytes a character', 'k', '"😀"', 1 + 6],
  ['an escape as it was written', 'k', String.raw`"\u00e9"`, 1 + 8],
  ['a key of two bytes', '%C3%A9', '1', 2 + 1],
  ['white space that means something', 'k', '" a "', 1 + 5],
  ['white space that means nothing', 'k', ' [ 1 , 2 ] ', 1 + 5],
  ['digits as they were written', 'k', '1.000', 1 + 5],
])(
  'storageBytes counts the UTF-8 bytes of the key and of the stored value: %s',
  async (_, key, text, bytes) => {
    const shop = await startShop()
    await put(shop, key, text)
    expect(await bytesIn(shop)).toBe(bytes)
    await put(shop, key, '1')
    await shop.remove(key)
    expect(await bytesIn(shop)).toBe(0)
  },
)

test('the storage limit allows exactly its number of bytes, and refuses one more without a trace', async () => {
  const shop = await startShop({ limits: { storageBytes: 10 } })
  expect((await put(shop, 'k', '"1234567"')).status).toBe(200)
  expect(await bytesIn(shop)).toBe(10)
  const refused = await put(shop, 'k', '"12345678"')
  expect(refused.status).toBe(403)
  expect(member(refused, 'error')).toBe('namespace_storage_quota_exceeded')
  expect(refused.header('x-emulator-reason')).toBe('the put would make it 11 of 10 bytes; 10 are stored')
  expect((await put(shop, 'x', '1')).status).toBe(403)
  expect(member(await shop.get('k'), 'value')).toBe('1234567')
  expect(member(await shop.usage(), 'usage')).toMatchObject({ writes: 1, storageBytes: 10 })
})

test('admits any put that does not increase the total, even beyond the limit', async () => {
  const entries = [{ key: 'a', value: '12345678', ttlSeconds: 3600 }]
  const shop = await startShop({ limits: { storageBytes: 5 }, entries })
  expect(await bytesIn(shop)).toBe(11)
  expect((await put(shop, 'a', '"87654321"')).status).toBe(200)
  expect((await put(shop, 'a', '"876543210"')).status).toBe(403)
  expect((await put(shop, 'a', '"8765432"')).status).toBe(200)
  expect((await put(shop, 'b', '1')).status).toBe(403)
  await shop.remove('a')
  expect((await put(shop, 'b', '1234')).status).toBe(200)
})

describe('expired entries that nothing has met', () => {
  const start = async (expiredStorage: 'counted' | 'freed') => {
    const shop = await startShop({ limits: { storageBytes: 10 } }, { kv: { expiredStorage } })
    await put(shop, 'old', '12345', 60)
    shop.service.advance(60_000)
    return shop
  }

  test('expired entries that nothing has met occupy storage, and the refusal says so', async () => {
    const shop = await start('counted')
    const refused = await put(shop, 'new', '1')
    expect(refused.status).toBe(403)
    expect(refused.header('x-emulator-reason')).toBe(
      'the put would make it 12 of 10 bytes; 8 are stored, ' +
        '8 of them by expired entries that no read, list, put or delete has met yet',
    )
    await shop.get('old')
    expect((await put(shop, 'new', '1')).status).toBe(200)
  })

  test('expired entries that nothing has met do not occupy storage if the profile frees it', async () => {
    const shop = await start('freed')
    expect((await put(shop, 'new', '1')).status).toBe(200)
    expect(await bytesIn(shop)).toBe(4)
  })

  test('expired entries that nothing has met make room for a put over themselves', async () => {
    const shop = await start('counted')
    expect((await put(shop, 'old', '1234567')).status).toBe(200)
    expect(await bytesIn(shop)).toBe(10)
  })

  test('expired entries that nothing has met are measured as the profile says', async () => {
    const shop = await startShop({ limits: { storageBytes: 10 } }, { kv: { storageOf: 'value' } })
    expect((await put(shop, 'a-long-key', '"12345678"')).status).toBe(200)
    expect((await put(shop, 'b', '1')).status).toBe(403)
  })
})
