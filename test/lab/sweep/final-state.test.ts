import { expect, test } from 'vitest'
import type { Swept } from '../../../lab/sweep/options.js'
import { configure, create, findings, get, insist, put, swept } from './shop.js'

test('the final state is compared without ids, counters and instants', async () => {
  const run: Swept = async (world) => {
    await insist(() => put(world, 'seen', { at: new Date(0).toISOString(), by: 'alice' }))
    await insist(() => configure(world, 'last', 1_768_478_400_000 + Math.floor(Math.random() * 1e6)))
    // Its id and the counters differ if the first try was lost.
    await Promise.all([insist(() => get(world, 'a')), insist(() => get(world, 'b'))])
  }
  expect(await findings(run, { faults: ['503', 'reset', 'lost'] })).toEqual([])
})

test.each(['value', 'key'])(
  'the final state is compared without values that vary by themselves: a random %s',
  async (varied) => {
    const run: Swept = async (world) => {
      const random = String(Math.random())
      const [key, value] = varied === 'key' ? [random, 'alice'] : ['session', { random, user: 'alice' }]
      await insist(() => put(world, key, value))
      await insist(() => create(world, `Order ${random}`))
    }
    expect(await findings(run, { faults: ['503', 'lost'] })).toEqual(['documents.create#1 lost: differs'])
  },
)

test('the final state is compared in the parts that do not vary', async () => {
  const run: Swept = async (world) => {
    const first = await put(world, 'session', { random: Math.random(), user: 'alice' })
    if (!first.ok) await put(world, 'session', { random: Math.random(), user: 'nobody' })
  }
  const { findings: found } = await swept(run, { faults: ['503'] })
  expect(found).toMatchObject([{ point: 'kv.put ns_shop_1/session#1 503', outcome: 'differs' }])
  expect(found[0]?.differences).toMatchObject([
    { collection: 'ns_shop_1', kind: 'changed', by: 'kv.put ns_shop_1/session#2' },
  ])
})

test('the final state shows numbers that are instants as such, and fractions as they are', async () => {
  const run: Swept = async (world) => {
    if ((await configure(world, 'at', 1_768_478_400_000)).ok) await configure(world, 'share', 0.1234567891)
  }
  const { findings: found } = await swept(run, { faults: ['503'] })
  expect(found.map(({ differences }) => differences?.map(({ before }) => before))).toEqual([
    ['{"key":"at","value":"(instant)"}', '{"key":"share","value":0.1234567891}'],
    ['{"key":"share","value":0.1234567891}'],
  ])
})

test('the final state names the request that made a record, although its text has an instant', async () => {
  const run: Swept = (world) => insist(() => create(world, 'Order of 2026-01-15T12:00:00Z'))
  const { findings: found } = await swept(run, { faults: ['lost'] })
  expect(found[0]?.differences).toMatchObject([
    { kind: 'added', after: expect.stringContaining('"Order of (instant)"'), by: 'documents.create#2' },
  ])
})
