import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer } from '../../src/admin/router.js'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { dataRequest } from '../support/data-request.js'
import { holdLinear, type Work } from './hold-linear.js'
import { JSON_SHAPES, TEXT_SHAPES, YAML_SHAPES } from './shapes.js'

/** Every path from a request or a seed is linear in its input, whatever its shape. */

let emulator: LaunchedEmulator
beforeAll(async () => {
  emulator = await launch({
    seed: {
      clock: { now: '2026-01-31T12:00:00Z', freeze: true },
      namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' }] }],
      stores: [{ id: 'ec_a_1', keys: [{ key: 'ec_a', scope: 'admin' }] }],
      database: { keys: [{ key: 'db_a' }], documents: [{ title: 'one' }] },
    },
  })
})
afterAll(() => emulator.close())

const admin =
  (method: string, path: string, around: (text: string) => string = (text) => text): Work =>
  (text) =>
    answer(emulator.home, { method, path: `/_admin${path}`, body: around(text), origin: 'http://a.test' })

const data =
  (method: string, path: string, headers: Record<string, string>, around = (text: string) => text): Work =>
  (text) =>
    emulator.plane.answer(emulator.world, dataRequest(method, path, headers, around(text)))

const byHeader =
  (method: string, path: string, name: string): Work =>
  (text) =>
    emulator.plane.answer(emulator.world, dataRequest(method, path, { [name]: text }))

const byTarget =
  (before: string, headers: Record<string, string>): Work =>
  (text) =>
    emulator.plane.answer(emulator.world, dataRequest('GET', before + text, headers))

const KV = { 'x-kv-key': 'kv_a' }
const EC = { 'x-kv-key': 'ec_a' }
const DB = { 'x-api-key': 'db_a' }

/** What takes JSON, and the size in characters to begin with. */
const TAKES_JSON: readonly [path: string, n: number, work: Work][] = [
  [
    'kv.put, its value',
    40_000,
    data('PUT', '/v1/kv/ns_a_1/k', KV, (text) => `{"value":${text},"ttlSeconds":60}`),
  ],
  ['kv.put, its body', 40_000, data('PUT', '/v1/kv/ns_a_1/k', KV)],
  ['config.put', 40_000, data('PUT', '/v1/ec/ec_a_1/k', EC, (text) => `{"a":0,"value":${text}}`)],
  ['documents.create', 40_000, data('POST', '/documents', DB, (text) => `{"title":"t","content":${text}}`)],
  [
    'a value of a seed',
    8000,
    admin('PUT', '/state', (text) => `{"stores":[{"id":"ec_a_1","entries":[{"key":"k","value":${text}}]}]}`),
  ],
  ['a fault', 4000, admin('POST', '/faults', (text) => `{"status":503,"times":1,"body":${text}}`)],
]

const TAKES_YAML: readonly [path: string, n: number, work: Work][] = [
  ['PATCH /_admin/state', 6000, admin('PATCH', '/state')],
]

const TAKES_TEXT: readonly [path: string, n: number, work: Work][] = [
  ['a key in a path', 20_000, byTarget('/v1/kv/ns_a_1/', KV)],
  ['a query', 20_000, byTarget('/documents?limit=', DB)],
  ['x-next', 20_000, byTarget('/documents?next=', DB)],
  ['a fault header', 20_000, byHeader('GET', '/documents', 'x-emulator-fault')],
  [
    'a bearer token',
    20_000,
    (text) => byHeader('GET', '/v1/usage/ns_a_1', 'authorization')(`Bearer ${text}`),
  ],
  ['an API key', 20_000, byHeader('GET', '/documents', 'x-api-key')],
]

describe.each([...TAKES_JSON])('%s', (_path, n, work) => {
  test.each(Object.entries(JSON_SHAPES))('%s', (_name, shape) => holdLinear(n, shape, work))
})

describe.each([...TAKES_YAML])('%s', (_path, n, work) => {
  test.each(Object.entries(YAML_SHAPES))('%s', (_name, shape) => holdLinear(n, shape, work))
})

describe.each([...TAKES_TEXT])('%s', (_path, n, work) => {
  test.each(Object.entries(TEXT_SHAPES))('%s', (_name, shape) => holdLinear(n, shape, work))
})

test('work that is quadratic is seen', async () => {
  const quadratic: Work = (text) => {
    let found = 0
    for (let at = 0; at < text.length; at++) if (text.lastIndexOf('y', at) < 0) found++
    return found
  }
  await expect(holdLinear(10_000, (n) => 'x'.repeat(n), quadratic)).rejects.toThrow('characters')
})
