import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type OwnService, startEmulator } from '../../src/index.js'

const seed = { clock: { now: '2026-01-31T12:00:00Z', freeze: true } }
const NOW = Date.parse(seed.clock.now)

/** A plain object in the shape of a definition, because types would refuse most of these. */
const service = (definition: object): OwnService =>
  ({ name: 'odd', state: () => ({}), operations: {}, ...definition }) as OwnService

const operations = {
  add: {
    route: 'POST /odd',
    run: ({ state, json }: { state: object; json: object }) => {
      Object.assign(state, json)
      return { json }
    },
  },
  show: { route: 'GET /odd', run: ({ state }: { state: object }) => ({ json: state }) },
  one: {
    route: 'GET /odd/:id',
    run: () => ({ headers: { 'Access-Control-Allow-Origin': 'https://its.own' } }),
  },
  stats: { route: 'GET /odd/stats', run: () => ({}) },
}
const due = (state: object) => Object.entries(state).map(([name, at]) => ({ name, at }))

const started = (definition: object, options = {}) =>
  startEmulator({ seed, services: [service({ operations, ...definition })], ...options })
const send = (base: string, line: string, init: RequestInit = {}) => {
  const [method = '', path = ''] = line.split(' ')
  return fetch(base + path, { method, ...init })
}

test.each([
  ['due throws', { due: () => JSON.parse('{') }],
  ['due lists invalid instants', { due: () => [{ name: 'a', at: Number.NaN }] }],
  ['due returns a promise that is rejected', { due: () => Promise.reject(new Error('late')) }],
  [
    'onDue throws',
    {
      due,
      onDue: () => {
        throw Object.create(null)
      },
    },
  ],
])('if %s, requests answer 500 with the reason and admin calls go on', async (_, definition) => {
  await using emulator = await started({
    state: () => ({ a: NOW + 1000 }),
    onDue: () => undefined,
    ...definition,
  })
  await emulator.clock.advance('2s', { receipt: true })
  const answer = await send(emulator.baseUrl, 'GET /odd')
  expect([answer.status, answer.headers.get('x-emulator-reason')]).toEqual([
    500,
    expect.stringContaining('odd.show failed: '),
  ])
  for (const path of ['state', 'diff?from=start', 'timeline', 'services/odd/state', 'requests', 'bundle'])
    expect((await fetch(`${emulator.adminUrl}/${path}`)).status, path).toBe(200)
  await expect(emulator.clock.to('next-expiry')).rejects.toThrow('expires')
})

test('next-expiry goes to what a service made due in the past, though no request came between', async () => {
  const onDue = ({ state, now }: { state: object; now: number }) => Object.assign(state, { a: now + 10_000 })
  await using emulator = await started({ state: () => ({ a: NOW + 10_000 }), due, onDue })
  for (const seconds of [10, 20, 30])
    expect(await emulator.clock.to('next-expiry')).toMatchObject({ now: NOW + seconds * 1000 })
})

test('what an operation makes due in the past happens at once, so a replay does the same', async () => {
  const onDue = ({ state, name, now }: { state: object; name: string; now: number }) => {
    Reflect.deleteProperty(state, name)
    Object.assign(state, { [`done ${name}`]: now + 1e9 })
  }
  await using emulator = await started({ due, onDue })
  await send(emulator.baseUrl, 'POST /odd', { body: JSON.stringify({ a: NOW - 5 }) })
  expect(await emulator.state.get()).toMatchObject({ services: { odd: { 'done a': NOW - 5 + 1e9 } } })
})

test('a body after Expect: 100-continue reaches the operation of a service', async () => {
  await using emulator = await started({})
  const sending = request(`${emulator.baseUrl}/odd`, { method: 'POST', headers: { Expect: '100-continue' } })
  sending.on('continue', () => sending.end('{"n":1}'))
  const answer = await new Promise<string>((resolve, reject) => {
    sending.on('response', (response) => resolve(text(response)))
    sending.on('error', reject)
    sending.flushHeaders()
  })
  expect(answer).toBe('{"n":1}')
})

test('pages may PATCH a service, and its own Access-Control-Allow-Origin is the only one', async () => {
  await using emulator = await started({}, { cors: true })
  const headers = { Origin: 'https://page.example', 'Access-Control-Request-Method': 'PATCH' }
  const preflight = await send(emulator.baseUrl, 'OPTIONS /odd', { headers })
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  const answer = await send(emulator.baseUrl, 'GET /odd/a', { headers: { Origin: headers.Origin } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://its.own')
})

test('Allow names a method once, the nearest route comes first, and an empty answer has its length', async () => {
  await using emulator = await started({})
  expect((await send(emulator.baseUrl, 'PUT /odd/stats')).headers.get('allow')).toBe('GET')
  const unknown = await send(emulator.baseUrl, 'GET /odd/stats/')
  expect(unknown.headers.get('x-emulator-reason')).toContain('did you mean GET /odd/stats?')
  expect((await send(emulator.baseUrl, 'GET /odd/stats')).headers.get('content-length')).toBe('0')
})
