import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../../src/index.js'
import { FakeTerminal } from '../fake-terminal.js'
import { ran } from '../ran.js'

const SEED = {
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  namespaces: [
    { id: 'ns_shop_1', limits: { writes: 100 }, keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }] },
  ],
}

let emulator: EmulatorClient

beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED })
})

afterEach(() => emulator.close())

const put = () =>
  emulator.fetch('/v1/kv/ns_shop_1/a', {
    method: 'PUT',
    headers: { 'X-KV-Key': 'kv_admin_shop' },
    body: JSON.stringify({ value: 1, ttlSeconds: 5 }),
  })

const conduct = (args: readonly string[], files: Record<string, string> = {}) =>
  ran(['conduct', ...args], new FakeTerminal(files, { EMULATOR_URL: emulator.baseUrl }))

test('conduct judges the requests to an emulator, and ends with 1 if a duty is broken', async () => {
  await put()
  const { status, out } = await conduct([])
  expect(status).toBe(1)
  expect(out.replace(/gaps.*/, 'gaps')).toBe(`1 request judged
retry-after: not exercised
retry-pause: not exercised
backoff: not exercised
paging: not exercised
polling: not exercised
credential: broken, 1 of 1 times
  No admin key is used where a read or write key is enough.
  kv_admin_shop is an admin key, but was only used to write: a write key is enough
1 put had a TTL below 60 s, the shortest 5 s: r1
used 1 of 100 writes of ns_shop_1 in 2026-01
gaps
`)
})

test('conduct --report json prints the report as data', async () => {
  const { status, out } = await conduct(['--report', 'json'])
  expect(status).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ judged: 0, dropped: 0, duties: { length: 6 } })
})

test('conduct FILE judges the requests of an archive, without an emulator', async () => {
  await put()
  const files = { 'run.har': JSON.stringify(await emulator.har()) }
  const { status, out } = await conduct(['run.har', '--url', 'http://127.0.0.1:1'], files)
  expect(status).toBe(0)
  expect(out).toContain('1 put had a TTL below 60 s, the shortest 5 s: r1')
})

test.each([
  ['not JSON', '<har>'],
  ['another JSON', '{"a":1}'],
  ['of another program', '{"log":{"version":"1.2","entries":[]}}'],
])('an archive that is %s is refused', async (_what, text) => {
  expect(await conduct(['a.har'], { 'a.har': text })).toMatchObject({
    status: 2,
    err: expect.stringContaining("a.har: the archive wasn't created by an emulator"),
  })
})

test('conduct says where it looked for an emulator, and for an archive', async () => {
  const { err } = await conduct(['--url', 'http://127.0.0.1:1'])
  expect(err).toContain('no emulator answers at http://127.0.0.1:1')
  expect((await conduct(['none.har'])).err).toContain('cannot read the archive none.har')
})
