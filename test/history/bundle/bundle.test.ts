import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectEmulator } from '../../../src/client/connect.js'
import { readBundle } from '../../../src/history/bundle/read.js'
import { type Bundle, type EmulatorClient, startEmulator } from '../../../src/index.js'
import { replay } from '../../../src/server/replay.js'
import { services } from '../../../src/services/index.js'
import { KEY, NS, SEED, startRecorded } from './recorded.js'

let emulator: EmulatorClient

beforeEach(async () => {
  emulator = await startRecorded()
})

afterEach(() => emulator.close())

const put = (key: string, body: string | Buffer) =>
  emulator.fetch(`/v1/kv/${NS}/${key}`, { method: 'PUT', headers: KEY, body })
const read = (key: string) => emulator.fetch(`/v1/kv/${NS}/${key}`, { headers: KEY })

/** Replays the text of a bundle and returns the difference, if any. */
async function differenceIn(bundle: Bundle, until?: string) {
  return (await replay(readBundle(JSON.stringify(bundle)), { services, until })).run.difference
}

test('a bundle has the beginning, the commands and the answers', async () => {
  await put('a', '{"value": 1, "ttlSeconds": 90}')
  await emulator.clock.advance('1h')
  await read('a')
  const bundle = await emulator.bundle()
  expect(bundle).toMatchObject({
    format: 'tristore-bundle/3',
    version: expect.stringMatching(/^\d/),
    at: Date.parse('2026-02-01T00:59:00Z'),
    options: { grease: 7, bounds: { requests: 10_000 } },
    beginning: { clock: { now: '2026-01-31T23:59:00.000Z' }, resume: {} },
    commands: [
      { kind: 'request', id: 'r1', method: 'PUT', body: '{"value": 1, "ttlSeconds": 90}' },
      { kind: 'admin', id: 'a1', area: 'clock', path: '/_admin/clock' },
      { kind: 'request', id: 'r2', method: 'GET', target: `/v1/kv/${NS}/a` },
    ],
    answers: [
      { id: 'r1', status: 200, hash: expect.stringMatching(/^[\da-f]{32}$/) },
      { id: 'r2', status: 404, body: expect.stringMatching(/does not exist/i) },
    ],
  })
  expect(await differenceIn(bundle)).toBeUndefined()
})

test('a bundle is the same over HTTP', async () => {
  await put('a', '{"value": 1, "ttlSeconds": 90}')
  expect(await connectEmulator(emulator.baseUrl).bundle()).toEqual(await emulator.bundle())
})

test('a bundle holds what is outside of the log: snapshots, states before a reset, other states', async () => {
  await put('a', '{"value": 1, "ttlSeconds": 90}')
  await emulator.snapshots.take('before')
  await emulator.reset()
  await read('a')
  await emulator.snapshots.restore('before')
  await read('a')
  await emulator.state.replace({ ...SEED, namespaces: [] })
  await read('a')
  const [last] = (await emulator.history({ kind: 'admin', limit: 1 })).commands
  await emulator.undo({ to: last?.id ?? 'now' })
  await read('a')
  await emulator.state.merge({ namespaces: [{ id: NS, limits: { reads: 1 } }] })
  await read('a')
  const bundle = await emulator.bundle()
  expect(bundle.answers.map(({ status }) => status)).toEqual([404, 200, 404, 200, 429])
  expect(bundle.commands.map((command) => 'state' in command)).toEqual([
    ...[false, true, false, true, false, true, false, false, false],
  ])
  expect(await differenceIn(bundle)).toBeUndefined()
})

test('a bundle holds who created a record, which does not outlive the record', async () => {
  await emulator.state.merge({ database: { keys: [{ key: 'scoped', documents: [] }] } })
  const headers = { 'X-API-Key': 'scoped' }
  await emulator.fetch('/documents', { method: 'POST', headers, body: '{"title": "Mine"}' })
  await emulator.clock.advance('1h')
  await emulator.undo({ to: 'a2' })
  await emulator.fetch('/documents/2', { headers })
  const own = `${emulator.baseUrl}/_admin/documents/2`
  await fetch(own, { method: 'DELETE' })
  await fetch(own, { method: 'PUT', body: '{"title": "Not mine"}' })
  await emulator.fetch('/documents/2', { headers })
  const bundle = await emulator.bundle()
  expect(bundle.answers.map(({ status }) => status)).toEqual([201, 200, 403])
  expect(await differenceIn(bundle)).toBeUndefined()
})

test('a bundle holds bodies that are not text, and the addresses of other ports', async () => {
  await put('a', Buffer.from([0x22, 0xff, 0xfe, 0x22]))
  await fetch(`${emulator.baseUrl}/documents/1`, { headers: { 'X-API-Key': 'db' } })
  await fetch(`${emulator.dbBaseUrl}/documents/1`, { headers: { 'X-API-Key': 'db' } })
  const bundle = await emulator.bundle()
  expect(bundle.commands).toMatchObject([
    { bodyBase64: 'Iv/+Ig==' },
    { elsewhere: { documents: emulator.dbBaseUrl } },
    { elsewhere: { kv: emulator.baseUrl } },
  ])
  expect(bundle.answers.map(({ status }) => status)).toEqual([400, 501, 200])
  expect(await differenceIn(bundle)).toBeUndefined()
})

test('a bundle of a world goes on as the world did, from its oldest point', async () => {
  await using bounded = await startEmulator({ seed: SEED, bounds: { requests: 100 } })
  await using world = await bounded.world()
  for (let count = 0; count < 150; count++) await world.fetch(`/v1/kv/${NS}/a`, { headers: KEY })
  await world.profile.patch({ kv: { deleteStatus: 200 } })
  for (let count = 0; count < 100; count++) await world.fetch(`/v1/kv/${NS}/a`, { headers: KEY })
  const bundle = await world.bundle()
  const { oldest } = await world.history()
  expect(bundle.commands[0]?.id).toBe(oldest)
  expect(oldest).not.toBe('r1')
  expect(await differenceIn(bundle)).toBeUndefined()
})

describe('the secrets in a bundle', () => {
  const TOKEN = /^(eyJ[\w-]+\.[\w-]+)\.([\w-]+)$/

  test('the secrets in a bundle never include the signature of a token: a bundle has the claims instead', async () => {
    const token = await emulator.tokens.create({ sub: 'user_local', expiresIn: '1h' })
    const [, head = '', signature = ''] = TOKEN.exec(token) ?? []
    expect(signature.length).toBeGreaterThan(80)
    const headers = { authorization: `Bearer ${token}` }
    await emulator.fetch(`/v1/kv/${NS}`, { headers })
    await emulator.clock.advance('2h')
    await emulator.fetch(`/v1/kv/${NS}`, { headers })
    await put('token', JSON.stringify({ value: { lines: `a\n${token}`, token }, ttlSeconds: 900 }))
    await read('token')
    await emulator.fetch(`/documents?q=${token}`, { headers: { 'X-API-Key': 'db' } })
    await emulator.state.merge({ stores: [{ id: 'ec_a', entries: [{ key: 'k', value: token }] }] })
    await emulator.state.replace(await emulator.state.get())
    await read('token')
    const bundle = await emulator.bundle()
    const text = JSON.stringify(bundle)
    expect(text).toContain(`Bearer ${head}.xxx`)
    expect(text).not.toContain(signature)
    expect(text).not.toContain(signature.slice(0, 12))
    expect(bundle.commands[0]).toMatchObject({ token: { identity: { claims: { sub: 'user_local' } } } })
    expect(bundle.answers.map(({ status }) => status)).toEqual([200, 401, 200, 200, 200, 200])
    expect(await differenceIn(bundle)).toBeUndefined()
  })

  test('the secrets in a bundle do not include the secret that tokens are signed with', async () => {
    await read('a')
    const { beginning } = await emulator.bundle()
    expect(beginning.profile).toEqual({ auth: { leeway: 5 }, kv: { putStatus: 200 } })
  })
})

test('a replayed bundle ends at the first answer that differs, with the changes of the request', async () => {
  await put('a', '{"value": 1, "ttlSeconds": 90}')
  await put('b', '{"value": 1, "ttlSeconds": 90}')
  await read('a')
  const { commands, ...bundle } = await emulator.bundle()
  const edited = commands.map((command) =>
    command.id === 'r2' ? { ...command, body: '{"value": 1, "ttlSeconds": 91}' } : command,
  )
  expect(await differenceIn({ ...bundle, commands: edited })).toMatchObject({
    kind: 'request',
    id: 'r2',
    expected: { status: 200, body: expect.stringContaining(':90') },
    got: { status: 200, body: expect.stringContaining(':91') },
    changes: expect.arrayContaining([
      expect.objectContaining({ path: `/namespaces/${NS}/entries/b`, kind: 'added', by: 'r2' }),
    ]),
  })
  expect(await differenceIn({ ...bundle, commands: edited }, 'r2')).toBeUndefined()
})

test('a replayed bundle ends at an admin call that is refused', async () => {
  await emulator.namespaces.create({ name: 'one' })
  const { commands, ...bundle } = await emulator.bundle()
  const edited = commands.map((command) => ({ ...command, body: '{"nane": "one"}' }))
  expect(await differenceIn({ ...bundle, commands: edited })).toMatchObject({
    kind: 'admin',
    id: 'a1',
    path: '/_admin/namespaces',
    status: 400,
    answer: expect.stringContaining('nane'),
  })
})

test('a replayed bundle goes on from its end: the log, the journal and the clock are as they were', async () => {
  await put('a', '{"value": 1, "ttlSeconds": 90}')
  await emulator.clock.advance('1m')
  await read('a')
  await emulator.clock.advance('1m')
  const { listen } = await replay(await emulator.bundle(), { services, until: 'after:r2' })
  const again = await listen()
  try {
    const client = connectEmulator(again.baseUrl)
    expect((await client.clock.get()).iso).toBe('2026-02-01T00:00:00.000Z')
    expect((await client.requests()).map(({ id }) => id)).toEqual(['r2', 'r1'])
    const { commands } = await client.history()
    expect(commands.map(({ id }) => id)).toEqual(['r2', 'a1', 'r1'])
    const { namespaces, resume } = await emulator.state.get({ at: 'a1' })
    expect(await client.state.get({ at: 'a1' })).toMatchObject({ namespaces, resume })
    await client.fetch(`/v1/kv/${NS}/a`, { headers: KEY })
    expect((await client.requests())[0]?.id).toBe('r3')
    await client.reset()
    expect(await client.state.get()).toMatchObject({ clock: { now: '2026-01-31T23:59:00.000Z' } })
  } finally {
    await again.close()
  }
})

test('a replayed bundle of a running clock goes on from the instant of its end', async () => {
  const machine = { now: 1000 }
  await emulator.clock.unfreeze()
  await read('a')
  const bundle = await emulator.bundle()
  const { listen } = await replay(bundle, { services, until: 'after:r1' }, { realNow: () => machine.now })
  machine.now += 60_000
  const again = await listen()
  try {
    expect(again.world.clock.now()).toBe(bundle.commands.at(-1)?.at)
    machine.now += 5000
    expect(again.world.clock.now()).toBe((bundle.commands.at(-1)?.at ?? 0) + 5000)
  } finally {
    await again.close()
  }
})

test.each([
  ['r7', /no command r7/],
  ['2027-01-01', /is in the future/],
  ['satrt', /did you mean start/],
])('a replayed bundle is refused up to the unknown point %s', async (until, reason) => {
  await read('a')
  const bundle = await emulator.bundle()
  const refused = await replay(bundle, { services, until }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ reason: expect.any(String) })
  expect(JSON.stringify(refused)).toMatch(reason)
})
