import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../src/index.js'
import { stateProblems } from '../../src/own-service/seed.js'
import { leases, PATHS } from './leases.js'

const seed = { clock: { now: '2026-01-31T12:00:00Z', freeze: true } }
const NOW = Date.parse(seed.clock.now)

let emulator: EmulatorClient
beforeAll(async () => {
  emulator = await startEmulator({ seed, services: [leases] })
})
beforeEach(() => emulator.reset())
afterAll(() => emulator.close())

async function ask(line: string, base = emulator.baseUrl) {
  const [method = '', path = ''] = line.split(' ')
  const answer = await fetch(base + path, { method })
  const text = await answer.text()
  return {
    status: answer.status,
    reason: answer.headers.get('x-emulator-reason'),
    headers: answer.headers,
    json: text && JSON.parse(text),
  }
}
const putSeed = async (body: object) => {
  const answer = await fetch(`${emulator.adminUrl}/seed`, { method: 'PUT', body: JSON.stringify(body) })
  expect(answer.status, await answer.text()).toBe(200)
}
const create = async (base?: string): Promise<string> => (await ask('POST /leases', base)).json.id

test('a lease is there until its time has passed', async () => {
  const id = await create()
  expect(await ask(`GET /leases/${id}`)).toMatchObject({ status: 200, json: { until: NOW + 60_000 } })
  await emulator.clock.advance('1m')
  expect(await ask(`GET /leases/${id}`)).toMatchObject({
    status: 404,
    json: { error: 'ended' },
    reason: 'the lease has ended',
  })
})

test('another method is a 405 with Allow, and an unknown path below the service a 501 with its routes', async () => {
  const wrong = await ask('PUT /leases/a')
  expect(wrong).toMatchObject({
    status: 405,
    reason: expect.stringMatching(/^leases has no such operation .PUT.; .*GET .leases.:id/),
  })
  expect(wrong.headers.get('allow')).toBe('GET')
  expect(await ask('GET /leases/a/b')).toMatchObject({
    status: 501,
    reason: expect.stringContaining('leases has POST /leases, GET /leases/:id'),
  })
  expect(await ask('GET /leases/%ff')).toMatchObject({
    status: 501,
    reason: expect.stringContaining("the path's percent-encoding is broken"),
  })
})

test.each([
  ['/lease', '/leases'],
  ['/Leases/a', '/leases/a'],
  ['/v1/leases/a/b', '/leases/a/b'],
])('a path close to one of a service of your own, %s, is a 501 that suggests %s', async (path, meant) => {
  expect(await ask(`GET ${path}`)).toMatchObject({
    status: 501,
    reason: `the contract shows no such operation (GET); did you mean ${meant}?`,
  })
})

test('a path close to one with parameters alone has a suggestion, and any other names the known paths', async () => {
  await using other = await startEmulator({ services: [PATHS] })
  expect(await ask('GET /path/1', other.baseUrl)).toMatchObject({
    reason: expect.stringContaining('did you mean /paths/1?'),
  })
  expect(await ask('GET /nowhere', other.baseUrl)).toMatchObject({
    reason: expect.stringContaining('the paths of the three services begin with'),
  })
})

test('an operation of a service of your own takes no credential, and no answer speaks of one', async () => {
  await using other = await startEmulator({ services: [leases], profile: { auth: { challenge: true } } })
  for (const status of [401, 404]) {
    const headers = { 'X-KV-Key': 'k', 'X-Emulator-Fault': String(status) }
    const answer = await fetch(`${other.baseUrl}/leases/a`, { headers })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([status, null])
    if (status === 404)
      expect(await answer.json()).toMatchObject({ message: 'The requested resource does not exist.' })
  }
  expect((await other.requests()).map(({ credential }) => credential)).toEqual([null, null])
})

test('worlds are separate, a fork takes the state of a service along, and a reset drops it', async () => {
  const id = await create()
  await using world = await emulator.world({ from: 'current' })
  await using fresh = await emulator.world()
  expect((await ask(`GET /leases/${id}`, world.baseUrl)).status).toBe(200)
  expect((await ask(`GET /leases/${id}`, fresh.baseUrl)).status).toBe(404)
  await emulator.reset()
  expect((await ask(`GET /leases/${id}`)).status).toBe(404)
  expect((await ask(`GET /leases/${id}`, world.baseUrl)).status).toBe(200)
})

test('faults by operation, the journal, explanations and usage know a service of your own', async () => {
  await emulator.faults.add({ match: { operation: 'leases.*' }, status: 503, times: 1 })
  expect((await ask('GET /leases/a')).status).toBe(503)
  expect((await ask('GET /leases/a')).status).toBe(404)
  const [last] = await emulator.requests({ operation: 'leases.get' })
  expect(last).toMatchObject({
    operation: 'leases.get',
    status: 404,
    outcome: 'http_404',
    reason: 'the lease has ended',
  })
  expect(await emulator.request(last?.id ?? '')).toMatchObject({ explain: { gates: [] } })
  expect(await emulator.requests({ outcome: 'http_404' })).toMatchObject([{ id: last?.id }])
  expect((await emulator.usage()).operations).toEqual({ 'leases.get': 1 })
})

test('undo puts the state of a service back, and a difference names paths into it and who made them', async () => {
  const id = await create()
  const difference = await emulator.diff('start')
  expect(difference).toContainEqual(
    expect.objectContaining({ path: `/services/leases/${id}`, kind: 'added', by: 'r1' }),
  )
  await emulator.undo({ to: 'r1' })
  expect((await ask(`GET /leases/${id}`)).status).toBe(404)
})

test('a seed holds the state of a service with times from now, an export too, and they can be imported', async () => {
  await putSeed({ ...seed, services: { leases: { a: '{{now+30s}}' } } })
  expect((await ask('GET /leases/a')).json).toEqual({ until: NOW + 30_000 })
  const state = await emulator.state.get()
  expect(state).toMatchObject({ services: { leases: { a: NOW + 30_000 } } })
  const b = await create()
  await emulator.state.replace(state)
  expect((await ask('GET /leases/a')).json).toEqual({ until: NOW + 30_000 })
  expect((await ask(`GET /leases/${b}`)).status).toBe(404)
  await putSeed(seed)
})

test('the state of a service that is not JSON is refused with its place, also without a schema', async () => {
  const body = '{"services": {"leases": {"a": 1e999}}}'
  const answers = await Promise.all(
    ['seed', 'state'].map((path) => fetch(`${emulator.adminUrl}/${path}`, { method: 'PUT', body })),
  )
  for (const answer of answers)
    expect(await answer.json()).toMatchObject({
      problems: [{ column: 31, path: 'services.leases.a', message: 'it is Infinity, which is not JSON' }],
    })
})

test('a list is refused if the state of a service is an object, and the other way round', async () => {
  const answer = await fetch(`${emulator.adminUrl}/seed`, {
    method: 'PUT',
    body: '{"services": {"leases": [{"id": "a"}]}}',
  })
  expect(await answer.json()).toMatchObject({
    problems: [{ path: 'services.leases', message: 'expected a mapping, as state() returns, found a list' }],
  })
  expect(stateProblems({}, { initial: [], schema: undefined })).toEqual([
    { path: [], message: 'expected a list, as state() returns, found a mapping' },
  ])
})

test('a state at the top of a seed is refused with where it belongs', async () => {
  const answer = await fetch(`${emulator.adminUrl}/seed`, { method: 'PUT', body: '{"leases": {}}' })
  expect(await answer.json()).toMatchObject({
    problems: [{ message: 'unknown field "leases"', hint: 'it belongs under services' }],
  })
})

test('a state that `due` fails on is refused, so that no request fails on it later', async () => {
  const own = '{"a": "soon"}'
  const bodies = { seed: `{"services": {"leases": ${own}}}`, 'services/leases/state': own }
  for (const [path, body] of Object.entries(bodies)) {
    const answer = await fetch(`${emulator.adminUrl}/${path}`, { method: 'PUT', body })
    expect(await answer.json(), path).toMatchObject({
      problems: [{ line: 1, message: expect.stringMatching(/^due lists .*"at":"soon"}$/) }],
    })
    expect(answer.status, path).toBe(400)
  }
  expect((await ask('GET /leases/a')).status).toBe(404)
})

test('an export of a service has what time has done by then', async () => {
  const id = await create()
  await emulator.clock.advance('59s')
  expect(await emulator.state.get()).toMatchObject({ services: { leases: { [id]: NOW + 60_000 } } })
  await emulator.clock.advance('1s')
  expect(await emulator.state.get()).toMatchObject({ services: { leases: {} } })
  expect(Object.keys((await emulator.state.get()).services?.leases ?? {})).toEqual([])
})

test('a bundle of a service is replayed to the byte', async () => {
  await create()
  await emulator.clock.advance('30s')
  await create()
  const bundle = await emulator.bundle()
  await using other = await startEmulator({ services: [leases] })
  const replayed = await fetch(`${other.adminUrl}/bundle`, { method: 'POST', body: JSON.stringify(bundle) })
  expect(await replayed.json()).toMatchObject({ run: { requests: 2, calls: 1 } })
})
