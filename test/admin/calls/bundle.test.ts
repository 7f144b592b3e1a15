import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../../src/server/launch.js'
import { services } from '../../../src/services/index.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { askAdmin } from '../ask-admin.js'

const NS = 'ns_shop_k3v9x2'
const HEADERS = { 'X-KV-Key': 'kv_a' }
const SEED = {
  clock: { now: '2026-01-31T23:59:00Z', freeze: true },
  namespaces: [{ id: NS, keys: [{ key: 'kv_a', scope: 'admin' as const }] }],
  database: {
    keys: [{ key: 'db' }],
    documents: [{ repeat: 60, title: 'x' }],
  },
}

let writer: LaunchedEmulator
let reader: LaunchedEmulator
beforeEach(async () => {
  writer = await launch({ services, seed: SEED })
  reader = await launch({ services })
})
afterEach(async () => {
  await writer.close()
  await reader.close()
})

const data = ({ baseUrl }: { baseUrl: string }, line: string, body?: string, headers: object = HEADERS) => {
  const [method = '', path = ''] = line.split(' ')
  return fetch(baseUrl + path, { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) })
}

async function bundleOfRun() {
  await data(writer, `PUT /v1/kv/${NS}/a`, '{"value": 1, "ttlSeconds": 90}')
  await data(writer, 'GET /documents', undefined, { 'X-API-Key': 'db' })
  await askAdmin(writer, 'POST /clock', { advance: '1h' })
  await data(writer, `GET /v1/kv/${NS}/a`)
  return (await (await askAdmin(writer, 'GET /bundle')).json()) as { answers: { hash: string }[] }
}

const worldsOf = async (emulator: LaunchedEmulator) =>
  ((await (await askAdmin(emulator, 'GET /worlds')).json()) as { worlds: unknown[] }).worlds

describe('POST /_admin/bundle', () => {
  test('replays it in a world of its own, with its journal, and leaves the rest alone', async () => {
    const before = await (await askAdmin(reader, 'GET /state')).text()
    const answer = await askAdmin(reader, 'POST /bundle', await bundleOfRun())
    expect(answer.status).toBe(201)
    const world = (await answer.json()) as { id: string; baseUrl: string; adminUrl: string; run: object }
    expect(world).toMatchObject({ run: { requests: 3, calls: 1 }, lastRequest: 'r3' })
    expect(world.run).not.toHaveProperty('difference')
    const journal = await (await askAdmin(world, 'GET /requests')).json()
    expect(journal).toMatchObject({
      requests: [{ id: 'r3', status: 404 }, { id: 'r2' }, { id: 'r1', status: 200 }],
    })
    expect(await (await askAdmin(world, 'GET /clock')).json()).toMatchObject({
      iso: '2026-02-01T00:59:00.000Z',
      mode: 'frozen',
    })
    const clock = await (await askAdmin(reader, 'GET /state')).text()
    expect(clock.replace(/"now":[^,]*/, '')).toBe(before.replace(/"now":[^,]*/, ''))
    // The world stays usable: later requests are answered, recorded and undone as in any other.
    expect((await data(world, `PUT /v1/kv/${NS}/b`, '{"value": 2, "ttlSeconds": 9}')).status).toBe(200)
    expect(await (await askAdmin(world, 'GET /diff?from=r4')).json()).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining({ by: 'r4' })]),
    })
    expect((await askAdmin(world, 'POST /undo')).status).toBe(200)
  })

  test('POST /_admin/bundle stops at the first answer that differs, and reports both answers', async () => {
    const bundle = await bundleOfRun()
    const [first, second, third] = bundle.answers
    const edited = { ...bundle, answers: [first, { ...second, hash: 'x' }, third] }
    const answer = await askAdmin(reader, 'POST /bundle', edited)
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({
      run: { requests: 2, difference: { kind: 'request', id: 'r2', expected: { hash: 'x' } } },
    })
  })

  test.each([
    ['{"format":"tristore-bundle/3"', 'it is cut off'],
    ['{"format":"tristore-bundle/9","version":"9.0.0"}', 'replay it with the emulator that wrote it (9.0.0)'],
    ['{"namespaces": []}', 'it is a seed, not a bundle'],
    ['{"format":"tristore-bundle/3"}', '/version: is missing'],
  ])('POST /_admin/bundle refuses %s with what is wrong, and makes no world', async (text, reason) => {
    const answer = await askAdmin(reader, 'POST /bundle', text)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(JSON.stringify(reason).slice(1, -1))
    expect(await worldsOf(reader)).toEqual([])
  })

  test('POST /_admin/bundle refuses a beginning that is not a seed, and makes no world', async () => {
    const answer = await askAdmin(reader, 'POST /bundle', {
      ...(await bundleOfRun()),
      beginning: { nonsense: 1 },
    })
    expect(answer.status).toBe(400)
    expect(await worldsOf(reader)).toEqual([])
  })

  test('POST /_admin/bundle refuses a bundle without varied answers if the emulator varies all of them', async () => {
    await using greased = await startEmulator({ grease: 7 })
    const answer = await askAdmin(greased, 'POST /bundle', await bundleOfRun())
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('emulator replay')
  })

  test('POST /_admin/bundle varies the answers again if they were varied before', async () => {
    await using greased = await startEmulator({ seed: SEED, grease: 7 })
    await data(greased, `GET /v1/kv/${NS}/none`)
    const bundle = await (await askAdmin(greased, 'GET /bundle')).json()
    expect(await (await askAdmin(reader, 'POST /bundle', bundle)).json()).toMatchObject({
      run: { requests: 1, calls: 0 },
    })
  })
})
