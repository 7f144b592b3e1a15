import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import { queue } from './queue/service.js'

/**
 * A service is a folder that is handed to the emulator. This one is a queue, which the emulator knows nothing about.
 */

let emulator: LaunchedEmulator

beforeAll(async () => {
  emulator = await launch({ services: [...services, queue] })
  expect((await admin('PUT /seed', SEED)).status).toBe(200)
})
afterAll(() => emulator?.close())

const ID = 'qu_jobs_1'
const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  queues: [
    {
      id: ID,
      keys: [
        { key: 'q_write', scope: 'write' },
        { key: 'q_read', scope: 'read' },
      ],
      entries: [{ key: 'seeded-{{index}}', repeat: 3, value: 'job {{index}}', expiresAt: '+1h' }],
    },
  ],
}

const ask = async (line: string, key = 'q_write', body?: object, base = emulator.baseUrl) => {
  const [method = '', path = ''] = line.split(' ')
  const headers = { 'X-KV-Key': key, 'Content-Type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(base + path, { method, headers, ...sent })
  const text = await answer.text()
  return {
    status: answer.status,
    next: answer.headers.get('x-next'),
    json: text === '' ? undefined : JSON.parse(text),
  }
}
const admin = (line: string, body?: object) => ask(line.replace(' /', ' /_admin/'), undefined, body)
const keys = async (line = `GET /v1/queues/${ID}`) => (await ask(line, 'q_read')).json.messages

test('a queue works with seeds, scopes of keys, pages and its own monthly quota', async () => {
  await admin('POST /reset')
  const page = await ask(`GET /v1/queues/${ID}`, 'q_read')
  expect(page).toMatchObject({ json: { messages: ['seeded-1', 'seeded-2'] }, next: expect.any(String) })
  expect(await keys(`GET ${page.next}`)).toEqual(['seeded-3'])
  expect(await ask(`POST /v1/queues/${ID}`, 'q_read', { value: 1 })).toMatchObject({ status: 403 })
  expect(await ask('POST /v1/queues/qu_job_1', 'q_write', { value: 1 })).toMatchObject({ status: 404 })
  for (const value of [1, 2, 3])
    expect((await ask(`POST /v1/queues/${ID}`, 'q_write', { value })).status).toBe(201)
  expect((await ask(`POST /v1/queues/${ID}`, 'q_write', { value: 4 })).status).toBe(429)
  expect(
    (await admin('POST /clock', { to: 'next-month', receipt: true })).json.receipt.countersChanged,
  ).toEqual({
    count: 1,
    first: [expect.objectContaining({ namespace: ID })],
  })
  expect((await ask(`POST /v1/queues/${ID}`, 'q_write', { value: 4 })).status).toBe(201)
})

test('the messages of a queue expire by the clock, and are received in order', async () => {
  await admin('POST /reset')
  expect((await ask(`DELETE /v1/queues/${ID}`)).json).toEqual({ ok: true, key: 'seeded-1', value: 'job 1' })
  await admin('POST /clock', { to: 'next-expiry', plus: '-1ms' })
  expect(await keys()).toEqual(['seeded-2', 'seeded-3'])
  const moved = await admin('POST /clock', { advance: 0.001, receipt: true })
  expect(moved.json.receipt.keysExpired).toMatchObject({ count: 2 })
  expect(await keys()).toEqual([])
  expect((await ask(`DELETE /v1/queues/${ID}`)).status).toBe(404)
})

test('admin calls make queues, keys and messages, and show the history of a message', async () => {
  await admin('POST /reset')
  expect((await admin('POST /queues', { name: 'mail' })).json).toMatchObject({ id: 'qu_mail', keys: [] })
  expect((await admin('POST /queues/qu_mail/keys', { scope: 'read', key: 'q_mail' })).status).toBe(201)
  const path = '/queues/qu_mail/entries/hello'
  expect((await admin(`PUT ${path}`, { value: 1, expiresAt: '+60s' })).json).toMatchObject({ value: 1 })
  expect((await ask('GET /v1/queues/qu_mail', 'q_mail')).json.messages).toEqual(['hello'])
  expect((await admin('GET /queues/qu_mail/entries?find=hel')).json.entries).toHaveLength(1)
  const { events } = (await admin(`GET ${path}/history`)).json
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['written', 'expires'])
  expect((await admin('DELETE /queues/qu_mail')).status).toBe(204)
  expect((await ask('GET /v1/queues/qu_mail', 'q_mail')).status).toBe(404)
})

test('faults, worlds, undo, differences and exports know a fourth service', async () => {
  await admin('POST /reset')
  await admin('POST /faults', { match: { operation: 'queue.*' }, status: 503, times: 1 })
  expect((await ask(`GET /v1/queues/${ID}`, 'q_read')).status).toBe(503)
  const world = (await admin('POST /worlds', { from: 'current' })).json
  await ask(`DELETE /v1/queues/${ID}`)
  expect((await ask(`GET /v1/queues/${ID}`, 'q_read', undefined, world.baseUrl)).json.messages[0]).toBe(
    'seeded-1',
  )
  const { changes } = (await admin('GET /diff?from=start')).json
  expect(changes).toContainEqual(
    expect.objectContaining({ path: `/queues/${ID}/entries/seeded-1`, kind: 'removed', by: 'r2' }),
  )
  const exported = (await admin('GET /state')).json
  expect(exported.queues[0].entries.map(({ key }: { key: string }) => key)).toEqual(['seeded-2', 'seeded-3'])
  await admin('PUT /state', exported)
  expect(await keys()).toEqual(['seeded-2', 'seeded-3'])
})

test('journal, explanation, usage, contract and OpenAPI know a fourth service', async () => {
  await admin('POST /reset')
  await keys()
  expect((await admin('GET /requests?operation=queue.list')).json.requests).toHaveLength(1)
  expect((await admin('GET /requests/r1')).json).toMatchObject({ operation: 'queue.list', outcome: 'ok' })
  expect((await admin('GET /usage')).json.operations).toEqual({ 'queue.list': 1 })
  const { operations } = (await admin('GET /contract')).json
  expect(operations).toHaveLength(17)
  expect(operations).toContainEqual(expect.objectContaining({ id: 'queue.put', service: 'queue' }))
  expect((await admin('GET /find?text=seeded-2')).json.found).toEqual([
    { kind: 'message', id: 'seeded-2', of: ID },
  ])
  const { paths } = (await admin('GET /openapi.json')).json
  expect(paths['/v1/queues/{queueId}']).toHaveProperty('post.operationId', 'queue.put')
  expect(paths).toHaveProperty('/_admin/queues/{id}/entries/{key}/history')
})
