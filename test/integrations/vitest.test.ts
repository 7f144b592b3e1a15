import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { usualFolder } from '../../src/client/bundle-file.js'
import { connectEmulator } from '../../src/client/connect.js'
import { readBundle } from '../../src/history/bundle/read.js'
import { createTest, test as starterTest } from '../../src/integrations/vitest.js'
import { replay } from '../../src/server/replay.js'
import { services } from '../../src/services/index.js'
import { startEmulator } from '../../src/start-emulator.js'
import { extent } from '../support/extent.js'
import { type Metas, run, SEED } from './run-suite.js'

const seededTest = createTest({ seed: SEED })

const remoteTest = createTest().extend(
  'emulator',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are needed
  async ({}, { onCleanup }) => {
    const elsewhere = await startEmulator({ seed: SEED })
    onCleanup(() => elsewhere.close())
    return connectEmulator(elsewhere.baseUrl)
  },
)

interface Reached {
  readonly baseUrl: string
}

const put = ({ baseUrl }: Reached) =>
  fetch(`${baseUrl}/v1/kv/ns_a_1/a`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'k' },
    body: '{"value":1,"ttlSeconds":60}',
  })
const get = async ({ baseUrl }: Reached) =>
  (await fetch(`${baseUrl}/v1/kv/ns_a_1/a`, { headers: { 'X-KV-Key': 'k' } })).status

describe('fixtures', () => {
  const seen: string[] = []

  for (const name of ['one', 'two']) {
    seededTest.concurrent(`each test has its own world: ${name}`, async ({ world }) => {
      seen.push(world.baseUrl)
      expect(await get(world)).toBe(404)
      await put(world)
      expect(await get(world)).toBe(200)
    })
  }

  seededTest('the tests share one emulator, which has closed their worlds', async ({ emulator }) => {
    expect(new Set(seen).size).toBe(2)
    for (const baseUrl of seen) {
      expect(new URL(baseUrl).origin).toBe(emulator.baseUrl)
      expect((await fetch(`${baseUrl}/_admin/clock`)).status).toBe(404)
    }
    expect(await get(emulator)).toBe(404)
  })

  starterTest('without options the seed is the starter seed', async ({ world }) => {
    expect((await world.fetch('/documents', { headers: { 'X-API-Key': 'db_demo' } })).status).toBe(200)
  })

  remoteTest('the emulator may run in another process', async ({ emulator, world }) => {
    expect(new URL(world.baseUrl).origin).toBe(emulator.baseUrl)
    await put(world)
    expect([await get(world), await get(emulator)]).toEqual([200, 404])
  })
})

describe('sweep', () => {
  const seen: string[] = []

  seededTest.sweep(
    'runs its test several times, each time in a new world',
    async (world) => {
      seen.push(world.baseUrl)
      await put(world)
    },
    { faults: ['503'], allow: { 'kv.put 503': 'differs' } },
  )

  test('a sweep has run its test three times', () => {
    expect(seen).toHaveLength(3)
    expect(new Set(seen).size).toBe(3)
  })
})

const POOLS = ['threads', 'forks'] as const

describe.each(POOLS.slice(0, extent(1, 2)))('if a test fails, in %s,', (pool) => {
  /** The output of each test, without the line on its bundle. */
  const printed = new Map<string, string>()
  const bundles = new Map<string, string>()
  let metas: Metas = new Map()

  beforeAll(async () => {
    const ran = await run(SUITE, pool, "'BUNDLES'")
    metas = ran.metas
    for (const whole of ran.written) {
      const [, name = ''] = /"([^"]*)"/.exec(whole) ?? []
      const [text = '', path] = whole.split('\nInspect the run: npx tristore-emulator replay --serve ')
      printed.set(name, text)
      if (path !== undefined) bundles.set(name, path)
    }
    return ran.remove
  })

  test("the journal of a failed test's world is printed", () => {
    expect(printed.get('the cart stays')?.split('\n')).toEqual([
      'The last 3 requests to the world of "the cart stays":',
      '  2026-01-31T12:00:00.000Z  PUT /v1/kv/ns_a_1/cart  200',
      expect.stringMatching(/^ {2}2026-01-31T13:00:00.000Z {2}GET \/v1\/kv\/ns_a_1\/other {2}no answer {2}/),
      expect.stringMatching(
        /^ {2}2026-01-31T13:00:00.000Z {2}GET \/v1\/kv\/ns_a_1\/cart {2}404 {2}.*\(expired at 2026-01-31T12:01:00/,
      ),
    ])
  })

  test('at most 20 requests of a failed test are printed', () => {
    const lines = printed.get('many')?.split('\n') ?? []
    expect([lines.length, lines[0]]).toEqual([21, 'The last 20 requests to the world of "many":'])
    expect(lines[1]).toContain('/v1/kv/ns_a_1/k5 ')
    expect(lines[20]).toContain('/v1/kv/ns_a_1/k24 ')
  })

  test('for a failed test without requests, the text asks whether the code got the base address', () => {
    expect(printed.get('lonely')).toMatch(
      /^No request reached the world of "lonely": was the code under test given http:\/\/127\.0\.0\.1:\d+\/_worlds\/w3\?$/,
    )
  })

  test('the run of a failed test is written, unless nothing happened, and named in the report', async () => {
    expect([...bundles.keys()]).toEqual(['the cart stays', 'many'])
    for (const [name, path] of bundles) {
      expect(path).toMatch(/BUNDLES\/failing-test-ts-[\w-]+\.tristore\.json$/)
      expect(metas.get(name)?.bundle).toBe(path)
      const bundle = readBundle(readFileSync(path, 'utf8'))
      expect((await replay(bundle, { services })).run.difference).toBeUndefined()
    }
    expect([...metas].filter(([, { bundle }]) => bundle !== undefined)).toHaveLength(2)
  })

  test('nothing is printed for other tests, or for a closed world', () => {
    expect([...printed.keys()]).toEqual(['the cart stays', 'many', 'lonely'])
  })
})

const SUITE = `
  test('the cart stays', async ({ world }) => {
    await put(world, 'cart')
    await world.clock.advance('1h')
    await world.faults.add({ match: { key: 'other' }, connection: 'reset' })
    await get(world, 'other').catch(() => {})
    expect((await get(world, 'cart')).status).toBe(200)
  })
  test('many', async ({ world }) => {
    for (let i = 0; i < 25; i++) await get(world, 'k' + i)
    throw new Error('failing')
  })
  test('lonely', async ({ world }) => { throw new Error('failing') })
  test('closed', async ({ world }) => { await world.close(); throw new Error('failing') })
  test('fine', async ({ world }) => { await get(world, 'a') })
  test.fails('meant to fail', async ({ world }) => { await get(world, 'a'); throw new Error('wanted') })
`

test('bundles of failed tests are written to the cache folder, and in CI to test-results', () => {
  expect(usualFolder({})).toBe('node_modules/.cache/tristore-emulator')
  expect(usualFolder({ CI: '' })).toBe('node_modules/.cache/tristore-emulator')
  expect(usualFolder({ CI: 'true' })).toBe('test-results')
})
