import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultProfile, patchProfile } from '../../src/domain/profile/profile.js'
import { exportSeed } from '../../src/seed/export.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { KV } from '../../src/services/kv/contents.js'
import { extent } from '../support/extent.js'
import { Service } from '../support/service.js'
import { stringifySeed } from '../support/stringify-seed.js'
import { inspection, perform } from './histories.js'
import { SEED } from './hostile.js'
import { anyHistory, anyStep } from './steps.js'

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

test('any reachable state, exported and loaded, goes on as if nothing had happened', async () => {
  const end = await inspection()
  await fc.assert(
    fc.asyncProperty(anyHistory, fc.array(anyStep, { maxLength: 12 }), async (history, following) => {
      const original = await Service.start(SEED)
      await perform(original, history)
      const texts = { json: exported(original), yaml: exported(original, 'yaml') }
      const copies: Service[] = []
      for (const format of ['json', 'yaml'] as const) {
        for (const load of Object.values(LOADS)) {
          const copy = await load(texts[format])
          expect(exported(copy)).toBe(texts.json)
          expect(exported(copy, 'yaml')).toBe(texts.yaml)
          copies.push(copy)
        }
      }
      const steps = [...following, ...end]
      const seen = await perform(original, steps)
      const left = exported(original)
      for (const copy of copies) {
        expect(await perform(copy, steps)).toEqual(seen)
        expect(exported(copy)).toBe(left)
      }
    }),
    { seed: 20_260_131, numRuns: extent(10, 30) },
  )
})

test('a sliding window of the rate limit goes on where it was', async () => {
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

test('a state of many entries is exported whole', async () => {
  // Some megabytes: a longer text is JSON, as YAML too.
  const count = extent(10_000, 100_000)
  const value = { n: '{{index}}', text: 'x'.repeat(400) }
  const entries = [{ key: 'k{{index}}', value, ttlSeconds: 60, repeat: count }]
  const original = await Service.start({ namespaces: [{ id: 'ns_a_1', entries }] })
  const text = exported(original)
  const copy = await Service.start(text)
  expect(copy.world.state.of(KV).namespaces.get('ns_a_1')?.entries.size).toBe(count)
  expect(exported(copy) === text).toBe(true)
  expect(exported(original, 'yaml') === text).toBe(true)
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

test('options are exported where they differ from what a state without them gets', async () => {
  const usual = patchProfile(defaultProfile, { kv: { putStatus: 201 } })
  const { world } = await Service.start({ profile: { kv: { deleteStatus: 204 } } })
  expect(exportSeed(world).profile).toEqual({ kv: { deleteStatus: 204 } })
  expect(exportSeed(world, usual).profile).toEqual({ kv: { putStatus: 200, deleteStatus: 204 } })
  world.changeProfile(usual)
  expect(exportSeed(world, usual).profile).toEqual({ kv: { putStatus: 201 } })
})
