import { linkClock } from 'tristore-emulator/vitest'
import { describe, expect, test, vi } from 'vitest'
import { EDGES, type Swept } from '../../../lab/sweep/options.js'
import { findings, get, put, SEED } from './shop.js'

/** A sweep over boundaries that a run reaches only through the clock. */

test('a sweep finds code that goes by Date, if its clock is linked with that of the world', async () => {
  const session =
    (isLive: (now: number, expiresAt: number) => boolean): Swept =>
    async (world) => {
      using clock = await linkClock(vi, world)
      const response = await put(world, 'session', 'alice')
      const { expiresAt } = (await response.json()) as { expiresAt: number }
      await clock.advance('61s')
      return isLive(Date.now(), expiresAt) ? 'alice' : (await get(world, 'session')).status
    }
  const options = { edges: true, concurrency: 1 }
  expect(
    await findings(
      session((now, expiresAt) => now <= expiresAt),
      options,
    ),
  ).toEqual(['kv.get ns_shop_1/session#1 +0ms: differs'])
  expect(
    await findings(
      session((now, expiresAt) => now < expiresAt),
      options,
    ),
  ).toEqual([])
})

test('a sweep ignores errors and values that vary by themselves, and the addresses of worlds', async () => {
  const run: Swept = async (world) => {
    await put(world, 'from', world.baseUrl)
    const { status, url } = await get(world, 'from')
    if (status !== 200) throw new Error(`${status} of ${url}, ${Math.random()}`)
    return Math.random()
  }
  expect(await findings(run, { edges: EDGES })).toEqual([])
})

describe('an effect of the clock or a counter alone is not a finding:', () => {
  /** Writes a report per month, by the service's months or those of a time zone. */
  const report =
    (zoneHours: number): Swept =>
    async (world) => {
      const { now } = await world.clock.get()
      const month = new Date(now + zoneHours * 3_600_000).toISOString().slice(0, 7)
      await put(world, `report:${month}`, 'all is well', 7 * 86_400)
      await get(world, `report:${month}`)
    }

  test('an unused entry expires between two runs', async () => {
    const [namespace] = SEED.namespaces
    const entries = [{ key: 'session:old', value: 1, ttlSeconds: 200, expiresAt: '2026-01-31T18:00:00Z' }]
    const seed = { ...SEED, namespaces: [{ ...namespace, entries }] }
    expect(await findings(report(0), { edges: EDGES }, seed)).toEqual([])
  })

  test('a key contains a part of the time', async () => {
    const run: Swept = async (world) => {
      const { now } = await world.clock.get()
      await put(world, `rate:${Math.floor(now / 60_000)}`, 1, 86_400)
    }
    expect(await findings(run, { edges: EDGES })).toEqual([])
  })

  test('a value contains the usage', async () => {
    const run: Swept = async (world) => {
      await get(world, 'a')
      const { namespaces } = await world.state.get()
      const [{ usage } = {}] = namespaces ?? []
      await put(world, 'report', JSON.stringify(usage))
    }
    expect(await findings(run, { edges: ['quota'] })).toEqual([])
  })

  test('a random key is refused on both sides of a quota', async () => {
    const run: Swept = async (world) => {
      await put(world, `session:${crypto.randomUUID()}`, 1)
      await put(world, 'user:bob', 1)
    }
    const [namespace] = SEED.namespaces
    const seed = { ...SEED, namespaces: [{ ...namespace, limits: { writes: 100 } }] }
    expect(await findings(run, { edges: ['quota'] }, seed)).toEqual([])
  })

  test('a month by local time is a finding all the same', async () => {
    const found = await findings(report(-7), { edges: ['month'] })
    expect(found).toContain('kv.put ns_shop_1/report:2026-01#1 month +12h: differs')
  })
})
