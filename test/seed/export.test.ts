import { expect, test } from 'vitest'
import { defaultProfile, patchProfile } from '../../src/domain/profile/profile.js'
import { exportSeed } from '../../src/seed/export.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { Service } from '../support/service.js'
import { stringifySeed } from '../support/stringify-seed.js'
import { SEED } from './hostile.js'

type Format = 'json' | 'yaml'

const exported = ({ world }: Service, format: Format = 'json') => stringifySeed(exportSeed(world), format)

/** A fresh world with a state that was exported: as its seed, or put in the place of another one. */
const LOADS: Readonly<Record<string, (text: string) => Promise<Service>>> = {
  seed: (text) => Service.start(text),
  async put(text) {
    const service = await Service.start({
      random: 3,
      faults: [{ status: 500 }],
      database: { documents: [{ title: 'x' }] },
    })
    await service.seeds.replaceState(async () => parseSeeds([{ name: 'state', text }]), service.world)
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

test('a record of a scoped key is in its scope, once', async () => {
  const keys = [{ key: 'db', documents: [1] }]
  const original = await Service.start({ database: { keys, documents: [{ id: 1, title: 'one' }] } })
  await original.send('POST /documents', { headers: { 'X-API-Key': 'db' }, body: '{"title": "two"}' })
  const copy = await Service.start(exported(original))
  for (const { world } of [original, copy]) {
    const [key] = exportSeed(world).database?.keys ?? []
    expect([
      { ...key, documents: [...(key?.documents ?? [])], projects: [...(key?.projects ?? [])] },
    ]).toMatchObject([{ key: 'db', documents: ['1', '2'], projects: [] }])
  }
})

test('options are exported if they differ from those that a state without them gets', async () => {
  const usual = patchProfile(defaultProfile, { kv: { putStatus: 201 } })
  const { world } = await Service.start({ profile: { kv: { deleteStatus: 204 } } })
  expect(exportSeed(world).profile).toEqual({ kv: { deleteStatus: 204 } })
  expect(exportSeed(world, { usual }).profile).toEqual({ kv: { putStatus: 200, deleteStatus: 204 } })
  world.changeProfile(usual)
  expect(exportSeed(world, { usual }).profile).toEqual({ kv: { putStatus: 201 } })
})
