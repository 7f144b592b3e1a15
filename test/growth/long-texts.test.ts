import { afterAll, beforeAll, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { dataRequest } from '../support/data-request.js'
import { readAdmin } from './ask.js'
import { holdLinear } from './hold-linear.js'
import { longTexts } from './shapes.js'

/**
 * Many texts that are equally long, longer than the engine finds by all of their characters, and alike but for their end:
 * to take them, or to refuse them, is linear in them.
 */

let emulator: LaunchedEmulator
beforeAll(async () => {
  emulator = await launch({
    seed: {
      clock: { now: '2026-01-31T12:00:00Z', freeze: true },
      namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' }] }],
      stores: [{ id: 'ec_a_1', keys: [{ key: 'ec_a', scope: 'admin' }] }],
    },
  })
})
afterAll(() => emulator.close())

const admin = (method: string, target: string, body = '') => readAdmin(emulator, method, target, body)

/** A mapping of these names: as an object it would take the engine as long as what is measured here. */
const namedText = (names: readonly string[]): string => `{${names.map((name) => `"${name}":1`).join()}}`

/** Stands for that mapping, and for its text as a text of JSON. */
const NAMED = '(the names)'
const NAMED_TEXT = '(their text)'

const bodyOf = (data: unknown, names: readonly string[]): string =>
  JSON.stringify(data)
    .replace(`"${NAMED}"`, () => namedText(names))
    .replace(NAMED_TEXT, () => namedText(names).replaceAll('"', '\\"'))

const inEntry = (entry: object) => ({ stores: [{ id: 'ec_a_1', entries: [{ key: 'k', ...entry }] }] })

/** What is told of a state, or what stands for it. */
test.each<[string, (texts: readonly string[]) => unknown]>([
  [
    'keys of a namespace',
    (keys) => ({
      namespaces: [{ id: 'ns_a_1', keys: keys.map((key) => ({ key, scope: 'read' })) }],
    }),
  ],
  ['keys of the database', (keys) => ({ database: { keys: keys.map((key) => ({ key })) } })],
  ['ids of namespaces', (ids) => ({ namespaces: ids.map((id) => ({ id: `ns_${id}` })) })],
  ['ids of stores', (ids) => ({ stores: ids.map((id) => ({ id: `ec_${id}` })) })],
  ['ids of records', (ids) => ({ database: { documents: ids.map((id) => ({ id, title: 'a' })) } })],
  [
    'keys of entries',
    (keys) => ({
      namespaces: [{ id: 'ns_a_1', entries: keys.map((key) => ({ key, value: 1, ttlSeconds: 60 })) }],
    }),
  ],
  [
    'keys of configs',
    (keys) => ({ stores: [{ id: 'ec_a_1', entries: keys.map((key) => ({ key, value: 1 })) }] }),
  ],
  [
    'keys that templates give',
    (keys) => {
      const template = (key: string) => `{{helpers.arrayElement(["${key}"])}}{{index}}`
      return { stores: [{ id: 'ec_a_1', entries: keys.map((key) => ({ key: template(key), value: 1 })) }] }
    },
  ],
  ['ids of faults', (ids) => ({ faults: ids.map((id) => ({ id, status: 503 })) })],
  ['owners', (owners) => ({ stores: owners.map((owner, index) => ({ id: `ec_a_${index}`, owner })) })],
  ['fields', () => NAMED],
  ['options of the profile', () => ({ profile: { kv: NAMED } })],
  ['months', () => ({ namespaces: [{ id: 'ns_a_1', usage: NAMED }] })],
  ['headers of faults', () => ({ faults: [{ status: 503, headers: NAMED }] })],
  ['rate windows', () => ({ resume: { rateWindows: NAMED } })],
  [
    'entries that are gone',
    (keys) => ({
      resume: { gone: { isComplete: true, entries: keys.map((key) => ['ns_a_1', key, 1]) } },
    }),
  ],
  ['members of a value', () => inEntry({ value: NAMED })],
  ['members of a value as JSON text', () => inEntry({ json: NAMED_TEXT })],
  ['members of broken JSON text', () => inEntry({ json: `${NAMED_TEXT},` })],
])('%s of a state', (_what, make) =>
  holdLinear(
    300,
    (count) => bodyOf(make(longTexts(count)), longTexts(count)),
    (body) => admin('PATCH', '/state', body),
  ),
)

const lines = (texts: readonly string[], line: (text: string) => string) =>
  texts.map((text) => `${line(text)}\n`).join('')

test.each<[string, (texts: readonly string[]) => string]>([
  ['fields', (names) => lines(names, (name) => `${name}: 1`)],
  ['quoted fields', (names) => lines(names, (name) => `"${name}": 1`)],
  ['anchors', (names) => `faults:\n${lines(names, (name) => `  - &${name} {}`)}`],
  [
    'anchors and aliases',
    (names) => `faults:\n${lines(names, (name) => `  - &${name} { status: 503 }\n  - *${name}`)}`,
  ],
  [
    'anchors and aliases of others',
    (names) => `faults:\n${lines(names, (name) => `  - &${name} {}\n  - *${name}x`)}`,
  ],
  ['keys', (keys) => `database:\n  keys:\n${lines(keys, (key) => `    - key: ${key}`)}`],
])('%s of a YAML file', (_what, make) =>
  holdLinear(
    300,
    (count) => make(longTexts(count)),
    (body) => admin('PATCH', '/state', body),
  ),
)

const bodyOfPut = (count: number): string => `{"value":${namedText(longTexts(count))},"ttlSeconds":60}`

const put = (path: string, key: string, body: string): unknown =>
  emulator.plane.answer(emulator.world, dataRequest('PUT', path, { 'x-kv-key': key }, body))

test.each([
  ['kv.put', '/v1/kv/ns_a_1/k', 'kv_a'],
  ['config.put', '/v1/ec/ec_a_1/k', 'ec_a'],
])('members of a body of %s', (_what, path, key) =>
  holdLinear(300, bodyOfPut, (body) => put(path, key, body)),
)

test('members of a value that is exported', () =>
  holdLinear(300, bodyOfPut, async (body) => {
    put('/v1/kv/ns_a_1/k', 'kv_a', body)
    await admin('GET', '/state')
    await admin('GET', '/namespaces/ns_a_1/entries/k')
  }))
