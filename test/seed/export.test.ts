import { describe, expect, test } from 'vitest'
import { defaultProfile, patchProfile } from '../../src/domain/profile/profile.js'
import { exportSeed } from '../../src/seed/export.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { DOCUMENTS } from '../../src/services/documents/contents.js'
import { type ContractSeed, services } from '../../src/services/index.js'
import { Service } from '../support/service.js'
import { stringifySeed } from '../support/stringify-seed.js'
import { SEED } from './hostile.js'

type Format = 'json' | 'yaml'

const exported = ({ world }: Service, format: Format = 'json') =>
  stringifySeed(exportSeed(world, services), format)

/** Ways to load an exported state into a new world: as its seed, or in place of another state. */
const LOADS: Readonly<Record<string, (text: string) => Promise<Service>>> = {
  seed: (text) => Service.start(text),
  async put(text) {
    const service = await Service.start({
      random: 3,
      faults: [{ status: 500 }],
      database: { documents: [{ title: 'x' }] },
    })
    await service.seeds.replaceState(
      async () => parseSeeds([{ name: 'state', text }], services),
      service.world,
    )
    return service
  },
}

test.each(Object.entries(LOADS))(
  'a state of every kind is unchanged by an export and a load: %s',
  async (_how, load) => {
    const original = await Service.start(SEED)
    const texts = { json: exported(original), yaml: exported(original, 'yaml') }
    for (const text of Object.values(texts)) {
      const copy = await load(text)
      expect({ json: exported(copy), yaml: exported(copy, 'yaml') }).toEqual(texts)
    }
  },
)

test('a sliding window of the rate limit goes on after an export and a load', async () => {
  const original = await Service.start({
    clock: { now: '2026-01-15T12:00:00Z', freeze: true },
    profile: { database: { rateWindow: 'sliding' } },
    database: { rateLimit: { requests: 2, per: '1m' }, keys: [{ key: 'db' }] },
  })
  const ask = async (service: Service) => {
    const answer = await service.send('GET /documents', { headers: { 'X-API-Key': 'db' } })
    return `${answer.status} ${answer.header('retry-after') ?? ''}`
  }
  await ask(original)
  original.advance(20_000)
  await ask(original)
  const copy = await Service.start(exported(original))
  expect(await ask(copy)).toBe('429 40')
  copy.advance(40_000)
  expect([await ask(copy), await ask(copy)]).toEqual(['200 ', '429 20'])
})

describe('a record that a scoped key created', () => {
  const keys = [{ key: 'db', documents: [1] }]
  const headers = { 'X-API-Key': 'db' }
  const start = async () => {
    const original = await Service.start({ database: { keys, documents: [{ id: 1, title: 'one' }] } })
    await original.send('POST /documents', { headers, body: '{"title": "two"}' })
    await original.send('POST /projects', { headers, body: '{"name": "three"}' })
    return original
  }

  test.each(Object.entries(LOADS))(
    'a record that a scoped key created is not in its scope, and visible to it: %s',
    async (_how, load) => {
      const original = await start()
      const text = exported(original)
      const copy = await load(text)
      expect(exported(copy)).toBe(text)
      const { database, resume } = exportSeed(copy.world, services) as ContractSeed
      expect(database?.keys).toEqual([{ key: 'db', projects: [], documents: ['1'], outOfScope: 'empty' }])
      expect(resume).toMatchObject({ creators: { documents: [['2', 'db']], projects: [['1', 'db']] } })
      for (const path of ['/documents', '/documents/2', '/projects']) {
        const line = `GET ${path}`
        expect(await copy.send(line, { headers })).toMatchObject({
          status: 200,
          text: (await original.send(line, { headers })).text,
        })
      }
    },
  )

  test('a record that a scoped key created takes the right to see it along when it is removed', async () => {
    const original = await start()
    for (const service of [original, await Service.start(exported(original))]) {
      const { documents } = service.world.state.of(DOCUMENTS)
      documents.remove('2')
      documents.insert({ id: '2', heading: 'other', text: undefined })
      expect((await service.send('GET /documents/2', { headers })).status).toBe(403)
    }
  })

  test('a record that a scoped key created is in the scope in exports of former versions, which stay readable', async () => {
    const { resume, database, ...state } = exportSeed((await start()).world, services) as ContractSeed
    const { creators: _, ...former } = { creators: undefined, ...resume }
    const scope = { key: 'db', documents: ['1', '2'], projects: ['1'] }
    const copy = await Service.start({ ...state, database: { ...database, keys: [scope] }, resume: former })
    expect((await copy.send('GET /documents/2', { headers })).status).toBe(200)
  })
})

test('options are exported if they differ from those that a state without them gets', async () => {
  const usual = patchProfile(defaultProfile, { kv: { putStatus: 201 } })
  const { world } = await Service.start({ profile: { kv: { deleteStatus: 204 } } })
  expect(exportSeed(world, services).profile).toEqual({ kv: { deleteStatus: 204 } })
  expect(exportSeed(world, services, { usual }).profile).toEqual({
    kv: { putStatus: 200, deleteStatus: 204 },
  })
  world.changeProfile(usual)
  expect(exportSeed(world, services, { usual }).profile).toEqual({ kv: { putStatus: 201 } })
})
