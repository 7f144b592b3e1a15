import { afterEach, beforeEach, describe, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { ask, askAllowed, callAdmin } from './ask.js'
import { holdLinear, type Work } from './hold-linear.js'
import { HEAD_MAX, type Shape, TEXT_SHAPES } from './shapes.js'

/** What is asked of something stored is linear in both: in what is stored, and in what asks. */

const GLOB = encodeURIComponent(`/${'**/a*b*/'.repeat(40)}**`)
const FAULTS = Array.from({ length: 20 }, (_, index) => ({
  id: `f${index}`,
  match: { path: `/v1/**/a*${index}*/**/b`, header: { 'x-not-sent': 'a' } },
  status: 503,
}))

let emulator: LaunchedEmulator
beforeEach(async () => {
  emulator = await launch({
    seed: {
      clock: { now: '2026-01-31T12:00:00Z', freeze: true },
      namespaces: [{ id: 'ns_a_1', owner: 'o', keys: [{ key: 'kv_a', scope: 'admin' }] }],
      database: { keys: [{ key: 'db_a' }] },
      faults: FAULTS,
    },
  })
})
afterEach(() => emulator.close())

const admin = (method: string, target: string, body = '') => callAdmin(emulator, method, target, body)

/** A journal of nothing but this request. */
const asked = (text: string): Promise<void> => {
  emulator.world.journal.reset()
  return askAllowed(emulator, 'GET', `/v1/kv/ns_a_1/${text}`, { 'x-kv-key': 'kv_a' })
}

describe.each<[string, Work]>([
  ['a path that globs of faults look at', (text) => ask(emulator, 'GET', `/v1/kv/${text}`)],
  [
    'a path that a glob of a query looks at',
    async (text) => {
      await asked(text)
      await admin('GET', `/requests?path=${GLOB}`)
    },
  ],
  [
    'a request that is explained',
    async (text) => {
      await asked(text)
      await admin('GET', '/requests/r1')
    },
  ],
  [
    'a request in an archive',
    async (text) => {
      await asked(text)
      await admin('GET', '/requests.har')
    },
  ],
  [
    'a request that is judged',
    async (text) => {
      await asked(text)
      await admin('GET', '/conduct')
    },
  ],
  ['a query of an admin call', (text) => admin('GET', `/requests?operation=${text}`)],
  ['an instant of a query', (text) => admin('GET', `/requests?since=${text}`)],
  ['the path of an admin call', (text) => admin('GET', `/namespaces/${text}`)],
  ['a prefix of entries', (text) => admin('GET', `/namespaces/ns_a_1/entries?prefix=${text}`)],
  ['an order of entries', (text) => admin('GET', `/namespaces/ns_a_1/entries?sort=${text}`)],
  ['a place in an order', (text) => admin('GET', `/namespaces/ns_a_1/entries?sort=key&after=1:${text}`)],
])('%s', (_what, work) => {
  test.each(Object.entries(TEXT_SHAPES))('%s', (_name, shape) => holdLinear(16_000, shape, work, HEAD_MAX))
})

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Tokens that are no tokens only at their end, or not at all. */
const TOKENS: Readonly<Record<string, Shape>> = {
  'a long claim': (n) => `${base64url({ alg: 'ES256' })}.${base64url({ sub: 'x'.repeat(n) })}.c2ln`,
  'many claims': (n) =>
    `${base64url({ alg: 'ES256' })}.${base64url(Object.fromEntries(Array.from({ length: n / 12 }, (_, index) => [`claim${index}`, 1])))}.c2ln`,
  'a long header': (n) => `${base64url({ alg: 'ES256', kid: 'x'.repeat(n) })}.${base64url({})}.c2ln`,
  'a long signature': (n) => `${base64url({ alg: 'ES256' })}.${base64url({})}.${'A'.repeat(n)}`,
  'a deep claim': (n) =>
    `${base64url({ alg: 'ES256' })}.${Buffer.from(`{"a":${'['.repeat(n / 2)}${']'.repeat(n / 2)}}`).toString('base64url')}.c2ln`,
  points: (n) => '.'.repeat(n),
}

test.each(Object.entries(TOKENS))('a token of %s', (_name, shape) =>
  holdLinear(
    16_000,
    shape,
    (token) => ask(emulator, 'GET', '/v1/usage/ns_a_1', { authorization: `Bearer ${token}` }),
    HEAD_MAX,
  ),
)

/** Cursors as they are sealed, and as nobody would seal them. */
const CURSORS: Readonly<Record<string, Shape>> = {
  'base64 letters': (n) => 'A'.repeat(n),
  'a long number': (n) => Buffer.from(`1:${'9'.repeat(n)}`).toString('base64url'),
  'many parts': (n) => Buffer.from('a:'.repeat(n / 2)).toString('base64url'),
  'a whole address': (n) => encodeURIComponent(`http://emulator.test/documents?next=${'A'.repeat(n)}`),
  'half a letter': (n) => '%C3'.repeat(n / 3),
  'much with a seal': (n) => `${'A'.repeat(n)}.a-b`,
  'a long seal': (n) => `QQ.${'a'.repeat(n)}`,
}

test.each(Object.entries(CURSORS))('a cursor of %s', (_name, shape) =>
  holdLinear(
    16_000,
    shape,
    (cursor) => askAllowed(emulator, 'GET', `/documents?next=${cursor}`, { 'x-api-key': 'db_a' }),
    HEAD_MAX,
  ),
)

/** Texts of seeds with templates, sound and broken. */
const TEMPLATES: Readonly<Record<string, Shape>> = {
  'many templates': (n) => '{{lorem.word}} '.repeat(n / 15),
  'half templates': (n) => '{{ '.repeat(n / 3),
  'braces that close': (n) => '}}'.repeat(n / 2),
  'a long name': (n) => `{{${'a.'.repeat(n / 2)}b}}`,
  'unknown names': (n) => '{{lorem.wrod}}'.repeat(n / 14),
  'a long argument': (n) => `{{string.alpha("${'x'.repeat(n)}")}}`,
  'many arguments': (n) => `{{helpers.arrayElement([${'1,'.repeat(n / 2)}1])}}`,
  'a pattern': (n) => `{{helpers.fromRegExp("${'[a-z]'.repeat(n / 5)}")}}`,
  'blanks of a pattern': (n) => `{{helpers.fromRegExp("{${' '.repeat(n)}")}}`,
  quotes: (n) => `{{string.alpha(${'"'.repeat(n)})}}`,
}

test.each(Object.entries(TEMPLATES))('a seed with %s', (_name, shape) =>
  holdLinear(4000, shape, async (text) => {
    const database = { keys: [{ key: 'db_s' }], documents: [{ title: text }] }
    const { status } = await admin('PUT', '/state', JSON.stringify({ database }))
    if (status === 200) await askAllowed(emulator, 'GET', '/documents', { 'x-api-key': 'db_s' })
  }),
)

/** What many of something are, with how many to begin with and the most that there may be. */
const MANY: Readonly<
  Record<string, readonly [n: number, most: number, work: (count: number) => Promise<unknown>]>
> = {
  headers: [
    2000,
    128_000,
    (count) =>
      askAllowed(emulator, 'GET', '/documents', {
        ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'a'])),
        'x-api-key': 'db_a',
      }),
  ],
  'faults of one call': [
    100,
    900,
    async (count) => {
      const match = { key: 'none' }
      const faults = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, status: 503, match }))
      await admin('POST', '/faults', JSON.stringify(faults))
      await admin('DELETE', '/faults')
    },
  ],
  'files of a seed': [
    50,
    3200,
    (count) =>
      opened(count, (name) => `namespaces:\n  - { id: ns_a_1, keys: [{ key: "k${name}", scope: read }] }\n`),
  ],
  'files of a seed that collide': [
    50,
    3200,
    (count) =>
      opened(
        count,
        (name) => `stores:\n  - { id: ec_a_1, owner: "o${name}", entries: [{ key: k, value: 1 }] }\n`,
      ),
  ],
}

async function opened(count: number, textOf: (name: string) => string): Promise<void> {
  const files = Array.from({ length: count }, (_, index) => `${index}.yaml`)
  const started = await launch({ seed: files }, { readFile: textOf })
  await started.close()
}

test.each(Object.entries(MANY))('many %s', (_name, [n, most, work]) =>
  holdLinear(n, (length) => length, work, most),
)
