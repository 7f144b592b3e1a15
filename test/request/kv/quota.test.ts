import { expect, test } from 'vitest'
import { member, NS, startShop } from '../clients.js'

type Shop = Awaited<ReturnType<typeof startShop>>
const usedBy = async (shop: Shop) => member(await shop.usage(), 'usage')
const BODY = { value: 1, ttlSeconds: 60 }
const NOTHING = { reads: 0, writes: 0, deletes: 0, lists: 0, storageBytes: 0 }
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

test('seeded usage belongs to its month, or to the present one if none is named', async () => {
  const usage = { reads: 998, '2025-12': { reads: 7, deletes: 2 } }
  const shop = await startShop({ usage, limits: { reads: 1000 } })
  expect(await usedBy(shop)).toEqual({ ...NOTHING, reads: 998 })
  const statuses = [await shop.get('k'), await shop.get('k'), await shop.get('k')].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 429])
  shop.service.world.clock.set(Date.UTC(2025, 11, 31, 23, 59, 59, 999))
  expect(await usedBy(shop)).toEqual({ ...NOTHING, reads: 7, deletes: 2 })
})
