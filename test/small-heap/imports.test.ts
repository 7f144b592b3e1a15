import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultBounds } from '../../src/domain/bounds.js'
import { type SmallHeap, startSmallHeap } from './small-heap.js'

/** Bodies of very many short records, which take many times as much as their text: a heap of 256 MB survives them. */

let emulator: SmallHeap

beforeEach(async () => {
  emulator = await startSmallHeap()
})

afterEach(async () => {
  expect((await fetch(`${emulator.baseUrl}/_admin/health`)).status).toBe(200)
  expect(await emulator.close()).toBe(0)
})

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index))

const json = (items: string[]) => `{"namespaces":[${items.join(',')}]}`

const NAMES = json(lines(400_000, (index) => `{"id":"ns_b_${index}"}`))

test('bundles, whose states are counted before a world has them', async () => {
  const entry = { key: 'k{{index}}', value: 'x'.repeat(100), ttlSeconds: 60, repeat: 150_000 }
  const bundle = {
    ...{ format: 'tristore-bundle/2', version: '1', at: 0, commands: [], answers: [] },
    options: { grease: null, bounds: { ...defaultBounds } },
    beginning: { namespaces: [{ id: 'ns_a_1', entries: [entry] }] },
  }
  const statuses: number[] = []
  for (let round = 0; round < 8; round++) {
    const response = await fetch(`${emulator.baseUrl}/_admin/bundle`, {
      method: 'POST',
      body: JSON.stringify(bundle),
    })
    statuses.push(response.status)
    await response.arrayBuffer()
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([201, 503])
})

test.each<[what: string, line: string, body: string]>([
  ['namespaces', 'PUT /_admin/state', NAMES],
  ['namespaces', 'PATCH /_admin/state', NAMES],
  ['namespaces', 'PUT /_admin/seed', NAMES],
  [
    'namespaces in YAML',
    'PUT /_admin/state',
    `namespaces:\n${lines(400_000, (n) => `- id: ns_b_${n}\n`).join('')}`,
  ],
  [
    'entries',
    'PUT /_admin/state',
    json([
      `{"id":"ns_a_1","entries":[${lines(400_000, (n) => `{"key":"k${n}","value":1,"ttlSeconds":60}`)}]}`,
    ]),
  ],
  ['mappings without anything', 'PUT /_admin/state', json(lines(1_000_000, () => '{}'))],
  ['items that are no records', 'PUT /_admin/state', json(lines(2_000_000, () => '0'))],
  [
    'mappings in a value',
    'PUT /_admin/namespaces/ns_a_1/entries/k',
    `{"value":[${lines(2_000_000, () => '{}')}],"ttlSeconds":60}`,
  ],
  ['namespaces of a bundle', 'POST /_admin/bundle', `{"format":"tristore-bundle/1","beginning":${NAMES}}`],
])('%s: %s is refused', async (_what, line, body) => {
  const [method = '', path = ''] = line.split(' ')
  const response = await fetch(emulator.baseUrl + path, { method, body })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ error: 'out_of_memory' })
})
