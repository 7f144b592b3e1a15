import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prettyReport } from '../../../src/cli/commands/replay.js'
import { readBundle } from '../../../src/history/bundle/read.js'
import { type Bundle, connectEmulator, type EmulatorClient, startEmulator } from '../../../src/index.js'
import { replay } from '../../../src/server/replay.js'
import { services } from '../../../src/services/index.js'

const NS = 'ns_shop_k3v9x2'
const KEY = { 'X-KV-Key': 'kv_admin_a' }
const SEED = {
  clock: { now: '2026-01-31T23:59:00Z', freeze: true },
  namespaces: [{ id: NS, keys: [{ key: 'kv_admin_a', scope: 'admin' as const }] }],
}

let emulator: EmulatorClient

beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED, port: 0 })
})

afterEach(() => emulator.close())

const put = (value: number, init: RequestInit = {}) =>
  emulator.fetch(`/v1/kv/${NS}/cart`, {
    ...init,
    method: 'PUT',
    headers: KEY,
    body: JSON.stringify({ value, ttlSeconds: 90 }),
  })

async function cartAt(at: string): Promise<unknown> {
  const { namespaces } = await emulator.state.get({ at })
  return namespaces?.[0]?.entries?.find(({ key }) => key === 'cart')?.value
}

const read = async () => readBundle(JSON.stringify(await emulator.bundle()))

const differenceIn = async (bundle: Bundle) =>
  (await replay(readBundle(JSON.stringify(bundle)), { services })).run.difference

/** Holds two puts, releases the second one first, and returns their statuses. */
async function twoInTurn(effect: 'before' | 'after', fails = false): Promise<number[]> {
  const hold = await emulator.hold({ operation: 'kv.put' }, { effect })
  const first = put(1)
  const one = await hold.next()
  const second = put(2)
  const other = await hold.next()
  await emulator.clock.advance('5s')
  await (fails ? other.fail({ status: 503, retryAfter: 2 }) : other.release())
  await emulator.clock.advance('5s')
  await one.release()
  return [(await first).status, (await second).status]
}

test('a held request takes effect when it is released, and has its points and its answer at that place', async () => {
  await twoInTurn('before')
  expect(await Promise.all(['r2', 'after:r2', 'r1', 'after:r1'].map(cartAt))).toEqual([undefined, 2, 2, 1])
  const changes = await emulator.diff('r1', 'after:r1')
  expect(changes.find(({ path }) => path.endsWith('/entries/cart'))).toMatchObject({
    before: { value: 2 },
    after: { value: 1 },
    by: 'r1',
  })
  const commands = [...(await emulator.history({ since: 'after:a1' })).commands].reverse()
  expect(commands.map((one) => [one.id, 'hold' in one ? one.hold : undefined])).toEqual([
    ...[
      ['r1', 'begins'],
      ['r2', 'begins'],
    ],
    ...[
      ['a2', undefined],
      ['r2', 'released'],
    ],
    ...[
      ['a3', undefined],
      ['r1', 'released'],
    ],
  ])
  expect(await differenceIn(await read())).toBeUndefined()
})

test('a held request never takes effect if its hold fails it', async () => {
  expect(await twoInTurn('before', true)).toEqual([200, 503])
  expect(await Promise.all(['after:r2', 'after:r1'].map(cartAt))).toEqual([undefined, 1])
  const bundle = await read()
  expect(bundle.answers.map(({ id, status }) => [id, status])).toEqual([
    ['r2', 503],
    ['r1', 200],
  ])
  expect(await differenceIn(bundle)).toBeUndefined()
})

test('a request whose finished answer was held took effect when it came, and has its points there; its end is in the log', async () => {
  expect(await twoInTurn('after', true)).toEqual([200, 503])
  expect(await Promise.all(['r1', 'after:r1', 'r2', 'after:r2'].map(cartAt))).toEqual([undefined, 1, 1, 2])
  expect(await emulator.namespaces.entries.history(NS, 'cart')).toMatchObject([
    { kind: 'written', by: 'r1', credential: 'kv_admin_a', value: { value: 1 } },
    { kind: 'written', by: 'r2', credential: 'kv_admin_a', value: { value: 2 } },
    { kind: 'expires' },
  ])
  const commands = [...(await emulator.history({ since: 'a2' })).commands].reverse()
  expect(commands).toMatchObject([
    { id: 'a2' },
    { id: 'r2', status: 503, hold: 'released' },
    { id: 'a3' },
    { id: 'r1', status: 200, hold: 'released' },
  ])
})

test('a request whose finished answer was held gets the same answer in a replay', async () => {
  await twoInTurn('after', true)
  const bundle = await read()
  expect(bundle.answers.map(({ id, status }) => [id, status])).toEqual([
    ['r2', 503],
    ['r1', 200],
  ])
  expect(await differenceIn(bundle)).toBeUndefined()
  const { commands, ...others } = bundle
  const edited = commands.map((command) =>
    command.id === 'r2' && command.kind === 'request' && command.holdEnd !== undefined
      ? { ...command, holdEnd: { ...command.holdEnd, release: { status: 502 } } }
      : command,
  )
  expect(await differenceIn({ ...others, commands: edited })).toMatchObject({
    id: 'r2',
    expected: { status: 503 },
    got: { status: 502 },
    changes: [],
  })
})

test('a request whose client left has no answer, nor does one that is held to the end', async () => {
  const hold = await emulator.hold({ operation: 'kv.put' })
  const client = new AbortController()
  const left = put(1, { signal: client.signal }).catch(() => {})
  await hold.next()
  client.abort()
  await left
  await expect.poll(() => hold.list()).toEqual([])
  const waiting = put(2)
  await hold.next()
  const bundle = await read()
  expect(bundle.commands).toMatchObject([
    { id: 'a1' },
    { id: 'r1', held: true },
    { id: 'r1', holdEnd: { release: 'gone' } },
    { id: 'r2', held: true },
  ])
  expect(bundle.answers).toMatchObject([{ id: 'r1', status: null }])
  const { run, listen } = await replay(bundle, { services })
  expect(run).toEqual({ requests: 1, calls: 1, held: 1 })
  const style = (_: string, text: string) => text
  expect(prettyReport({ path: 'one.tristore.json', bundle, run }, style)).toContain(
    'replayed 1 request and 1 admin call, out of 3; 1 request still held at the end;',
  )
  const again = await listen()
  try {
    const client = connectEmulator(again.baseUrl)
    expect(await client.requests()).toMatchObject([{ id: 'r1', status: null, outcome: 'fault' }])
    expect((await client.fetch(`/v1/kv/${NS}/cart`, { headers: KEY })).status).toBe(404)
    expect((await client.requests())[0]?.id).toBe('r3')
  } finally {
    await again.close()
  }
  await hold.end()
  expect((await waiting).status).toBe(200)
})

test('a request without room to be held gets a reason, and the same answer in a replay', async () => {
  await using hold = await emulator.hold({ operation: 'kv.put' })
  const held = Array.from({ length: 1000 }, (_, count) => put(count))
  await expect.poll(async () => (await hold.list()).length).toBe(1000)
  const refused = await put(1000)
  expect([refused.status, refused.headers.get('x-emulator-reason')]).toEqual([
    503,
    expect.stringMatching(/no room to hold this request: 1000 are held.*POST \/_admin\/held\/\{requestId\}/),
  ])
  const bundle = await read()
  expect(bundle.commands.at(-1)).toMatchObject({ id: 'r1001', holdEnd: { release: 'no room' } })
  const { run } = await replay(bundle, { services })
  expect(run).toEqual({ requests: 1, calls: 1, held: 1000 })
  await hold.end()
  await Promise.all(held)
})

describe('a bundle', () => {
  test('a bundle that begins between a request and its end has the effect, but not a mere answer', async () => {
    await using bounded = await startEmulator({ seed: SEED, bounds: { requests: 100 } })
    const send = (key: string) =>
      bounded.fetch(`/v1/kv/${NS}/${key}`, {
        method: 'PUT',
        headers: KEY,
        body: '{"value": 1, "ttlSeconds": 90}',
      })
    const before = await bounded.hold({ operation: 'kv.put', key: 'a' })
    const after = await bounded.hold({ operation: 'kv.put', key: 'b' }, { effect: 'after' })
    const [a, b] = [send('a'), send('b')]
    const held = [await before.next(), await after.next()]
    for (let count = 0; count < 350; count++) await bounded.fetch(`/v1/kv/${NS}/c`, { headers: KEY })
    for (const request of held) await request.release()
    await Promise.all([a, b])
    await expect(bounded.state.get({ at: 'r2' })).rejects.toMatchObject({ code: 'too_old' })
    expect((await bounded.state.get({ at: 'r1' })).namespaces?.[0]?.entries?.map(({ key }) => key)).toEqual([
      'b',
    ])
    const bundle = await bounded.bundle()
    expect(bundle.commands.slice(-2).map(({ id }) => id)).toEqual(['r352', 'r1'])
    expect(await differenceIn(bundle)).toBeUndefined()
  })

  test.each([
    [
      { fault: { hold: true }, release: 'gone' },
      /^\/commands\/0\/holdEnd\/fault: expected a fault with an id, found a mapping$/,
    ],
    [
      { fault: { id: 'f_1', hold: true }, release: 'left' },
      /^\/commands\/0\/holdEnd\/release: expected how a held request ended/,
    ],
    [{ fault: { id: 'f_1' }, release: {} }, /^\/commands\/0\/holdEnd\/fault.*: this fault does nothing/],
    ['gone', /^\/commands\/0\/holdEnd: expected an object, found the text "gone"$/],
  ])('a bundle with an invalid end of a hold is refused: %j', async (holdEnd, problem) => {
    await put(1)
    const { commands, ...others } = await emulator.bundle()
    const text = JSON.stringify({ ...others, commands: commands.map((one) => ({ ...one, holdEnd })) })
    expect(() => readBundle(text)).toThrow(problem)
  })
})
