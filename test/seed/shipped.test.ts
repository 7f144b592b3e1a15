import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ExpandedSeed } from '../../src/seed/expand/expand.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { STARTER_KEYS, STARTER_SEED, starterSeed } from '../../src/seed/starter.js'
import { expanded } from './seeds.js'

const folder = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const fixture = (name: string) => expanded(readFileSync(`${folder}${name}`, 'utf8'))

test.each(readdirSync(folder).filter((name) => name.endsWith('.yaml')))(
  'fixtures/%s is sound',
  async (name) => {
    await expect(fixture(name)).resolves.toBeDefined()
  },
)

const scopesOf = (seed: ExpandedSeed) =>
  new Set(seed.namespaces.flatMap(({ keys }) => keys.map(({ scope }) => scope)))

test('demo.yaml feels live, and has keys of every scope', async () => {
  const demo = await fixture('demo.yaml')
  expect(demo.clock).toEqual({})
  expect([...scopesOf(demo)].sort()).toEqual(['admin', 'read', 'write'])
  expect(demo.namespaces.length * demo.stores.length * demo.database.documents.length).toBeGreaterThan(0)
})

test('quotas.yaml stands one short of each monthly limit, one minute ahead of a new month', async () => {
  const { clock, namespaces } = await fixture('quotas.yaml')
  expect(clock).toEqual({ now: Date.UTC(2026, 0, 31, 23, 59), freeze: true })
  const [meters] = namespaces
  const usage = meters?.usage.find(({ month }) => month === '2026-01')?.counters
  for (const name of ['reads', 'writes', 'lists'] as const)
    expect(usage?.[name]).toBe((meters?.limits[name] ?? 0) - 1)
})

test('quotas.yaml leaves one byte of storage', async () => {
  const { namespaces } = await fixture('quotas.yaml')
  const storage = namespaces.find(({ id }) => id.startsWith('ns_storage'))
  const bytes = storage?.entries.reduce((sum, { key, text }) => sum + Buffer.byteLength(key + text), 0)
  expect(bytes).toBe((storage?.limits.storageBytes ?? 0) - 1)
})

test('paging.yaml holds thousands of documents and projects', async () => {
  const { projects, documents } = (await fixture('paging.yaml')).database
  expect(projects.length).toBeGreaterThan(1000)
  expect(documents.length).toBeGreaterThan(3000)
})

test('scopes.yaml has database keys of every kind', async () => {
  const { keys } = (await fixture('scopes.yaml')).database
  const kinds = keys.map(({ projects, documents }) =>
    `${projects ? 'projects' : ''} ${documents ? 'documents' : ''}`.trim(),
  )
  expect(new Set(kinds)).toEqual(new Set(['', 'projects', 'documents', 'projects documents']))
  expect(new Set(keys.map(({ outOfScope }) => outOfScope))).toEqual(
    new Set([undefined, 'empty', 'forbidden']),
  )
})

describe('the starter seed', () => {
  test('has one of each kind, and the keys that are printed', async () => {
    const seed = await expanded(STARTER_SEED)
    const given = [...seed.namespaces, ...seed.stores].map(({ keys }) => keys.map(({ key }) => key))
    expect(given).toEqual([Object.values(STARTER_KEYS.kv), Object.values(STARTER_KEYS.config)])
    expect(seed.database.keys).toEqual([{ key: STARTER_KEYS.database }])
  })

  test('is what its text for people says', () => {
    expect(parseSeeds([{ name: 'starter.yaml', text: STARTER_SEED }]).data).toEqual(starterSeed)
  })

  test('what it has commented out is sound too', async () => {
    const uncommented = STARTER_SEED.replace(/^# (clock|faults| {2}- )/gm, '$1')
    const seed = await expanded(uncommented)
    expect(seed.clock.freeze).toBe(true)
    expect(seed.faults).toHaveLength(1)
  })
})
