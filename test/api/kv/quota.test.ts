import { describe, expect, test } from 'vitest'
import { member, NOW, NS, startShop } from '../clients.js'

type Shop = Awaited<ReturnType<typeof startShop>>
const usedBy = async (shop: Shop) => member(await shop.usage(), 'usage')
const BODY = { value: 1, ttlSeconds: 60 }
const NOTHING = { reads: 0, writes: 0, deletes: 0, lists: 0, storageBytes: 0 }
const FEBRUARY = Date.UTC(2026, 1)

const CALLS = {
  reads: (shop: Shop) => shop.get('k'),
  writes: (shop: Shop) => shop.put('k', BODY),
  lists: (shop: Shop) => shop.list(),
}
const quantities = Object.keys(CALLS) as (keyof typeof CALLS)[]

test('the usage record has these fields and no others', async () => {
  const shop = await startShop({ limits: { reads: 5, storageBytes: 700 } })
  await shop.put('k', BODY)
  await shop.get('k')
  await shop.list()
  await shop.remove('k')
  expect((await shop.usage()).text).toBe(
    `{"ok":true,"namespaceId":"${NS}","monthKey":"2026-01",` +
      '"limits":{"reads":5,"writes":100000,"lists":10000,"storageBytes":700},' +
      '"usage":{"reads":1,"writes":1,"deletes":1,"lists":1,"storageBytes":0}}',
  )
})

describe.each(quantities)('the monthly limit of %s', (quantity) => {
  test('lets the last one through and no more, and counts no refused one', async () => {
    const shop = await startShop({ limits: { [quantity]: 2 }, entries: [{ key: 'k', ...BODY }] })
    for (const used of [1, 2]) {
      expect((await CALLS[quantity](shop)).status).toBe(200)
      expect(await usedBy(shop)).toMatchObject({ [quantity]: used })
    }
    const refused = await CALLS[quantity](shop)
    expect(refused.status).toBe(429)
    expect(member(refused, 'error')).toBe('monthly_quota_exceeded')
    expect(refused.header('x-emulator-reason')).toBe(`2 of 2 ${quantity} used in 2026-01`)
    expect(await usedBy(shop)).toMatchObject({ [quantity]: 2 })
  })

  test('0 allows none, and the other quantities go on', async () => {
    const shop = await startShop({ limits: { [quantity]: 0 }, entries: [{ key: 'k', ...BODY }] })
    for (const other of quantities) {
      expect((await CALLS[other](shop)).status).toBe(other === quantity ? 429 : 200)
    }
    expect((await shop.remove('k')).status).toBe(200)
    expect((await shop.usage()).status).toBe(200)
  })

  test('begins anew with the UTC month, to the millisecond', async () => {
    const shop = await startShop({
      limits: { [quantity]: 1 },
      entries: [{ key: 'k', value: 1, ttlSeconds: 9e6 }],
    })
    await CALLS[quantity](shop)
    shop.service.world.clock.set(FEBRUARY - 1)
    expect((await CALLS[quantity](shop)).status).toBe(429)
    shop.service.world.clock.set(FEBRUARY)
    expect((await CALLS[quantity](shop)).status).toBe(200)
    expect((await CALLS[quantity](shop)).status).toBe(429)
  })
})

test('a month that was gone back to shows its own counters', async () => {
  const shop = await startShop()
  await shop.get('k')
  shop.service.world.clock.set(FEBRUARY)
  expect(member(await shop.usage(), 'monthKey')).toBe('2026-02')
  expect(await usedBy(shop)).toEqual(NOTHING)
  for (let i = 0; i < 3; i++) await shop.get('k')
  shop.service.world.clock.set(NOW)
  expect(await usedBy(shop)).toEqual({ ...NOTHING, reads: 1 })
  shop.service.world.clock.set(Date.UTC(2025, 11, 31))
  expect(await usedBy(shop)).toEqual(NOTHING)
  shop.service.world.clock.set(FEBRUARY)
  expect(await usedBy(shop)).toEqual({ ...NOTHING, reads: 3 })
})

test('seeded usage belongs to its month, this one where none is named', async () => {
  const usage = { reads: 998, '2025-12': { reads: 7, deletes: 2 } }
  const shop = await startShop({ usage, limits: { reads: 1000 } })
  expect(await usedBy(shop)).toEqual({ ...NOTHING, reads: 998 })
  const statuses = [await shop.get('k'), await shop.get('k'), await shop.get('k')].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 429])
  shop.service.world.clock.set(Date.UTC(2025, 11, 31, 23, 59, 59, 999))
  expect(await usedBy(shop)).toEqual({ ...NOTHING, reads: 7, deletes: 2 })
})

test('deletes have no limit, and count only where something was deleted', async () => {
  const shop = await startShop({ limits: { reads: 0, lists: 0, writes: 3 } })
  for (let i = 0; i < 3; i++) {
    await shop.put(`k${i}`, BODY)
    expect((await shop.remove(`k${i}`)).status).toBe(200)
    expect((await shop.remove(`k${i}`)).status).toBe(404)
  }
  expect(await usedBy(shop)).toEqual({ ...NOTHING, writes: 3, deletes: 3 })
})

test('usage goes to the namespace whoever calls, and reading it counts nothing', async () => {
  const shop = await startShop()
  for (const key of ['kv_read_shop', 'kv_admin_shop']) await shop.get('k', { headers: { 'X-KV-Key': key } })
  await shop.usage()
  expect(await usedBy(shop)).toEqual({ ...NOTHING, reads: 2 })
})

describe('Retry-After of a used-up quota, where the profile has one', () => {
  test.each([
    [FEBRUARY - 1, '1'],
    [FEBRUARY - 1000, '1'],
    [FEBRUARY - 1001, '2'],
    [FEBRUARY, String(28 * 86_400)],
  ])('at %d it is %s', async (now, seconds) => {
    const shop = await startShop({ limits: { reads: 0 } }, { kv: { quotaRetryAfter: true } })
    shop.service.world.clock.set(now)
    expect((await shop.get('k')).header('retry-after')).toBe(seconds)
  })
})
