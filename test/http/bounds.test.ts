import { afterEach, describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.js'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { type Bounds, boundOptions, defaultBounds } from '../../src/domain/bounds.js'
import { startEmulator } from '../../src/start-emulator.js'
import { FakeTerminal } from '../cli/fake-terminal.js'
import { printedHelp } from '../cli/printed-help.js'

/** The bounds (docs/DESIGN.md section 9), as clients meet them and the admin interface reports them. */

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }],
}

const running: EmulatorClient[] = []

afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

async function started(bounds: Partial<Bounds>): Promise<EmulatorClient> {
  const emulator = await startEmulator({ seed: SEED, bounds })
  running.push(emulator)
  return emulator
}

async function admin({ adminUrl }: EmulatorClient, path: string, method = 'GET', body?: object) {
  const response = await fetch(adminUrl + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = (await response.json()) as { message?: string } & Record<string, unknown>
  return { status: response.status, json }
}

/** Puts a value of `length` characters, and optionally deletes it again. */
async function put({ baseUrl }: EmulatorClient, key: string, { length = 1, isGone = false } = {}) {
  const url = `${baseUrl}/v1/kv/ns_a_1/${key}`
  const headers = { 'X-KV-Key': 'k' }
  const body = JSON.stringify({ value: 'x'.repeat(length), ttlSeconds: 60 })
  await (await fetch(url, { method: 'PUT', headers, body })).text()
  if (isGone) await (await fetch(url, { method: 'DELETE', headers })).text()
}

const DEFAULTS: Bounds = {
  requests: 10_000,
  faults: 1000,
  worlds: 1000,
  snapshots: 100,
}

describe('each bound', () => {
  test('each bound has the documented default', () => {
    expect(defaultBounds).toEqual(DEFAULTS)
  })

  const names = Object.keys(DEFAULTS) as (keyof Bounds)[]

  test.each(names)('%s has an option, an environment variable, and a line in the help', async (name) => {
    const option = boundOptions[name]
    const help = await printedHelp('--help', '--all')
    const line = help.split('\n').find((text) => text.trim().startsWith(`--${option} `))
    expect(line).toMatch(new RegExp(`\\(${DEFAULTS[name]}\\)$`))
    const variable = `EMULATOR_${option.toUpperCase().replaceAll('-', '_')}`
    for (const [argv, env, where] of [
      [[`--${option}`, '-1'], {}, `--${option}`],
      [[], { [variable]: 'many' }, variable],
    ] as const) {
      const refusing = new FakeTerminal({}, env)
      expect(await run(argv, refusing)).toBe(2)
      expect(refusing.err.text).toContain(where)
    }
  })
})

/** Starts the command. If it refuses to start, `address` is the exit status. */
async function servedWith(argv: readonly string[], env: Readonly<Record<string, string>>, seed: string) {
  const terminal = new FakeTerminal({ 'seed.yaml': seed }, env)
  const status = run(['--port', '0', '--seed', 'seed.yaml', '--log', 'json', ...argv], terminal)
  const up = terminal.out.until(/"baseUrl":"([^"]+)"/)
  const address = await Promise.race([up.then(([, baseUrl]) => baseUrl), status])
  return { address, status, terminal }
}

test.each([
  ['options', ['--max-worlds', '0', '--max-snapshots', '0'], {}],
  ['the environment', [], { EMULATOR_MAX_WORLDS: '0', EMULATOR_MAX_SNAPSHOTS: '0' }],
])('the bounds can be set by %s', async (_, argv, env) => {
  const { address, status, terminal } = await servedWith(argv, env, 'version: 1\n')
  for (const [path, option] of [
    ['worlds', '--max-worlds'],
    ['snapshots', '--max-snapshots'],
  ]) {
    const response = await fetch(`${address}/_admin/${path}`, { method: 'POST' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining(`(${option}, in code `) })
  }
  terminal.signal('SIGTERM')
  expect(await status).toBe(0)
})

test('a seed can generate at most four million records, also at a start', async () => {
  const seed = 'stores: [{ id: ec_a_1, entries: [{ key: "k{{index}}", value: 1, repeat: 4000001 }] }]\n'
  const { address, terminal } = await servedWith([], {}, seed)
  expect(address).toBe(2)
  expect(terminal.err.text).toContain('a seed can generate at most 4000000 records')
})

test('the journal drops the oldest requests, counts them, and says by which bound', async () => {
  const emulator = await started({ requests: 3 })
  for (let index = 0; index < 5; index++) await put(emulator, 'a')
  const { json } = await admin(emulator, '/requests')
  expect(json).toMatchObject({ requests: [{ id: 'r5' }, { id: 'r4' }, { id: 'r3' }], dropped: 2 })
  expect(await admin(emulator, '/requests/r1')).toMatchObject({
    status: 404,
    json: { hint: expect.stringContaining('the last 3 (--max-requests, in code bounds.requests)') },
  })
})

test('the journal drops the oldest bodies, and says so', async () => {
  const emulator = await started({})
  const length = 9_000_000
  for (let index = 0; index < 4; index++) await put(emulator, 'a', { length })
  const [newer, older] = await Promise.all([emulator.request('r4'), emulator.request('r1')])
  expect(older).not.toHaveProperty('requestBody')
  expect(older.bodies).toBe('dropped: they were too large, or newer ones needed the space')
  expect(newer.requestBody?.bytes).toBe(length + 28)
  expect(newer).not.toHaveProperty('bodies')
})

test('the reason for a missing entry is dropped at the bound, which is named', async () => {
  const emulator = await started({})
  await put(emulator, 'a', { isGone: true })
  const entries = [{ key: '{{index}}', repeat: 9999, value: 1, ttlSeconds: 60 }]
  await admin(emulator, '/state', 'PATCH', { namespaces: [{ id: 'ns_a_1', entries }] })
  await admin(emulator, '/clock', 'POST', { advance: '2m' })
  // Listing removes the expired entries.
  const Authorization = `Bearer ${await emulator.tokens.create()}`
  await (await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1`, { headers: { Authorization } })).text()
  await put(emulator, 'c', { isGone: true })
  const absenceOf = async (key: string) => {
    await (await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/${key}`, { headers: { 'X-KV-Key': 'k' } })).text()
    const [request] = await emulator.requests({ limit: 1 })
    return request?.absence
  }
  expect(await absenceOf('c')).toBe('deleted by request r5')
  expect(await absenceOf('a')).toBe('no record (only the last 10000 are kept)')
})

describe('one more than the bound is refused, and nothing else is lost', () => {
  const fault = { status: 503 }

  test.each<[keyof Bounds, string, object]>([
    ['worlds', '/worlds', {}],
    ['snapshots', '/snapshots', {}],
    ['faults', '/faults', fault],
  ])('one more than the bound on %s is refused, and nothing else is lost', async (name, path, body) => {
    const emulator = await started({ [name]: 2 })
    for (let index = 0; index < 2; index++) {
      expect((await admin(emulator, path, 'POST', body)).status).toBe(201)
    }
    const refused = await admin(emulator, path, 'POST', body)
    expect(refused).toMatchObject({
      status: 400,
      json: { error: 'invalid_request', message: expect.stringMatching(/at most 2 .*\(--max-/) },
    })
    expect(refused.json.message).toContain(`(--${boundOptions[name]}, in code bounds.${name})`)
    expect((await admin(emulator, path)).json[name]).toHaveLength(2)
  })

  test.each([
    ['PUT', '/seed'],
    ['PUT', '/state'],
    ['PATCH', '/state'],
  ])('records of a template beyond the bound are refused by %s %s', async (method, path) => {
    const emulator = await started({})
    const database = (repeat: number) => ({ database: { documents: [{ repeat, title: 'Draft {{index}}' }] } })
    expect((await admin(emulator, path, method, database(5))).status).toBe(200)
    const refused = await admin(emulator, path, method, database(4_000_001))
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.json)).toContain('a seed can generate at most 4000000 records')
    expect((await admin(emulator, '/documents')).json.documents).toHaveLength(5)
  })

  test('a world has the bounds of its emulator', async () => {
    const emulator = await started({ snapshots: 0, requests: 1 })
    const world = await emulator.world()
    await expect(world.snapshots.take()).rejects.toThrow('--max-snapshots')
    await put(world, 'a')
    await put(world, 'b')
    expect((await admin(world, '/requests')).json).toMatchObject({ dropped: 1, requests: [{ id: 'r2' }] })
  })
})
