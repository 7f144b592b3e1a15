import { expect, test } from 'vitest'
import { WAYS } from './emulators.js'

test.each(WAYS)('%s: conduct() gives the judgement', async (_name, start) => {
  await using emulator = await start()
  await emulator.fetch('/v1/kv/ns_shop_k3v9x2/greeting', { headers: { 'X-KV-Key': 'kv_admin_shop' } })
  const { duties, quotas, judged, dropped } = await emulator.conduct()
  expect(duties.find(({ id }) => id === 'credential')).toMatchObject({ verdict: 'broken', requests: ['r1'] })
  expect(quotas).toMatchObject([{ namespaceId: 'ns_shop_k3v9x2', quantity: 'reads', used: 1 }])
  expect([judged, dropped]).toEqual([1, 0])
})
