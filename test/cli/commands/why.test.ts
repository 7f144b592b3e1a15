import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../../src/index.js'
import { FakeTerminal } from '../fake-terminal.js'
import { ran } from '../ran.js'

const SEED = {
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      limits: { reads: 100 },
      keys: [{ key: 'kv_read_shop', scope: 'read' }],
      entries: [{ key: "it's", value: 1, ttlSeconds: 60 }],
    },
  ],
}

let emulator: EmulatorClient

beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED })
})

afterEach(() => emulator.close())

const read = (world: EmulatorClient, key: string) =>
  world.fetch(`/v1/kv/ns_shop_1/${key}`, { headers: { 'X-KV-Key': 'kv_read_shop' } })

async function why(...args: readonly string[]) {
  const terminal = new FakeTerminal({}, { EMULATOR_URL: emulator.baseUrl })
  const result = await ran(['why', ...args], terminal)
  return { ...result, out: result.out.replaceAll(emulator.baseUrl, 'URL') }
}

test('why explains the last refused request, with all checks', async () => {
  await read(emulator, 'first')
  await emulator.clock.advance('2m')
  await read(emulator, "it's")
  await emulator.fetch('/documents')
  await read(emulator, "it's")
  await emulator.tokens.create()
  expect((await why()).out).toBe(`r4  GET /v1/kv/ns_shop_1/it's  404 entry_missing
  kv.get at 2026-01-31T23:02:00.000Z, with kv_read_shop

Why: the key is missing or expired (expired at 2026-01-31T23:01:00.000Z)

The checks, in order:
  passed   credential sent
  passed   namespace or store exists
  passed   key known
  passed   key of this namespace or store
  passed   scope
  passed   monthly quota  used 2  limit 100
  passed   request valid
  refused  entry exists

It ran into:
  the entry: expired at 2026-01-31T23:01:00.000Z
  a gap in the contract: kv.countMisses is true

Right now:
  namespace ns_shop_1 with 0 live entries, owner user_local
  keys: kv_read_shop (read)

What would change it:
  Add it's
    in the seed:  namespaces: [{id: ns_shop_1, entries: [{key: it's, value: true, ttlSeconds: 86400}]}]
    or now:       curl -X PATCH URL/_admin/state -d '{"namespaces":[{"id":"ns_shop_1","entries":[{"key":"it'\\''s","value":true,"ttlSeconds":86400}]}]}'
  Go back to 1 ms before it expired, undoing everything since
    by a call:    curl -X POST URL/_admin/undo -d '{"to":"2026-01-31T23:00:59.999Z"}'
`)
})

test('why shows that a request comes from another time', async () => {
  await emulator.fetch('/documents', { headers: { Date: 'Sat, 28 Feb 2026 23:00:00 GMT' } })
  const told = "its Date header says 2026-02-28T23:00:00.000Z, 28d ahead of the world's clock"
  expect((await why()).out).toContain(`without a credential\n  from another time: ${told}\n`)
  expect(await emulator.requests()).toMatchObject([{ otherTime: told }])
})

test('why explains a named request, refused or not', async () => {
  await read(emulator, "it's")
  await read(emulator, 'none')
  const { status, out } = await why('r1')
  expect(status).toBe(0)
  expect(out).toContain("r1  GET /v1/kv/ns_shop_1/it's  200 ok\n")
  expect(out).toContain('Why: it was not refused\n')
  expect(out).not.toContain('What would change it')
})

test('why says how to name a key whose namespace is left out', async () => {
  const { status, err } = await why('cart')
  expect(status).toBe(2)
  expect(err).toContain('cart is neither a request such as r4 nor a key such as ns_demo_starter/cart')
})

test('why names parameters that the contract does not have', async () => {
  await emulator.fetch('/documents?page=2&limit=1&page=3')
  const told = '\nIt ran into:\n  the parameter page, which documents.list does not have\n'
  expect((await why('r1')).out).toContain(told)
})

test('why explains a request of a world, as exec names it', async () => {
  await using world = await emulator.world()
  await read(world, 'none')
  const { adminUrl } = world
  const { out } = await why('w1/r1')
  expect(out).toContain('r1  GET /v1/kv/ns_shop_1/none  404 entry_missing\n')
  expect(out).toContain(`curl -X PATCH ${adminUrl.replace(emulator.baseUrl, 'URL')}/state `)
})

test('why explains a fault', async () => {
  await emulator.faults.add({ connection: 'reset' })
  await read(emulator, "it's").catch(() => {})
  const { out } = await why()
  expect(out).toContain('no answer fault\n')
  expect(out).toMatch(/Why: the fault f_1 fired: the connection was reset\n/)
  expect(out).toContain('by a call:    curl -X DELETE URL/_admin/faults/f_1\n')
})

describe('why without an answer', () => {
  test('why says that there was no request at all', async () => {
    const { status, out } = await why()
    expect({ status, out }).toEqual({
      status: 0,
      out: 'No requests have reached URL; npx tristore-emulator why w1/r4 explains one in the world w1\n',
    })
  })

  test('why says that no request was refused', async () => {
    await read(emulator, "it's")
    expect((await why()).out).toMatch(/^None of 1 request to URL was refused; /)
  })

  test('why says that there is no such request', async () => {
    const { status, err } = await why('r9')
    expect(status).toBe(2)
    expect(err).toMatch(/^GET \/_admin\/requests\/r9: request r9 is not in the journal/)
  })

  test('why says that no emulator answers', async () => {
    const { baseUrl } = emulator
    await emulator.close()
    expect(await why()).toEqual({
      status: 2,
      out: '',
      err: `no emulator answers at ${baseUrl}: start one with \`npx tristore-emulator\`, or give another address with --url or EMULATOR_URL\n`,
    })
  })
})

test('why prints no control characters of terminals from a request', async () => {
  await emulator.fetch('/v1/kv/ns_shop_1/a', {
    headers: { 'X-KV-Key': 'kv_read_x' },
    method: 'PUT',
    body: '\u001b[2J',
  })
  expect((await why()).out).toContain('  body: \\x1b[2J\n')
})

describe('why explains a key', () => {
  test('why explains a missing key: when and how it was removed, and what its next reader got', async () => {
    await read(emulator, "it's")
    await emulator.clock.advance('2m')
    await read(emulator, "it's")
    expect(await why("ns_shop_1/it's")).toEqual({
      status: 0,
      out: `ns_shop_1/it's does not exist: expired at 2026-01-31T23:01:00.000Z.
It was already there when the log began, at 2026-01-31T23:00:00.000Z.
Then r2 (kv_read_shop) missed it.
`,
      err: '',
    })
  })

  test('why explains an existing key: when it was written, and when it expires', async () => {
    expect((await why("ns_shop_1/it's")).out).toBe(
      `ns_shop_1/it's exists: already there when the log began, at 2026-01-31T23:00:00.000Z.
It expires at 2026-01-31T23:01:00.000Z.
No request has used it since.
`,
    )
  })

  test('why explains a key that never existed', async () => {
    expect(await why('ns_shop_1/never')).toEqual({
      status: 1,
      out: '',
      err: 'nothing in the log wrote, read or removed ns_shop_1/never\n',
    })
    expect((await why('foo/bar')).err).toContain('removed foo/bar; there is no namespace or store foo\n')
    await read(emulator, 'never')
    expect((await why('ns_shop_1/never')).out).toBe(
      `ns_shop_1/never does not exist: nothing in the log wrote it.
Most recently, r1 (kv_read_shop) missed it at 2026-01-31T23:00:00.000Z.
`,
    )
  })
})
