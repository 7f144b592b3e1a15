import { afterEach, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import type { Bounds } from '../../src/domain/bounds.js'
import { startEmulator } from '../../src/emulator.js'

/** The bound on memory as the contents of worlds and snapshots meet it. That a small heap survives: test/small-heap. */

const KIB = 1024
const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }],
  stores: [{ id: 'ec_a_1', keys: [{ key: 'e', scope: 'admin' }] }],
  database: { keys: [{ key: 'db' }] },
}
const VALUE = 'x'.repeat(64 * KIB)

const running: EmulatorClient[] = []

afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

async function started(bounds: Partial<Bounds> = { memory: 1024 * KIB }): Promise<EmulatorClient> {
  const emulator = await startEmulator({ seed: SEED, bounds })
  running.push(emulator)
  return emulator
}

interface Told {
  readonly status: number
  readonly reason: string
}

async function told(response: Response): Promise<Told> {
  const text = await response.text()
  const said = response.headers.get('x-emulator-reason') ?? JSON.parse(text || '{}').message
  return { status: response.status, reason: said ?? '' }
}

type Attempt = (emulator: EmulatorClient, index: number) => Promise<Told>

const put =
  (key: (index: number) => string): Attempt =>
  async ({ baseUrl }, index) =>
    told(
      await fetch(`${baseUrl}/v1/kv/ns_a_1/${key(index)}`, {
        method: 'PUT',
        headers: { 'X-KV-Key': 'k' },
        body: JSON.stringify({ value: VALUE, ttlSeconds: 60 }),
      }),
    )

const putAnother = put((index) => `k${index}`)
const overwrite = put(() => 'k')

const admin =
  (method: string, path: string, body?: (index: number) => unknown): Attempt =>
  async ({ adminUrl }, index) =>
    told(
      await fetch(adminUrl + path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body(index)) }),
      }),
    )

const seedWith = (index: number) => ({
  stores: [{ id: `ec_b_${index}`, entries: [{ key: 'k', value: VALUE }] }],
})

/** What fills the memory where it is done again and again. */
const FILLING: readonly [what: string, attempt: Attempt][] = [
  ['puts of further keys', putAnother],
  [
    'puts of config entries',
    async ({ baseUrl }, index) =>
      told(
        await fetch(`${baseUrl}/v1/ec/ec_a_1/k${index}`, {
          method: 'PUT',
          headers: { 'X-KV-Key': 'e' },
          body: JSON.stringify({ value: VALUE }),
        }),
      ),
  ],
  [
    'documents',
    async ({ baseUrl }) =>
      told(
        await fetch(`${baseUrl}/documents`, {
          method: 'POST',
          headers: { 'X-API-Key': 'db' },
          body: JSON.stringify({ title: 't', content: VALUE }),
        }),
      ),
  ],
  [
    'puts without a socket',
    async ({ fetch: inProcess }, index) =>
      told(
        await inProcess(`/v1/kv/ns_a_1/k${index}`, {
          method: 'PUT',
          headers: { 'X-KV-Key': 'k' },
          body: JSON.stringify({ value: VALUE, ttlSeconds: 60 }),
        }),
      ),
  ],
  [
    'puts into worlds',
    async (emulator, index) => {
      const { status, reason } = await admin('POST', '/worlds', () => ({ id: `x${index}` }))(emulator, index)
      if (status !== 201) return { status, reason }
      return overwrite(
        Object.assign({}, emulator, { baseUrl: `${emulator.baseUrl}/_worlds/x${index}` }),
        index,
      )
    },
  ],
  [
    'values that snapshots alone keep',
    async (emulator, index) => {
      const written = await overwrite(emulator, index)
      return written.status === 200 ? admin('POST', '/snapshots')(emulator, index) : written
    },
  ],
  [
    'entries by the admin interface',
    (emulator, index) =>
      admin('PUT', `/namespaces/ns_a_1/entries/k${index}`, () => ({ value: VALUE, ttlSeconds: 60 }))(
        emulator,
        index,
      ),
  ],
  ['states that are merged', admin('PATCH', '/state', seedWith)],
  [
    'faults',
    admin('POST', '/faults', (index) => ({
      id: `f${index}`,
      status: 503,
      body: VALUE + index,
      match: { key: 'none' },
    })),
  ],
  [
    'a seed in each world',
    async (emulator, index) => {
      const made = await admin('POST', '/worlds', () => ({ id: `x${index}` }))(emulator, index)
      return made.status === 201 ? admin('PUT', `/seed`, seedWith)(worldOf(emulator, index), index) : made
    },
  ],
]

const worldOf = (emulator: EmulatorClient, index: number): EmulatorClient =>
  Object.assign({}, emulator, { adminUrl: `${emulator.baseUrl}/_worlds/x${index}/_admin` })

describe.each(FILLING)('%s', (_what, attempt) => {
  test('are refused once they take the memory, and a reset or a removal makes room again', async () => {
    const emulator = await started()
    let last: Told = { status: 0, reason: '' }
    let done = 0
    do last = await attempt(emulator, done++)
    while (last.status < 300 && done < 100)
    expect(last).toEqual({ status: 503, reason: expect.stringContaining('(--max-memory)') })
    expect(done).toBeGreaterThan(3)
    // What is there can still be read.
    expect((await fetch(`${emulator.adminUrl}/namespaces`)).status).toBe(200)
    expect(
      (await fetch(`${emulator.baseUrl}/documents?limit=1`, { headers: { 'X-API-Key': 'db' } })).status,
    ).toBe(200)
    for (const { name } of await emulator.snapshots.list()) await emulator.snapshots.remove(name)
    for (let index = 0; index < done; index++) {
      await fetch(`${emulator.adminUrl}/worlds/x${index}`, { method: 'DELETE' })
    }
    await emulator.reset()
    expect((await putAnother(emulator, 0)).status).toBe(200)
  })
})

test('faults that are gone take no room, though readers who come back are told of them', async () => {
  const emulator = await started()
  const fault = (index: number) => ({ id: 'f', status: 503, body: VALUE + index, match: { key: 'none' } })
  for (let index = 0; index < 60; index++) {
    expect((await admin('POST', '/faults', fault)(emulator, index)).status).toBe(201)
    expect((await fetch(`${emulator.adminUrl}/faults/f`, { method: 'DELETE' })).status).toBe(204)
  }
  // What readers would be told is in the same memory: an upload that takes most of it finds room.
  const body = `{"value":"${'x'.repeat(700 * KIB)}","ttlSeconds":60}`
  const put = { method: 'PUT', headers: { 'X-KV-Key': 'k' }, body }
  expect((await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/k`, put)).status).toBe(200)
})

test('overwriting the same entries is never refused', async () => {
  const emulator = await started()
  for (let index = 0; index < 60; index++) expect((await overwrite(emulator, index)).status).toBe(200)
})

test('many snapshots of the same large state are never refused', async () => {
  const emulator = await started()
  for (let index = 0; index < 5; index++) await putAnother(emulator, index)
  for (let index = 0; index < 60; index++)
    expect((await admin('POST', '/snapshots')(emulator, index)).status).toBe(201)
})

test('a seed that takes too much is refused as a whole', async () => {
  const emulator = await started()
  await putAnother(emulator, 0)
  const entries = Array.from({ length: 20 }, (_, index) => ({ key: `k${index}`, value: VALUE.slice(index) }))
  const tooMuch = { stores: [{ id: 'ec_b_1', entries }] }
  const before = await (await fetch(`${emulator.adminUrl}/state`)).json()
  for (const [method, path] of [
    ['PUT', '/seed'],
    ['PUT', '/state'],
    ['PATCH', '/state'],
  ] as const) {
    const { status, reason } = await admin(method, path, () => tooMuch)(emulator, 0)
    expect({ status, reason }).toEqual({ status: 503, reason: expect.stringContaining('--max-memory') })
  }
  expect(await (await fetch(`${emulator.adminUrl}/state`)).json()).toEqual(before)
})

test('a block that would take too much is refused before it does', async () => {
  const emulator = await started()
  const repeated = {
    namespaces: [{ id: 'ns_b_1', entries: [{ key: 'k{{index}}', value: 1, ttlSeconds: 60, repeat: 5000 }] }],
  }
  const { status, reason } = await admin('PATCH', '/state', () => repeated)(emulator, 0)
  expect(status).toBe(400)
  expect(reason).toContain('--max-memory')
})

test('a start with more than the memory is refused', async () => {
  const seed = { stores: [{ id: 'ec_b_1', entries: [{ key: 'k', value: VALUE }] }] }
  await expect(startEmulator({ seed, bounds: { memory: 100 * KIB } })).rejects.toThrow(/--max-memory/)
})
