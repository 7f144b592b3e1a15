import { beforeAll, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.js'
import { connectEmulator, startEmulator } from '../../../src/index.js'
import { FakeTerminal, systemError } from '../fake-terminal.js'
import { ran } from '../ran.js'

const NS = 'ns_shop_1'
const SEED = {
  clock: { now: '2026-01-31T23:59:00Z', freeze: true },
  namespaces: [{ id: NS, keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }] }],
}
const FILE = 'failed.tristore.json'

let bundle = ''

beforeAll(async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const headers = { 'X-KV-Key': 'kv_admin_shop' }
  const body = '{"value":1,"ttlSeconds":90}'
  await emulator.fetch(`/v1/kv/${NS}/a`, { method: 'PUT', headers, body })
  await emulator.clock.advance('1h')
  await emulator.fetch(`/v1/kv/${NS}/a`, { headers })
  bundle = JSON.stringify(await emulator.bundle())
})

const edited = () => bundle.replace('ttlSeconds\\":90', 'ttlSeconds\\":91')

async function replay(text: string | Error, ...args: readonly string[]) {
  return ran(['replay', FILE, ...args], new FakeTerminal({ [FILE]: text }))
}

test('a replay has status 0 if all responses are the same', async () => {
  expect(await replay(bundle)).toEqual({
    status: 0,
    out: expect.stringMatching(
      /^failed\.tristore\.json: replayed 2 requests and 1 admin call, out of 3; written by tristore-emulator \S+\nAll answers match the recorded ones, byte for byte\.\n$/,
    ),
    err: '',
  })
})

test('a replay has status 1 if a response differs, with both responses and the changes of the request', async () => {
  const { status, out } = await replay(edited())
  expect(status).toBe(1)
  expect(out.split('\n').slice(1)).toEqual([
    `r1  PUT /v1/kv/${NS}/a got a different answer:`,
    '  expected  200  {"ok":true,"key":"a","ttlSeconds":90,"expiresAt":1769904030000}',
    '  got       200  {"ok":true,"key":"a","ttlSeconds":91,"expiresAt":1769904031000}',
    '  It changed:',
    `    ~ /namespaces/${NS}/usage/2026-01/writes  0 → 1  (r1)`,
    expect.stringMatching(/^ {4}\+ \/namespaces\/ns_shop_1\/entries\/a {2}\{.*\} {2}\(r1\)$/),
    '',
  ])
})

test('a replay stops at --until', async () => {
  const { status, out } = await replay(edited(), '--until', 'r1')
  expect(status).toBe(0)
  expect(out).toContain('replayed 0 requests and 0 admin calls, out of 3')
})

test('a replay is JSON with --report json', async () => {
  const { status, out } = await replay(edited(), '--report', 'json')
  expect(status).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    file: FILE,
    commands: 3,
    outcome: 'differs',
    requests: 1,
    difference: { id: 'r1', expected: { status: 200 }, got: { status: 200 } },
  })
  expect(JSON.parse((await replay(bundle, '--report', 'json')).out)).toMatchObject({ outcome: 'same' })
})

test('a replay has status 1 if an admin call is refused now', async () => {
  const { status, out } = await replay(bundle.replace('"/_admin/clock"', '"/_admin/clok"'))
  expect(status).toBe(1)
  expect(out).toMatch(
    /a1 {2}POST \/_admin\/clok was accepted when recorded, and is refused now:\n {2}got {7}404 {2}\{.*clok/,
  )
})

test('--serve serves the final world until it is stopped', async () => {
  const terminal = new FakeTerminal({ [FILE]: bundle })
  const ended = run(['replay', FILE, '--until', 'after:r1', '--serve', '--port', '0'], terminal)
  const [, baseUrl = ''] = await terminal.out.until(/Serving it at (\S+)\n/)
  expect(terminal.out.text).toContain(`The dashboard: ${baseUrl}/_dashboard/#/activity?id=r1\n`)
  const client = connectEmulator(baseUrl)
  expect((await client.requests()).map(({ id }) => id)).toEqual(['r1'])
  expect((await client.clock.get()).iso).toBe('2026-01-31T23:59:00.000Z')
  await client.shutdown()
  expect(await ended).toBe(0)
})

test('--serve serves the world after the first response that differs', async () => {
  const terminal = new FakeTerminal({ [FILE]: edited() })
  const ended = run(['replay', FILE, '--serve', '--port', '0', '--report', 'json'], terminal)
  await terminal.err.until(/activity\?id=r1\n/)
  terminal.signal('SIGTERM')
  expect(await ended).toBe(1)
  expect(JSON.parse(terminal.out.text)).toMatchObject({ outcome: 'differs' })
})

test.each([
  ['{"namespaces": []}', [], /^failed\.tristore\.json: it is a seed/],
  ['{"format": "tristore-bundle/3", ', [], /^failed\.tristore\.json: it is cut off/],
  [
    systemError('EACCES'),
    [],
    /cannot read the bundle failed\.tristore\.json: this user is not allowed to read it/,
  ],
] as const)('replay refuses a file that is not a bundle: %s', async (text, args, message) => {
  expect(await replay(text, ...args)).toEqual({ status: 2, out: '', err: expect.stringMatching(message) })
})

test('replay refuses a bundle with an invalid state', async () => {
  const { status, err } = await replay(bundle.replace('"scope":"admin"', '"scope":"amdin"'))
  expect(status).toBe(2)
  expect(err).toMatch(/a state in it is invalid:\n.*read, write, admin/)
})

test.each([
  [['--until', 'r9'], /there is no command r9/],
  [['--port', '0'], /^--port needs --serve\n$/],
])('replay refuses the options %s', async (args, message) => {
  expect(await replay(bundle, ...args)).toEqual({ status: 2, out: '', err: expect.stringMatching(message) })
})

test('replay refuses a port that is in use', async () => {
  await using other = await startEmulator({ seed: SEED })
  const { port } = new URL(other.baseUrl)
  const { status, err } = await replay(bundle, '--serve', '--port', port)
  expect(status).toBe(2)
  expect(err).toContain(`port ${port} on 127.0.0.1 is taken`)
})
