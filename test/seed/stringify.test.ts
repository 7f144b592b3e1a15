import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { exportSeed } from '../../src/seed/export.js'
import { RawJson } from '../../src/seed/export-value.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { jsonLines, seedText } from '../../src/seed/stringify.js'
import { type ContractSeed, services } from '../../src/services/index.js'
import { Service } from '../support/service.js'
import { SEED } from './hostile.js'

const many = (value: unknown, repeat: number): ContractSeed => ({
  namespaces: [
    { id: 'ns_a_1', entries: [{ key: 'k{{index}}', value, ttlSeconds: 60, repeat }] },
    { id: 'ns_b_1' },
  ],
})

test('the text of a seed is the JSON that JSON.stringify gives', async () => {
  const seed = JSON.parse(seedText(exportSeed((await Service.start(SEED)).world, services), 'json'))
  expect(seedText(seed, 'json')).toBe(`${JSON.stringify(seed, undefined, 2)}\n`)
})

test('the text of a seed is the YAML that the library gives', () => {
  const entries = [
    { key: 'a\nb', value: { '<<': [1, { x: '  two\nlines\n\n' }], e: {} }, ttlSeconds: 60 },
    { key: '- odd: #', json: '1.0', expiresAt: '2026-01-31T12:00:00.000Z' },
    { key: ' ', value: 'a ', ttlSeconds: 60 },
  ]
  const seed: ContractSeed = {
    version: 1,
    clock: { now: '2026-01-31T12:00:00.000Z', freeze: true },
    profile: { kv: { putStatus: 201 } },
    namespaces: [
      { id: 'ns_a_1', owner: 'user: a', usage: { '2026-01': { reads: 1 } }, keys: [], entries },
      { id: 'ns_b_2', entries: [] },
    ],
    stores: [],
    faults: [{ status: 503, headers: { A: 'b' } }],
    resume: { ids: { faults: '1' }, random: { ids: [1, 2] }, rateWindows: {} },
  }
  const usual = stringify(seed, { schema: 'core', lineWidth: 0 }).replaceAll(/^( *)<<:/gm, '$1"<<":')
  expect(seedText(seed, 'yaml')).toBe(usual)
})

test('the text of a seed is the JSON that JSON.stringify gives, around a value in one line', () => {
  const entries = [
    { key: 'a', value: { deep: [{ list: [], none: undefined, object: {} }] } },
    { key: 'b', value: [new RawJson('[1,2]')] },
  ]
  const text = jsonLines({ namespaces: [{ id: 'ns_a', entries }] })
  const lines = JSON.stringify({ namespaces: [{ id: 'ns_a', entries }] }, undefined, 2)
  expect(text).toBe(`${lines.replace(/\[\s+1,\s+2\s+\]/, '[1,2]')}\n`)
})

test('the text of a seed keeps a long value in one line, so that no text outgrows the engine', async () => {
  const long = Array.from({ length: 20_000 }, () => [1])
  const { world } = await Service.start(many(long, 1))
  const text = seedText(exportSeed(world, services), 'yaml')
  expect(text.length).toBeLessThan(1.1 * JSON.stringify(long).length)
  expect(text.split('\n').length).toBeLessThan(200)
  const { namespaces } = parseSeeds([{ name: 'state', text }], services).data as ContractSeed
  const read = namespaces?.[0]?.entries?.[0]?.value
  expect(JSON.stringify(read)).toBe(JSON.stringify(long))
})
