import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseSeeds } from '../../src/seed/parse.js'
import { STARTER_KEYS, STARTER_SEED, starterSeed } from '../../src/seed/starter.js'
import { type ContractSeed, services } from '../../src/services/index.js'
import { expanded, loaded, parsed } from './seeds.js'

const folder = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const textOf = (name: string) => readFileSync(`${folder}${name}`, 'utf8')
const fixture = (name: string) => expanded(textOf(name))

test.each(readdirSync(folder).filter((name) => name.endsWith('.yaml')))(
  'the seed fixtures/%s is valid',
  async (name) => {
    await expect(fixture(name)).resolves.toBeDefined()
  },
)

const scopesOf = ({ namespaces = [] }: ContractSeed) =>
  new Set(namespaces.flatMap(({ keys = [] }) => keys.map(({ scope }) => scope)))

test('demo.yaml has a running clock and records of each kind, and has keys of every scope', async () => {
  const demo = await fixture('demo.yaml')
  const seed = parsed(textOf('demo.yaml'))
  expect(seed.clock ?? {}).toEqual({})
  expect([...scopesOf(seed)].sort()).toEqual(['admin', 'read', 'write'])
  expect(demo.namespaces.length * demo.stores.length * demo.documents.length).toBeGreaterThan(0)
})

test('quotas.yaml is one short of each monthly limit, one minute before a new month', async () => {
  const { namespaces } = await fixture('quotas.yaml')
  const { now, freeze } = parsed(textOf('quotas.yaml')).clock ?? {}
  expect([Date.parse(String(now)), freeze]).toEqual([Date.UTC(2026, 0, 31, 23, 59), true])
  const [meters] = namespaces
  const [, usage] = meters?.usage.find(([month]) => month === '2026-01') ?? []
  for (const name of ['reads', 'writes', 'lists'] as const)
    expect(usage?.[name]).toBe((meters?.limits[name] ?? 0) - 1)
})

test('quotas.yaml leaves one byte of storage', async () => {
  const { namespaces } = await fixture('quotas.yaml')
  const storage = namespaces.find(({ id }) => id.startsWith('ns_storage'))
  const bytes = storage?.entries.reduce((sum, { key, text }) => sum + Buffer.byteLength(key + text), 0)
  expect(bytes).toBe((storage?.limits.storageBytes ?? 0) - 1)
})

test('scopes.yaml has database keys of every kind', async () => {
  const { keys = [] } = parsed(textOf('scopes.yaml')).database ?? {}
  const kinds = keys.map(({ projects, documents }) =>
    `${projects ? 'projects' : ''} ${documents ? 'documents' : ''}`.trim(),
  )
  expect(new Set(kinds)).toEqual(new Set(['', 'projects', 'documents', 'projects documents']))
  expect(new Set(keys.map(({ outOfScope }) => outOfScope))).toEqual(
    new Set([undefined, 'empty', 'forbidden']),
  )
})

describe('the starter seed', () => {
  test('the starter seed has one of each kind, and the keys that are printed', async () => {
    const seed = parsed(STARTER_SEED)
    const given = [...(seed.namespaces ?? []), ...(seed.stores ?? [])].map(({ keys = [] }) =>
      keys.map(({ key }) => key),
    )
    expect(given).toEqual([Object.values(STARTER_KEYS.kv), Object.values(STARTER_KEYS.config)])
    expect(seed.database?.keys).toEqual([{ key: STARTER_KEYS.database }])
  })

  test('the starter seed is the same as an object and as commented YAML', () => {
    expect(parseSeeds([{ name: 'starter.yaml', text: STARTER_SEED }], services).data).toEqual(starterSeed)
  })

  test('the starter seed is also valid with its commented lines', async () => {
    const uncommented = STARTER_SEED.replace(/^# (clock|faults| {2}- )/gm, '$1')
    const seed = parsed(uncommented)
    expect(loaded([uncommented]).stores).toHaveLength(1)
    expect(seed.clock?.freeze).toBe(true)
    expect(seed.faults).toHaveLength(1)
  })
})
