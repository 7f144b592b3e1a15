import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startVitest } from 'vitest/node'
import { connectEmulator } from '../../src/client/connect.js'
import { startEmulator } from '../../src/emulator.js'
import { createTest, test as starterTest } from '../../src/vitest.js'

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }],
}

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

  seededTest('the emulator is the same, and has let go of their worlds', async ({ emulator }) => {
    expect(new Set(seen).size).toBe(2)
    for (const baseUrl of seen) {
      expect(new URL(baseUrl).origin).toBe(emulator.baseUrl)
      expect((await fetch(`${baseUrl}/_admin/clock`)).status).toBe(404)
    }
    expect(await get(emulator)).toBe(404)
  })

  starterTest('without options there is the starter seed', async ({ world }) => {
    expect((await world.fetch('/documents', { headers: { 'X-API-Key': 'db_demo' } })).status).toBe(200)
  })

  remoteTest('the emulator may be one that runs elsewhere', async ({ emulator, world }) => {
    expect(new URL(world.baseUrl).origin).toBe(emulator.baseUrl)
    await put(world)
    expect([await get(world), await get(emulator)]).toEqual([200, 404])
  })
})

describe('a test that fails', () => {
  /** Runs a suite by itself; the folder must be below the project, for its imports to be found. */
  async function run(body: string, pool: 'threads' | 'forks' = 'threads'): Promise<string> {
    const root = resolve(import.meta.dirname, '../..')
    const folder = mkdtempSync(join(root, 'node_modules', '.vitest-fixtures-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'failing.test.ts')
    const head = `
      import { expect } from 'vitest'
      import { createTest } from ${JSON.stringify(join(root, 'src/vitest.ts'))}
      const test = createTest({ seed: ${JSON.stringify(SEED)} })
      const get = (world, key) => world.fetch('/v1/kv/ns_a_1/' + key, { headers: { 'X-KV-Key': 'k' } })
      const put = (world, key) => world.fetch('/v1/kv/ns_a_1/' + key, {
        method: 'PUT', headers: { 'X-KV-Key': 'k' }, body: '{"value":1,"ttlSeconds":60}',
      })
    `
    writeFileSync(file, head + body)
    const lines: string[] = []
    const vitest = await startVitest('test', [], {
      root: folder,
      config: false,
      watch: false,
      include: ['failing.test.ts'],
      pool,
      isolate: false,
      reporters: [{ onUserConsoleLog: ({ content, type }) => void lines.push(`${type}: ${content.trim()}`) }],
    })
    // Its failures are wanted; without this they would be those of the run around it.
    process.exitCode = 0
    await vitest.close()
    return lines.join('\n')
  }

  test.each(['threads', 'forks'] as const)('prints the journal of its world: %s', async (pool) => {
    const printed = await run(
      `test('the cart stays', async ({ world }) => {
        await put(world, 'cart')
        await world.clock.advance('1h')
        await world.faults.add({ match: { key: 'other' }, connection: 'reset' })
        await get(world, 'other').catch(() => {})
        expect((await get(world, 'cart')).status).toBe(200)
      })`,
      pool,
    )
    expect(printed.split('\n')).toEqual([
      'stderr: The last 3 requests to the world of "the cart stays":',
      '  2026-01-31T12:00:00.000Z  PUT /v1/kv/ns_a_1/cart  200',
      expect.stringMatching(/^ {2}2026-01-31T13:00:00.000Z {2}GET \/v1\/kv\/ns_a_1\/other {2}no answer {2}/),
      expect.stringMatching(
        /^ {2}2026-01-31T13:00:00.000Z {2}GET \/v1\/kv\/ns_a_1\/cart {2}404 {2}.*\(expired at 2026-01-31T12:01:00/,
      ),
    ])
  })

  test('prints 20 requests at most, and only of worlds of tests that fail', async () => {
    const printed = await run(`
      test('many', async ({ world }) => {
        for (let i = 0; i < 25; i++) await get(world, 'k' + i)
        throw new Error('failing')
      })
      test('fine', async ({ world }) => { await get(world, 'a') })
      test.fails('meant to fail', async ({ world }) => { await get(world, 'a'); throw new Error('wanted') })
    `)
    const lines = printed.split('\n')
    expect([lines.length, lines[0]]).toEqual([21, 'stderr: The last 20 requests to the world of "many":'])
    expect(lines[1]).toContain('/v1/kv/ns_a_1/k5 ')
    expect(lines[20]).toContain('/v1/kv/ns_a_1/k24 ')
  })

  test('asks for the base address where no request came, and does not mind a world that is closed', async () => {
    const printed = await run(`
      test('lonely', async ({ world }) => { throw new Error('failing') })
      test('closed', async ({ world }) => { await world.close(); throw new Error('failing') })
    `)
    expect(printed).toMatch(
      /^stderr: No request reached the world of "lonely": was the code under test given http:\/\/127\.0\.0\.1:\d+\/_worlds\/w1\?$/,
    )
  })
})
