import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellFailure } from '../../src/client/failed-test.js'
import { readBundle } from '../../src/history/bundle/read.js'
import { startEmulator } from '../../src/start-emulator.js'

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' as const }] }],
}

let folder: string
let printed: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-failed-'))
  printed = []
  vi.spyOn(console, 'error').mockImplementation((text) => void printed.push(text))
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

async function usedWorld() {
  const emulator = await startEmulator({ seed: SEED })
  const world = await emulator.world()
  await world.fetch('/v1/kv/ns_a_1/cart', { headers: { 'X-KV-Key': 'k' } })
  return { world, [Symbol.asyncDispose]: () => emulator.close() }
}

const JOURNAL =
  'The last request to the world of "carts > the cart stays":\n' +
  '  2026-01-31T12:00:00.000Z  GET /v1/kv/ns_a_1/cart  404  the key is missing or expired  (never existed)'

test('the requests of a failed test are printed, and its run is written under its name', async () => {
  await using used = await usedWorld()
  const path = await tellFailure(used.world, 'carts > the cart stays', { bundles: folder })
  expect(path).toMatch(/carts-the-cart-stays-[\da-f]+\.tristore\.json$/)
  expect(printed).toEqual([`${JOURNAL}\nInspect the run: npx tristore-emulator replay --serve ${path}`])
  expect(readBundle(readFileSync(path ?? '', 'utf8')).commands).toHaveLength(1)
  const beside = (ending: string) => readFileSync((path ?? '').replace('.tristore.json', ending), 'utf8')
  expect(JSON.parse(beside('.har'))).toMatchObject({ log: { version: '1.2', entries: [{}] } })
  expect(beside('.diff.txt')).toBe('~ /namespaces/ns_a_1/usage/2026-01/reads  0 → 1  (r1)\n')
})

test('the requests are printed even if the run cannot be written, and then the reason', async () => {
  await using used = await usedWorld()
  const path = await tellFailure(used.world, 'carts > the cart stays', { bundles: '/dev/null/below' })
  expect(path).toBeUndefined()
  expect(printed).toEqual([
    expect.stringMatching(/^The last request .*\n.*\nThe run couldn't be written to \/dev\/null\/below: /),
  ])
})

test('if its world got no requests, those that named no world are printed, with the reason', async () => {
  await using emulator = await startEmulator({ seed: SEED, requireWorld: true })
  const world = await emulator.world()
  await tellFailure(world, 'lonely', { bundles: false })
  await emulator.fetch('/v1/kv/ns_a_1/cart', { headers: { 'X-KV-Key': 'k' } })
  await tellFailure(world, 'lonely', { bundles: false })
  const none = `No request reached the world of "lonely": was the code under test given ${world.baseUrl}?`
  expect(printed).toEqual([
    none,
    expect.stringMatching(
      /\nThe last requests that didn't name a world:\n {2}\S+ {2}GET \/v1\/kv\/ns_a_1\/cart {2}400 {2}this request names no world, and --require-world, in code requireWorld, is on: /,
    ),
  ])
})

test('a test name of many long characters becomes a valid file name', async () => {
  await using used = await usedWorld()
  const path = await tellFailure(used.world, `カートは再起動後も残る: ${'試'.repeat(100)}`, {
    bundles: folder,
  })
  expect(readdirSync(folder).sort()).toEqual([
    expect.stringMatching(/^試{26}-[\da-f]+\.diff\.txt$/),
    expect.stringMatching(/^試{26}-[\da-f]+\.har$/),
    expect.stringMatching(/^試{26}-[\da-f]+\.tristore\.json$/),
  ])
  expect(path).toContain(folder)
})

test('the printed text has no control characters of terminals', async () => {
  await using used = await usedWorld()
  await tellFailure(used.world, 'a\u001b[2J\u202eb', { bundles: false })
  expect(printed.join()).toContain('to the world of "a\\x1b[2J\\u202eb":\n  2026-01-31')
})
