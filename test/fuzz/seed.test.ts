import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import { SEED } from '../seed/hostile.js'
import { adminRouter } from '../support/admin-calls.js'
import { extent } from '../support/extent.js'
import { change, changed, NAMES, prototypes } from './hostile-values.js'
import { FUZZ_TIMEOUT_MS, fuzz } from './runs.js'

/** A changed seed is accepted as a whole, or refused with a place and without any effect. */

const BASE = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', entries: [{ key: 'a', value: 1, ttlSeconds: 60 }] }],
  stores: [{ id: 'ec_a_1', keys: [{ key: 'kept', scope: 'read' }] }],
}

const fixtures = join(import.meta.dirname, '../../fixtures')
const SEEDS: readonly string[] = [
  ...readdirSync(fixtures).map((name) => readFileSync(join(fixtures, name), 'utf8')),
  SEED,
  'version: 1\nstores: &s\n  - &a { id: ec_x_1, entries: [{ key: k, value: { <<: { b: 1 }, c: [*t] } }] }\nprofile: &t {}\n',
]

const SPICE = [
  '&a ',
  '*a',
  '<<: *a',
  '!!binary ',
  '!!js/function ',
  '!<tag:yaml.org,2002:str> ',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '? ',
  '- ',
  ': ',
  '{',
  '}',
  '[',
  ']',
  '|\n',
  '>-\n',
  '#',
  '\t',
  '\r\n',
  '\u0000',
  '\ufeff',
  '\u2028',
  '\ud800',
  '"',
  "'",
  '{{',
  '}}',
  'repeat: 1e9, ',
  'repeat: 999999999999999999999, ',
  '0x7fffffffffffffff',
  '1e400',
  '.inf',
  '.nan',
  '-0',
  '9'.repeat(2000),
  ...NAMES,
]

let emulator: LaunchedEmulator
beforeAll(async () => {
  // The machine's clock is frozen, because seeds may let the virtual clock run.
  emulator = await launch({ services, seed: BASE }, { realNow: () => Date.UTC(2026, 0, 15) })
})
afterAll(() => emulator.close())

const ask = (method: string, path: string, body = '') =>
  adminRouter.answer(emulator.home, { method, path: `/_admin${path}`, body, origin: 'http://emulator.test' })

async function everything(): Promise<string> {
  const views = ['/state', '/seed', '/profile', '/faults', '/clock'].map((path) => ask('GET', path))
  return (await Promise.all(views)).map(({ body }) => String(body)).join('\n')
}

interface Told {
  readonly error: string
  readonly message: string
  readonly problems?: readonly { file: string; line: number; column: number; message: string }[]
}

async function hold(line: string, text: string): Promise<number> {
  const [method = '', path = ''] = line.split(' ')
  const before = await everything()
  const { status, body } = await ask(method, path, text)
  if (status === 200) {
    // The state of an accepted seed can be read and sent back, and stays the same.
    const state = await ask('GET', '/state')
    expect(state.status).toBe(200)
    expect((await ask('PUT', '/state', String(state.body))).status).toBe(200)
    expect((await ask('GET', '/state')).body).toBe(state.body)
    await ask('PUT', '/seed', JSON.stringify(BASE))
    return status
  }
  const told = JSON.parse(String(body)) as Told
  expect([400, 409], `${line}: ${String(body).slice(0, 500)}`).toContain(status)
  expect(told.message).toMatch(/\S/)
  if (told.error === 'invalid_seed') {
    expect(told.problems?.length).toBeGreaterThan(0)
    for (const problem of told.problems ?? []) {
      expect(problem.line).toBeGreaterThan(0)
      expect(problem.column).toBeGreaterThan(0)
      expect(told.message).toContain(`:${told.problems?.[0]?.line}:${told.problems?.[0]?.column}: `)
    }
  }
  expect(await everything()).toBe(before)
  return status
}

const call = fc.constantFrom('PUT /seed', 'PUT /state', 'PATCH /state')

interface Edit {
  readonly at: number
  readonly drop: number
  readonly insert: string
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(20_000),
  drop: fc.nat(6),
  insert: fc.oneof(fc.constantFrom('', ...SPICE), fc.string({ maxLength: 4 })),
})

const edited = (text: string, edits: readonly Edit[]): string =>
  edits.reduce((now, { at, drop, insert }) => {
    const place = at % (now.length + 1)
    return now.slice(0, place) + insert + now.slice(place + drop)
  }, text)

describe('a seed with changes is taken whole, or refused with a place and nothing changed', () => {
  test(
    'a seed whose text was changed is taken whole, or refused with a place and nothing changed',
    async () => {
      const property = fc.asyncProperty(
        call,
        fc.constantFrom(...SEEDS),
        fc.array(edit, { minLength: 1, maxLength: 3 }),
        async (line, text, edits) => {
          await hold(line, edited(text, edits))
        },
      )
      await fuzz(property, extent(15, 40))
    },
    FUZZ_TIMEOUT_MS,
  )

  test(
    'a seed whose data was changed is taken whole, or refused with a place and nothing changed',
    async () => {
      const property = fc.asyncProperty(
        call,
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (line, changes) => {
          await hold(line, JSON.stringify(changes.reduce(changed, JSON.parse(SEED))) ?? '')
        },
      )
      await fuzz(property, extent(12, 30))
    },
    FUZZ_TIMEOUT_MS,
  )

  test('a hostile seed leaves the prototypes alone', async () => {
    const before = prototypes()
    for (const line of ['PUT /seed', 'PUT /state', 'PATCH /state']) {
      for (const [text, status] of [
        ['__proto__: { polluted: true }', 400],
        ['profile: { __proto__: { polluted: true } }', 400],
        ['profile: { kv: { __proto__: { polluted: true } } }', 400],
        ['profile: { errors: { codes: { constructor: { prototype: { polluted: true } } } } }', 400],
        ['a: &a { __proto__: { polluted: true } }\n<<: *a', 400],
        ['namespaces: [{ id: __proto__, usage: { __proto__: { reads: 1 } } }]', 400],
        ['resume: { ids: { __proto__: { polluted: true } } }', 400],
        [
          'stores: [{ id: ec_x_1, keys: [{ key: __proto__, scope: read }], entries: [{ key: __proto__, value: { __proto__: { polluted: true } } }] }]',
          200,
        ],
        ['faults: [{ status: 503, headers: { __proto__: x }, match: { header: { __proto__: x } } }]', 200],
      ] as const) {
        expect([text, await hold(line, text)]).toEqual([text, status])
      }
    }
    expect(prototypes()).toEqual(before)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test.each([
    '\ufeffrandom: 7',
    'random: 7\r\nversion: 1\r\n',
    '\n\n# with a comment\nrandom: 7\n',
    '{"random": 7}\r\n',
  ])('the odd seed %j is accepted', async (text) => {
    expect(await hold('PUT /state', text)).toBe(200)
  })

  test.each([
    '{{index}}',
    '\n\n# only this\n',
    'random: 7\u0000',
    '\u0000',
    'random: "\ud800"',
    '\u2028random: 7',
  ])('the broken seed %j is refused', async (text) => {
    expect(await hold('PUT /state', text)).toBe(400)
  })
})
