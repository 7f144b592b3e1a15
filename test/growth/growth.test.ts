import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { ask, askAllowed, callAdmin } from './ask.js'
import { holdLinear, type Work } from './hold-linear.js'
import { HEAD_MAX, JSON_SHAPES, STATE_SHAPES, TEXT_SHAPES, YAML_SHAPES } from './shapes.js'

/** Every path from a request or a seed is linear in its input, whatever its shape. */

let emulator: LaunchedEmulator
beforeEach(async () => {
  emulator = await launch({
    seed: {
      clock: { now: '2026-01-31T12:00:00Z', freeze: true },
      namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' }] }],
      stores: [{ id: 'ec_a_1', keys: [{ key: 'ec_a', scope: 'admin' }] }],
      database: { keys: [{ key: 'db_a' }], documents: [{ title: 'one' }] },
    },
  })
})
afterEach(() => emulator.close())

type Headers = Readonly<Record<string, string>>
type Around = (text: string) => string

const asItIs: Around = (text) => text

const admin =
  (method: string, path: string, around = asItIs): Work =>
  (text) =>
    callAdmin(emulator, method, path, around(text))

const data =
  (method: string, path: string, headers: Headers, around = asItIs): Work =>
  (text) =>
    askAllowed(emulator, method, path, headers, around(text))

const byHeader =
  (path: string, name: string, headers: Headers): Work =>
  (text) =>
    askAllowed(emulator, 'GET', path, { ...headers, [name]: text })

const byTarget =
  (before: string, headers: Headers): Work =>
  (text) =>
    askAllowed(emulator, 'GET', before + text, headers)

/** With a credential that is none. */
const byCredential =
  (path: string, name: string, before: string): Work =>
  (text) =>
    ask(emulator, 'GET', path, { [name]: before + text })

/** What is written may be looked at when it is read, and no sooner. */
const andThen =
  (write: Work, target: string, headers: Headers): Work =>
  async (text) => {
    await write(text)
    await askAllowed(emulator, 'GET', target, headers)
  }

const KV = { 'x-kv-key': 'kv_a' }
const EC = { 'x-kv-key': 'ec_a' }
const DB = { 'x-api-key': 'db_a' }

/** A state with a value that its store's own key reads. */
const stateWith: Around = (value) =>
  `{"stores":[{"id":"ec_s_1","keys":[{"key":"ec_s","scope":"read"}],"entries":[{"key":"k","value":${value}}]},{"id":"ec_s_2","keys":[{"key":"ec_t","scope":"read"}]}]}`

/** What takes JSON, and the size in characters to begin with. */
const TAKES_JSON: readonly [path: string, n: number, work: Work][] = [
  [
    'kv.put, its value',
    40_000,
    andThen(
      data('PUT', '/v1/kv/ns_a_1/k', KV, (text) => `{"value":${text},"ttlSeconds":60}`),
      '/v1/kv/ns_a_1/k',
      KV,
    ),
  ],
  ['kv.put, its body', 40_000, data('PUT', '/v1/kv/ns_a_1/k', KV)],
  [
    'config.put',
    40_000,
    andThen(
      data('PUT', '/v1/ec/ec_a_1/k', EC, (text) => `{"a":0,"value":${text}}`),
      '/v1/ec/ec_a_1',
      EC,
    ),
  ],
  ['documents.create', 40_000, data('POST', '/documents', DB, (text) => `{"title":"t","content":${text}}`)],
  [
    'a value of a seed',
    8000,
    async (text) => {
      const { status } = await callAdmin(emulator, 'PUT', '/state', stateWith(text))
      if (status === 200) await askAllowed(emulator, 'GET', '/v1/ec/ec_s_1', { 'x-kv-key': 'ec_s' })
    },
  ],
  [
    'a fault',
    4000,
    async (text) => {
      await callAdmin(emulator, 'POST', '/faults', `{"status":503,"times":1,"body":${text}}`)
      await askAllowed(emulator, 'GET', '/v1/kv/ns_a_1/k', KV)
      await callAdmin(emulator, 'DELETE', '/faults')
    },
  ],
]

const TAKES_YAML: readonly [path: string, n: number, work: Work][] = [
  ['PATCH /_admin/state', 6000, admin('PATCH', '/state')],
]

const TAKES_TEXT: readonly [path: string, work: Work][] = [
  ['a key in a path', byTarget('/v1/kv/ns_a_1/', KV)],
  ['a query', byTarget('/documents?limit=', DB)],
  ['x-next in a query', byTarget('/documents?next=', DB)],
  ['x-next', byHeader('/documents', 'x-next', DB)],
  ['a fault header', byHeader('/documents', 'x-emulator-fault', DB)],
  [
    'a content type',
    (text) =>
      askAllowed(
        emulator,
        'PUT',
        '/v1/kv/ns_a_1/k',
        { ...KV, 'content-type': text },
        '{"value":1,"ttlSeconds":60}',
      ),
  ],
  ['a bearer token', byCredential('/v1/usage/ns_a_1', 'authorization', 'Bearer ')],
  ['an API key', byCredential('/documents', 'x-api-key', '')],
]

describe.each([...TAKES_JSON])('%s', (_path, n, work) => {
  test.each(Object.entries(JSON_SHAPES))('%s', (_name, shape) => holdLinear(n, shape, work))
})

describe.each([...TAKES_YAML])('%s', (_path, n, work) => {
  test.each(Object.entries(YAML_SHAPES))('%s', (_name, shape) => holdLinear(n, shape, work))
})

test.each(Object.entries(STATE_SHAPES))('a state in JSON of very many: %s', (_name, shape) =>
  holdLinear(100_000, shape, admin('PUT', '/state')),
)

/** An item of YAML takes so long to read that a square over the items shows in very many of them only. */
test.each(['items of a value', 'fields of a value', 'anchors', 'anchors and their aliases'] as const)(
  'YAML of very many: %s',
  (name) => holdLinear(100_000, YAML_SHAPES[name], admin('PATCH', '/state')),
)

describe.each([...TAKES_TEXT])('%s', (_path, work) => {
  test.each(Object.entries(TEXT_SHAPES))('%s', (_name, shape) => holdLinear(16_000, shape, work, HEAD_MAX))
})

test('work that is quadratic is seen', async () => {
  const quadratic: Work = (text) => {
    let found = 0
    for (let at = 0; at < text.length; at++) if (text.lastIndexOf('y', at) < 0) found++
    return found
  }
  await expect(holdLinear(1000, (n) => 'x'.repeat(n), quadratic, 8000)).rejects.toThrow('characters')
})
