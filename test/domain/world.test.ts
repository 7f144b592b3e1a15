import { describe, expect, test } from 'vitest'
import { HeapGuard } from '../../src/core/heap.js'
import { RandomSource } from '../../src/core/random.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { patchProfile } from '../../src/domain/profile/profile.js'
import { World } from '../../src/domain/world.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { CONFIG } from '../../src/services/config/contents.js'
import { DOCUMENTS } from '../../src/services/documents/contents.js'
import { services } from '../../src/services/index.js'
import { KV } from '../../src/services/kv/contents.js'
import { expiryOf } from '../../src/services/kv/entry.js'
import { WorldSeed } from '../../src/worlds/world-seed.js'
import { dbKey, kvKey, member, NS, OWNER, STORE } from '../request/clients.js'
import { REAL_NOW, Service } from '../support/service.js'

/** Everything that a request or its user can change is undone by a reset, and stays within its world. */

const BOUNDS = { ...defaultBounds, requests: 100 }
const MINUTE = 60_000

const seed = (clock: object) => ({
  clock,
  random: 42,
  namespaces: [
    {
      id: NS,
      owner: OWNER,
      usage: { reads: 5 },
      keys: [{ key: 'kv', scope: 'admin' }],
      entries: [
        { key: 'seeded', value: 1, ttlSeconds: 3600 },
        { key: 'expired', value: 1, createdAt: '-2h', expiresAt: '-1h' },
        { key: 'soon', value: 1, expiresAt: '+90s' },
      ],
    },
  ],
  stores: [{ id: STORE, keys: [{ key: 'ec', scope: 'admin' }], entries: [{ key: 'seeded', value: 1 }] }],
  database: {
    rateLimit: { requests: 50, per: '1m' },
    keys: [{ key: 'db' }],
    projects: [{ id: 3, name: 'p' }],
    documents: [{ repeat: 3, title: 'd' }],
  },
})

const FROZEN = { now: '2026-01-15T12:00:00Z', freeze: true }
const body = '{"value":2,"ttlSeconds":60,"title":"t","name":"n"}'
const kv = (service: Service, line: string) =>
  service.send(line.replace('$', `/v1/kv/${NS}`), { headers: kvKey('kv'), body })
const ec = (service: Service, line: string) =>
  service.send(line.replace('$', `/v1/ec/${STORE}`), { headers: kvKey('ec'), body })
const db = (service: Service, line: string) => service.send(line, { headers: dbKey('db'), body })

const namespaceOf = ({ world }: Service) => world.state.of(KV).namespaces.get(NS)
const documentsOf = ({ world }: Service) =>
  [...world.state.of(DOCUMENTS).documents.records.values()].map(({ id }) => id)

interface Item {
  readonly change: (service: Service) => unknown
  /** Reads what was changed, and changes nothing itself. */
  readonly look: (service: Service) => unknown
}

const entriesOf: Item['look'] = (service) => [...(namespaceOf(service)?.entries.values() ?? [])]
const configsOf: Item['look'] = ({ world }) => [
  ...(world.state.of(CONFIG).stores.get(STORE)?.entries.values() ?? []),
]
const clockOf: Item['look'] = ({ world }) => world.clock.save()

const ITEMS: Record<string, Item> = {
  'an entry': { change: (service) => kv(service, 'PUT $/new'), look: entriesOf },
  'an entry that was replaced': { change: (service) => kv(service, 'PUT $/seeded'), look: entriesOf },
  'an entry that was deleted': { change: (service) => kv(service, 'DELETE $/seeded'), look: entriesOf },
  'an expired entry that was met': { change: (service) => kv(service, 'GET $/expired'), look: entriesOf },
  storage: {
    change: (service) => kv(service, 'PUT $/new'),
    look: (service) => ({ ...namespaceOf(service)?.stored }),
  },
  'a counter': {
    change: (service) => kv(service, 'GET $/seeded'),
    look: (service) => namespaceOf(service)?.usage.copy(REAL_NOW).months(),
  },
  'a config entry': { change: (service) => ec(service, 'PUT $/new'), look: configsOf },
  'a config entry that was replaced': { change: (service) => ec(service, 'PUT $/seeded'), look: configsOf },
  'a config entry that was deleted': { change: (service) => ec(service, 'DELETE $/seeded'), look: configsOf },
  'a document': { change: (service) => db(service, 'POST /documents'), look: documentsOf },
  'a project': {
    change: (service) => db(service, 'POST /projects'),
    look: ({ world }) => [...world.state.of(DOCUMENTS).projects.records.values()],
  },
  'the id sequence': {
    change: async (service) => {
      await db(service, 'POST /documents')
      service.world.state.of(DOCUMENTS).documents.records.delete('4')
    },
    look: ({ world }) =>
      world.state
        .of(DOCUMENTS)
        .documents.copy()
        .create({ heading: '', text: undefined }, { seq: 1, key: 'x' }).id,
  },
  'a rate window': {
    change: (service) => db(service, 'GET /documents'),
    look: ({ world }) => [...world.state.of(DOCUMENTS).rateWindows.entries()],
  },
  'the rate limit': {
    change: ({ world }) => {
      world.state.of(DOCUMENTS).limitRate(undefined)
    },
    look: ({ world }) => world.state.of(DOCUMENTS).rateLimit,
  },
  'a stream of chance': {
    change: ({ world }) => world.random.stream('ids').next(),
    look: ({ world: { random } }) => new RandomSource(random.seed, random.save()).stream('ids').next(),
  },
  'the profile': {
    change: ({ world }) => {
      world.changeProfile(patchProfile(world.profile, { kv: { putStatus: 201 } }))
    },
    look: ({ world }) => world.profile,
  },
  'the time': { change: (service) => service.advance(MINUTE), look: clockOf },
  'a clock set to run': { change: ({ world }) => world.clock.run(), look: clockOf },
  'the rate of the clock': { change: ({ world }) => world.clock.setRate(60), look: clockOf },
  'the journal': {
    change: (service) => db(service, 'GET /documents'),
    look: ({ world }) => world.journal.list().map(({ id }) => id),
  },
}

describe.each(Object.entries(ITEMS))('%s', (_, { change, look }) => {
  test('the world is as before after a reset, the first and any further one', async () => {
    const service = await Service.start(seed(FROZEN))
    const before = look(service)
    for (let i = 0; i < 3; i++) {
      await change(service)
      expect(look(service)).not.toEqual(before)
      service.world.reset()
      expect(look(service)).toEqual(before)
    }
  })
})

test('ids after a reset are the same as the first time', async () => {
  const service = await Service.start(seed(FROZEN))
  const create = async () => member(await db(service, 'POST /documents'), 'id')
  const first = [await create(), await create()]
  service.world.reset()
  expect([await create(), await create()]).toEqual(first)
  expect(first).toEqual([4, 5])
  expect(service.world.journal.list().map(({ id }) => id)).toEqual(['r2', 'r1'])
})

test('a reset keeps the clock, if asked to', async () => {
  const service = await Service.start(seed(FROZEN))
  service.advance(MINUTE)
  const before = service.world.clock
  service.world.reset(new Set(['clock']))
  expect(service.world.clock).toBe(before)
  expect(clockOf(service)).toMatchObject({ now: REAL_NOW + MINUTE, mode: 'frozen' })
})

test('a reset keeps the requests, whose ids go on, if asked to', async () => {
  const service = await Service.start(seed(FROZEN))
  await db(service, 'GET /documents')
  service.world.reset(new Set(['requests']))
  await db(service, 'GET /documents')
  expect(service.world.journal.list().map(({ id }) => id)).toEqual(['r2', 'r1'])
})

test("a reset keeps nothing that it wasn't asked to keep", async () => {
  const service = await Service.start(seed(FROZEN))
  const before = entriesOf(service)
  await kv(service, 'PUT $/new')
  service.world.reset(new Set(['clock', 'requests']))
  expect(entriesOf(service)).toEqual(before)
})

describe('relative times', () => {
  const worldOf = async (clock: object) => {
    const real = { now: REAL_NOW }
    const { baseline } = await WorldSeed.of(
      services,
      parseSeeds([{ name: 'seed', text: JSON.stringify(seed(clock)) }], services),
      {},
    )
    const world = new World(services, baseline, () => real.now, BOUNDS)
    const expiry = () => {
      const soon = world.state.of(KV).namespaces.get(NS)?.entries.get('soon')
      return soon === undefined ? undefined : expiryOf(soon, world.state.origin)
    }
    return { real, world, expiry }
  }

  test('relative times count from the real time at the start, and at each reset', async () => {
    const { real, world, expiry } = await worldOf({})
    expect(expiry()).toBe(REAL_NOW + 90_000)
    real.now += 5 * MINUTE
    expect(expiry()).toBe(REAL_NOW + 90_000)
    world.reset()
    expect(expiry()).toBe(REAL_NOW + 5 * MINUTE + 90_000)
  })

  test('relative times count from the instant of a kept clock', async () => {
    const { world, expiry } = await worldOf({})
    world.clock.set(REAL_NOW + 100 * MINUTE)
    world.reset(new Set(['clock']))
    expect(expiry()).toBe(REAL_NOW + 100 * MINUTE + 90_000)
  })

  test("relative times count from the seed's clock.now, whatever the real time", async () => {
    const { real, world, expiry } = await worldOf({ now: '2030-01-01T00:00:00Z' })
    expect(expiry()).toBe(Date.UTC(2030) + 90_000)
    real.now += 5 * MINUTE
    for (const keep of [[], ['clock']] as const) {
      world.reset(new Set(keep))
      expect(expiry()).toBe(Date.UTC(2030) + 90_000)
    }
  })

  test('a counter without a month belongs to the month of the origin', async () => {
    const { real, world } = await worldOf({})
    const reads = () => world.state.of(KV).namespace(NS)?.usage.at(world.clock.now()).reads
    expect(reads()).toBe(5)
    real.now = Date.UTC(2026, 1, 3)
    expect(reads()).toBe(0)
    world.reset()
    expect(reads()).toBe(5)
  })
})

test('the bodies that a world keeps take a small share of a small heap', async () => {
  const { baseline } = (await Service.start({})).seeds
  const bytesMax = (limit: number) => {
    const heap = new HeapGuard({ limit, used: () => 0, collect: () => {} })
    return new World(services, baseline, () => REAL_NOW, BOUNDS, { heap }).journal.bounds.bodyBytesMax
  }
  expect([bytesMax(16e6), bytesMax(16e9)]).toEqual([1e6, 32 * 1024 * 1024])
})

test('the earlier contents that a world keeps for undo are released when the heap is full', async () => {
  const heap = new HeapGuard({ limit: 100, used: () => 90, collect: () => {} })
  const { baseline } = (await Service.start({})).seeds
  const worlds = [0, 1].map(() => new World(services, baseline, () => REAL_NOW, BOUNDS, { heap }))
  for (const world of worlds) world.reset()
  worlds[1]?.history.requestCheckpoint()
  expect(worlds.map(({ history }) => history.beforeReset !== undefined)).toEqual([true, true])
  expect(() => heap.admit()).toThrow()
  expect(worlds.map(({ history }) => history.beforeReset)).toEqual([undefined, undefined])
})
