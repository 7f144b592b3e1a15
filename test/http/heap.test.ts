import { afterEach, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'

/** Only pretends that the heap is full. test/server/full-heap.test.ts fills a real one. */

const SEED = {
  profile: { kv: { listWithScopedKey: 'allow' as const } },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' as const }] }],
  stores: [{ id: 'ec_a_1', keys: [{ key: 'e', scope: 'admin' as const }] }],
  database: { keys: [{ key: 'db' }] },
}
const REASON =
  'the heap is nearly full: 229 MiB are in use, and its limit is 286 MiB; remove worlds, snapshots or entries, reset, or start with a larger heap: NODE_OPTIONS=--max-old-space-size=8192'

const running: LaunchedEmulator[] = []

afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

async function started() {
  const heap = { bytes: 100e6 }
  const port = { limit: 300e6, used: () => heap.bytes, collect: () => {} }
  const emulator = await launch({ services, seed: SEED }, { heap: port })
  running.push(emulator)
  const send = async (line: string, { body, headers }: { body?: object; headers?: object } = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const response = await fetch(emulator.baseUrl + path, {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, reason: response.headers.get('x-emulator-reason'), text }
  }
  const fill = () => {
    heap.bytes = 240e6
    return send('PUT /v1/kv/ns_a_1/large', PUT_LARGE)
  }
  return { heap, send, fill }
}

const KV = { 'X-KV-Key': 'k' }
const PUT = { headers: KV, body: { value: 1, ttlSeconds: 60 } }
const PUT_LARGE = { headers: KV, body: { value: 'x'.repeat(100_000), ttlSeconds: 60 } }

test('writes are refused while the heap is full, and reads and deletions answered', async () => {
  const { send, fill } = await started()
  expect((await send('PUT /v1/kv/ns_a_1/a', PUT)).status).toBe(200)
  expect(await fill()).toMatchObject({ status: 503, reason: REASON })
  expect((await send('PUT /v1/kv/ns_a_1/b', PUT)).status).toBe(503)
  expect(
    (await send('PUT /v1/ec/ec_a_1/b', { headers: { 'X-KV-Key': 'e' }, body: { value: 1 } })).status,
  ).toBe(503)
  const post = { headers: { 'X-API-Key': 'db' }, body: { title: 't' } }
  expect((await send('POST /documents', post)).status).toBe(503)
  expect((await send('GET /v1/kv/ns_a_1/a', { headers: KV })).status).toBe(200)
  expect((await send('GET /documents', { headers: { 'X-API-Key': 'db' } })).status).toBe(200)
  expect((await send('GET /_admin/state')).status).toBe(200)
  expect((await send('DELETE /v1/kv/ns_a_1/a', { headers: KV })).status).toBe(200)
})

test.each([
  ['the state', 'GET /_admin/state', {}],
  ['the state of a moment', 'GET /_admin/state?at=now', {}],
  ['an archive of the requests', 'GET /_admin/requests.har', {}],
  ['a list of keys', 'GET /v1/kv/ns_a_1', KV],
  ['a list of configurations', 'GET /v1/ec/ec_a_1', { 'X-KV-Key': 'e' }],
  ['a list of documents', 'GET /documents', { 'X-API-Key': 'db' }],
])('%s is refused if the heap has no room for it, and writes go on', async (_, line, headers) => {
  const { heap, send } = await started()
  const value = 'x'.repeat(1024 * 1024)
  const seed = {
    namespaces: [
      {
        id: 'ns_a_1',
        entries: [
          { key: 'large', value, ttlSeconds: 60 },
          { key: 'k{{index}}', repeat: 4000, value: 1, ttlSeconds: 60 },
        ],
      },
    ],
    stores: [{ id: 'ec_a_1', entries: [{ key: 'large', value }] }],
    database: { documents: [{ title: 'large', content: value }] },
  }
  expect((await send('PATCH /_admin/state', { body: seed })).status).toBe(200)
  expect((await send('GET /v1/kv/ns_a_1/large', { headers: KV })).status).toBe(200)
  expect((await send(line, { headers })).status).toBe(200)
  heap.bytes = 160e6
  const { status, text, reason } = await send(line, { headers })
  const why = expect.stringMatching('the heap has no room for an answer this long: 153 MiB are in use')
  expect([status, reason ?? JSON.parse(text).message]).toEqual([503, why])
  expect((await send('PUT /v1/kv/ns_a_1/large', PUT_LARGE)).status).toBe(200)
})

test('nothing is run again while the heap is full: that takes a second world', async () => {
  const { send, fill } = await started()
  await fill()
  expect((await send('GET /_admin/namespaces/ns_a_1/entries/large/history')).status).toBe(503)
})

test.each([
  ['PUT /_admin/seed', SEED],
  ['PUT /_admin/state', SEED],
  ['PATCH /_admin/state', SEED],
  ['POST /_admin/worlds', {}],
  ['POST /_admin/snapshots', {}],
  ['POST /_admin/namespaces', { name: 'shop' }],
  ['POST /_admin/namespaces/ns_a_1/keys', { scope: 'read' }],
  ['PUT /_admin/namespaces/ns_a_1/entries/k', { value: 1, ttlSeconds: 60 }],
  ['POST /_admin/stores', { name: 'web' }],
  ['PUT /_admin/stores/ec_a_1/entries/k', { value: 1 }],
  ['POST /_admin/projects', { name: 'p' }],
  ['PUT /_admin/documents/7', { title: 't' }],
  ['POST /_admin/database-keys', {}],
  ['POST /_admin/faults', { status: 503 }],
])('%s is refused while the heap is full', async (line, body) => {
  const { heap, send, fill } = await started()
  await fill()
  const refused = await send(line, { body })
  const [message, hint] = REASON.split('; ')
  expect([refused.status, JSON.parse(refused.text)]).toEqual([503, { error: 'out_of_memory', message, hint }])
  heap.bytes = 100e6
  expect((await send(line, { body })).status).toBeLessThan(300)
})

test('an import that fills the heap changes nothing', async () => {
  const { heap, send } = await started()
  const before = (await send('GET /_admin/namespaces')).text
  // There is room for the text, but not for its contents.
  let looks = 0
  Object.defineProperty(heap, 'bytes', { get: () => (looks++ === 0 ? 100e6 : 240e6) })
  for (const line of ['PUT /_admin/seed', 'PUT /_admin/state', 'PATCH /_admin/state']) {
    looks = 0
    expect((await send(line, { body: { namespaces: [{ id: 'ns_b_1' }] } })).status).toBe(503)
    await send('POST /_admin/clock', { body: { advance: '1s' } })
  }
  expect((await send('GET /_admin/namespaces')).text).toBe(before)
})

test('a reset frees the heap, and writes go on at once', async () => {
  const { heap, send, fill } = await started()
  await fill()
  heap.bytes = 100e6
  expect((await send('POST /_admin/reset')).status).toBe(200)
  expect((await send('PUT /v1/kv/ns_a_1/a', PUT)).status).toBe(200)
})
