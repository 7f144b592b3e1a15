import { afterAll, beforeAll, describe, test } from 'vitest'
import { answer } from '../../src/admin/router.js'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { dataRequest } from '../support/data-request.js'
import { holdLinear, type Work } from './hold-linear.js'
import { type Shape, TEXT_SHAPES } from './shapes.js'

/** What is asked of something stored is linear in both: in what is stored, and in what asks. */

const GLOB = encodeURIComponent(`/${'**/a*b*/'.repeat(40)}**`)
const FAULTS = Array.from({ length: 20 }, (_, index) => ({
  id: `f${index}`,
  match: { path: `/v1/**/a*${index}*/**/b`, header: { 'x-not-sent': 'a' } },
  status: 503,
}))

let emulator: LaunchedEmulator
beforeAll(async () => {
  emulator = await launch({
    seed: {
      clock: { now: '2026-01-31T12:00:00Z', freeze: true },
      namespaces: [{ id: 'ns_a_1', owner: 'o', keys: [{ key: 'kv_a', scope: 'admin' }] }],
      database: { keys: [{ key: 'db_a' }] },
      faults: FAULTS,
    },
  })
})
afterAll(() => emulator.close())

const admin = (method: string, path: string, body = ''): Promise<unknown> => {
  const [route = '', query = ''] = path.split('?')
  return answer(emulator.home, { method, path: `/_admin${route}`, query, body, origin: 'http://a.test' })
}

const ask = (method: string, target: string, headers: Record<string, string> = {}, body = ''): unknown =>
  emulator.plane.answer(emulator.world, dataRequest(method, target, headers, body))

/** A journal of nothing but this request. */
const asked = (text: string): unknown => {
  emulator.world.journal.reset()
  return ask('GET', `/v1/kv/ns_a_1/${text}`, { 'x-kv-key': 'kv_a' })
}

describe.each<[string, Work]>([
  ['a path that globs of faults look at', (text) => ask('GET', `/v1/kv/${text}`)],
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
  test.each(Object.entries(TEXT_SHAPES))('%s', (_name, shape) => holdLinear(20_000, shape, work))
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
  holdLinear(20_000, shape, (token) => ask('GET', '/v1/usage/ns_a_1', { authorization: `Bearer ${token}` })),
)

/** Cursors as they are sealed, and as nobody would seal them. */
const CURSORS: Readonly<Record<string, Shape>> = {
  'base64 letters': (n) => 'A'.repeat(n),
  'a long number': (n) => Buffer.from(`1:${'9'.repeat(n)}`).toString('base64url'),
  'many parts': (n) => Buffer.from('a:'.repeat(n / 2)).toString('base64url'),
  'a whole address': (n) => encodeURIComponent(`http://emulator.test/documents?next=${'A'.repeat(n)}`),
  'half a letter': (n) => '%C3'.repeat(n / 3),
}

test.each(Object.entries(CURSORS))('a cursor of %s', (_name, shape) =>
  holdLinear(20_000, shape, (cursor) => ask('GET', `/documents?next=${cursor}`, { 'x-api-key': 'db_a' })),
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
  holdLinear(4000, shape, (text) =>
    admin('PATCH', '/state', JSON.stringify({ database: { documents: [{ title: text }] } })),
  ),
)

/** What many of something are, in numbers. */
const MANY: Readonly<Record<string, (count: number) => Promise<unknown> | unknown>> = {
  headers: (count) =>
    ask(
      'GET',
      '/documents',
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'a'])),
    ),
  'faults of one call': (count) => {
    const faults = Array.from({ length: Math.min(900, count / 10) }, (_, index) => ({
      id: `n${index}`,
      status: 503,
      times: 1,
      match: { key: 'none' },
    }))
    return admin('POST', '/faults', JSON.stringify(faults))
  },
  'files of a seed': async (count) => {
    const files = Array.from({ length: count / 40 }, (_, index) => `${index}.yaml`)
    const text = (name: string) =>
      `namespaces:\n  - { id: ns_a_1, keys: [{ key: "k${name}", scope: read }] }\n`
    const started = await launch({ seed: files }, { readFile: text })
    await started.close()
  },
  'files of a seed that collide': async (count) => {
    const files = Array.from({ length: count / 40 }, (_, index) => `${index}.yaml`)
    const text = (name: string) =>
      `stores:\n  - { id: ec_a_1, owner: "o${name}", entries: [{ key: k, value: 1 }] }\n`
    const started = await launch({ seed: files }, { readFile: text })
    await started.close()
  },
}

test.each(Object.entries(MANY))('many %s', (_name, work) =>
  holdLinear(
    2000,
    (n) => ' '.repeat(n),
    ({ length }) => work(length),
  ),
)
