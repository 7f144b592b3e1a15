import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectEmulator } from '../../src/client/connect.js'
import { readBundle } from '../../src/history/bundle/read.js'
import { type EmulatorClient, startEmulator, type WorldClient } from '../../src/index.js'
import { replay } from '../../src/server/replay.js'
import { services } from '../../src/services/index.js'
import { SEED } from './world-requests.js'

/** `POST /_admin/worlds` with a clock and a seed creates a test's world in one call. */

let emulator: EmulatorClient
/** Controls the same emulator over HTTP. */
let client: EmulatorClient

beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED })
  client = connectEmulator(emulator.baseUrl)
})

afterEach(() => emulator.close())

const AT = '2024-02-29T23:00:00.000Z'
const KEY = { 'X-KV-Key': 'k' }
const OTHER = {
  clock: { now: '2020-01-01', freeze: true },
  random: 7,
  namespaces: [
    {
      id: 'ns_b_2',
      usage: { reads: 3 },
      keys: [{ key: 'k', scope: 'admin' }],
      entries: [{ key: 'session', value: 1, ttlSeconds: 1800 }],
    },
  ],
}

const statusOf = async (world: EmulatorClient, path: string) =>
  (await world.fetch(path, { headers: KEY })).status

test.each<[string, Parameters<EmulatorClient['world']>[0], string, string]>([
  ['ISO 8601', { clock: AT }, AT, 'frozen'],
  ['ms', { clock: Date.parse(AT) }, AT, 'frozen'],
  ['a Date', { clock: new Date(AT) }, AT, 'frozen'],
  ['a clock as in a seed', { clock: { now: AT, freeze: false, rate: 60 } }, '2024-02-29T23:', 'running'],
  ['a frozen one at the time of the seed', { clock: { freeze: true } }, '2026-01-31T12:00:00.000Z', 'frozen'],
])('a new world takes its clock as %s', async (_, options, iso, mode) => {
  const world = await client.world(options)
  const shown = await world.clock.get()
  expect(shown).toMatchObject({ iso: expect.stringContaining(iso), mode })
  expect(shown.rate).toBe(mode === 'running' ? 60 : 1)
  expect(await client.clock.get()).toMatchObject({ iso: '2026-01-31T12:00:00.000Z' })
})

test('the clock of a new world is the origin of what the seed says relative to it, and a reset goes back to it', async () => {
  const world = await client.world({ clock: AT })
  await world.clock.advance('59m')
  expect(await statusOf(world, '/v1/kv/ns_a_1/seeded')).toBe(200)
  await world.clock.advance('1m')
  expect(await statusOf(world, '/v1/kv/ns_a_1/seeded')).toBe(404)
  await world.reset()
  expect((await world.clock.get()).iso).toBe(AT)
  expect(await statusOf(world, '/v1/kv/ns_a_1/seeded')).toBe(200)
})

test('the clock of a new world is that of a fork, whose entries expire when they did', async () => {
  const world = await client.world({ from: 'current', clock: '2026-01-31T12:59:59Z' })
  expect(await statusOf(world, '/v1/kv/ns_a_1/seeded')).toBe(200)
  await world.clock.advance('1s')
  expect(await statusOf(world, '/v1/kv/ns_a_1/seeded')).toBe(404)
  await world.reset()
  expect((await world.clock.get()).iso).toBe('2026-01-31T12:59:59.000Z')
})

describe('a seed', () => {
  const forms = [
    ['an object', OTHER],
    ['JSON', JSON.stringify(OTHER)],
    ['YAML', 'clock: { now: 2020-01-01, freeze: true }\nnamespaces:\n  - id: ns_b_2\n'],
  ] as const
  test.each(forms)("a seed as %s takes the place of the emulator's", async (_, seed) => {
    const world = await client.world({ seed: seed as string })
    expect((await world.namespaces.list()).map(({ id }) => id)).toEqual(['ns_b_2'])
    expect(await world.clock.get()).toMatchObject({ iso: '2020-01-01T00:00:00.000Z', mode: 'frozen' })
    expect((await client.namespaces.list()).map(({ id }) => id)).toEqual(['ns_a_1'])
  })

  test('the seed of a new world is what a reset goes back to, and GET /_admin/seed shows', async () => {
    const world = await client.world({ seed: OTHER })
    await world.namespaces.remove('ns_b_2')
    await world.reset()
    expect(await statusOf(world, '/v1/kv/ns_b_2/session')).toBe(200)
    expect(await (await fetch(`${world.adminUrl}/seed`)).json()).toEqual(OTHER)
  })

  test('the seed of a new world goes with a clock, which wins', async () => {
    const world = await client.world({ seed: OTHER, clock: AT })
    expect(await world.clock.get()).toMatchObject({ iso: AT, mode: 'frozen' })
    expect((await world.namespaces.get('ns_b_2')).usage.reads).toBe(3)
    await world.clock.advance('30m')
    expect(await statusOf(world, '/v1/kv/ns_b_2/session')).toBe(404)
  })

  test('the seed of a new world keeps every digit of its ids', async () => {
    const body = '{"seed": {"database": {"documents": [{"id": 9007199254740993, "title": "x"}]}}}'
    const made = await fetch(`${client.adminUrl}/worlds`, { method: 'POST', body })
    const { adminUrl } = (await made.json()) as WorldClient
    expect(await (await fetch(`${adminUrl}/state`)).text()).toContain('9007199254740993')
  })

  test('the seed of a new world may be long', async () => {
    const entries = [{ key: 'long', value: 'x'.repeat(300_000), ttlSeconds: 60 }]
    const world = await client.world({
      seed: { namespaces: [{ id: 'ns_b_2', keys: [{ key: 'k', scope: 'read' }], entries }] },
    })
    expect(await statusOf(world, '/v1/kv/ns_b_2/long')).toBe(200)
  })
})

test('what the command line says wins over its seed, but not over its clock', async () => {
  await using started = await startEmulator({ clock: { now: '2025-05-05', freeze: true }, randomSeed: 3 })
  const world = await started.world({ seed: OTHER })
  expect((await world.clock.get()).iso).toBe('2025-05-05T00:00:00.000Z')
  expect((await world.state.get()).random).toBe(3)
  expect((await (await started.world({ seed: OTHER, clock: AT })).clock.get()).iso).toBe(AT)
})

describe('its history', () => {
  const worldWithRun = async () => {
    const world = await client.world({ seed: OTHER, clock: AT })
    await world.clock.set('2024-01-31')
    await statusOf(world, '/v1/kv/ns_b_2/session')
    await world.clock.advance('1h')
    await statusOf(world, '/v1/kv/ns_b_2/session')
    return world
  }

  test('a bundle of it is replayed to the same answers', async () => {
    const bundle = await (await worldWithRun()).bundle()
    expect(bundle.beginning).toMatchObject({ clock: { now: AT } })
    const { run } = await replay(readBundle(JSON.stringify(bundle)), { services, until: undefined })
    expect(run).toEqual({ requests: 2, calls: 2 })
  })

  test('an undo goes back to its start, and a world is made of a point of it', async () => {
    const world = await worldWithRun()
    const past = await world.world({ at: 'r1' })
    expect((await past.clock.get()).iso).toBe('2024-01-31T00:00:00.000Z')
    expect(await statusOf(past, '/v1/kv/ns_b_2/session')).toBe(200)
    await world.undo({ to: 'start' })
    expect((await world.clock.get()).iso).toBe(AT)
    expect(await statusOf(world, '/v1/kv/ns_b_2/session')).toBe(200)
  })
})

test.each<[string, object, object]>([
  [
    'a wrong seed, whose problems are named',
    { seed: { namespaces: [{ id: 'ns_b_2', ownr: 'me' }] } },
    {
      code: 'invalid_seed',
      problems: [{ file: 'the seed', path: 'namespaces[0].ownr', hint: 'did you mean owner?' }],
    },
  ],
  [
    'a seed that is a path',
    { seed: 'fixtures.yaml' },
    { code: 'invalid_seed', problems: [{ hint: 'this looks like a path: pass the text of the file' }] },
  ],
  [
    'an empty seed',
    { seed: ' ' },
    { code: 'invalid_request', message: expect.stringContaining('seed: expected a seed') },
  ],
  [
    'a list',
    { seed: [] },
    { code: 'invalid_request', message: expect.stringContaining('seed: expected a seed') },
  ],
  [
    'a clock in seconds',
    { clock: 1769903940 },
    { message: expect.stringContaining('In ms it is 1769903940000') },
  ],
  ['a wrong clock', { clock: 'soon' }, { message: expect.stringContaining('clock: expected an instant') }],
  ['a clock of 10000', { clock: 253402300800000 }, { message: expect.stringContaining('from 1970 to 9999') }],
  [
    'a wrong part of a clock',
    { clock: { nwo: 1 } },
    { message: expect.stringContaining('clock.nwo: there is no such field') },
  ],
  [
    'a wrong time of a clock',
    { clock: { now: 'soon' } },
    { message: expect.stringContaining('clock.now: expected an instant') },
  ],
  [
    'two sources',
    { from: 'current', seed: {} },
    {
      message: expect.stringContaining(
        'from and seed both say what to create the world from: use one of them',
      ),
    },
  ],
  [
    'three sources',
    { from: 'current', at: 'start', seed: {} },
    { message: expect.stringContaining('from and at and seed all say what') },
  ],
  ['a taken name', { id: 'taken', seed: OTHER, clock: AT }, { code: 'conflict' }],
  [
    'a key file that is not there',
    { seed: { profile: { auth: { jwksFile: '/none' } } } },
    { code: 'invalid_seed' },
  ],
])('no world is made of %s', async (_, body, refused) => {
  await client.world({ id: 'taken' })
  await expect(client.world({ ...body })).rejects.toMatchObject(refused)
  const { worlds } = (await (await fetch(`${client.adminUrl}/worlds`)).json()) as {
    worlds: { id: string }[]
  }
  expect(worlds.map(({ id }) => id)).toEqual(['taken'])
})
