import { expect, test } from 'vitest'
import { defineService, startEmulator } from '../../src/index.js'
import { allServices } from '../../src/own-service/all-services.js'
import { readSeeds } from '../../src/seed/parse.js'
import { SeedProblems } from '../../src/seed/text/problems.js'
import { leases } from './leases.js'

/** Services of your own next to everything else that the emulator has. */

const seed = { clock: { now: '2026-01-31T12:00:00Z', freeze: true } }

const notes = defineService({
  name: 'notes',
  state: () => ({ added: [] as unknown[] }),
  operations: {
    add: {
      route: 'POST /notes',
      run({ state, json }) {
        state.added.push(json ?? null)
        return { status: 201, json: { count: state.added.length } }
      },
    },
    edit: { route: 'PATCH /notes/:id', run: ({ params, json }) => ({ json: { params, json } }) },
  },
})

const post = (
  base: string,
  path: string,
  body?: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
) => fetch(base + path, { method: 'POST', headers, ...(body !== undefined && { body }) })
const stateIn = async ({ adminUrl }: { adminUrl: string }, service: string) =>
  (await fetch(`${adminUrl}/services/${service}/state`)).json()

test('services of your own are on the main port if the database has a port of its own', async () => {
  await using emulator = await startEmulator({ seed, services: [leases], dbPort: 0 })
  expect((await post(emulator.baseUrl, '/leases')).status).toBe(201)
  const answer = await post(emulator.dbBaseUrl, '/leases')
  expect([answer.status, answer.headers.get('x-emulator-reason')]).toEqual([
    501,
    expect.stringContaining(emulator.baseUrl),
  ])
})

test('grease leaves the answers of services of your own as they are', async () => {
  await using emulator = await startEmulator({ seed, services: [notes], grease: 7 })
  for (let count = 1; count <= 5; count++)
    expect(await (await post(emulator.baseUrl, '/notes')).text()).toBe(`{"count":${count}}`)
})

test('if a world is required, requests to services of your own name one, too', async () => {
  await using emulator = await startEmulator({ seed, services: [notes], requireWorld: true })
  expect((await post(emulator.baseUrl, '/notes')).status).toBe(400)
  await using world = await emulator.world()
  expect((await post(world.baseUrl, '/notes')).status).toBe(201)
  expect(await stateIn(world, 'notes')).toEqual({ added: [null] })
})

test('two services of your own are separate, in faults, differences, undo and exports', async () => {
  await using emulator = await startEmulator({ seed, services: [leases, notes] })
  const { baseUrl } = emulator
  await emulator.faults.add({ match: { operation: 'notes.*' }, status: 503, times: 1 })
  expect((await post(baseUrl, '/leases')).status).toBe(201)
  expect((await post(baseUrl, '/notes', '"a"')).status).toBe(503)
  await post(baseUrl, '/notes', '"b"')
  const patched = await fetch(`${baseUrl}/notes/a%20b`, { method: 'PATCH', body: '{"n":1}' })
  expect(await patched.json()).toEqual({ params: { id: 'a b' }, json: { n: 1 } })
  const changed = (await emulator.diff('start')).filter(({ path }) => path.startsWith('/services/'))
  expect(changed.map(({ path, by }) => [path.split('/')[2], by])).toEqual([
    ['leases', 'r1'],
    ['notes', 'r3'],
  ])
  await emulator.undo({ to: 'r3' })
  expect((await emulator.state.get()).services).toMatchObject({ notes: { added: [] } })
  expect(Object.keys((await emulator.state.get()).services?.leases ?? {})).toHaveLength(1)
})

test('a world of the past has the state that services of your own had then', async () => {
  await using emulator = await startEmulator({ seed, services: [notes] })
  await post(emulator.baseUrl, '/notes', '"a"')
  await post(emulator.baseUrl, '/notes', '"b"')
  await using then = await emulator.world({ at: 'r2' })
  expect(await stateIn(then, 'notes')).toEqual({ added: ['a'] })
})

test('the requests and changes of services of your own are events', async () => {
  await using emulator = await startEmulator({ seed, services: [notes] })
  const stream = await fetch(`${emulator.adminUrl}/events`)
  await post(emulator.baseUrl, '/notes', '{"text":"é"}')
  await fetch(`${emulator.adminUrl}/services/notes/state`, { method: 'PUT', body: '{"added":[]}' })
  let text = ''
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.includes('event: change')) break
  }
  expect(text).toMatch(/event: request\n.*\ndata: .*"operation":"notes\.add".*"status":201/)
  expect(text).toMatch(/event: change\n.*\ndata: .*"area":"services".*"id":"notes"/)
})

test('the state of a service in the second of two seeds has its place there, and the first is kept beside it', async () => {
  const services = await allServices([leases, notes])
  const sources = (second: string) => [
    { name: 'a.yaml', text: 'services:\n  leases: { a: 1 }\n' },
    { name: 'b.yaml', text: second },
  ]
  const { data } = await readSeeds(sources('services:\n  notes: { added: [] }\n'), services)
  expect(data.services).toEqual({ leases: { a: 1 }, notes: { added: [] } })
  const problems = await readSeeds(
    sources('services:\n  notes:\n    added: [1, "{{now+x}}", .nan]\n'),
    services,
  ).catch((error: unknown) => error)
  if (!(problems instanceof SeedProblems)) throw problems
  expect(problems.problems).toMatchObject([{ file: 'b.yaml', line: 3, column: 16 }])
})

test('times of a seed count from each reset while the clock runs', async () => {
  await using emulator = await startEmulator({
    seed: { services: { leases: { a: '{{now+30s}}' } } },
    services: [leases],
  })
  const until = async () => ((await stateIn(emulator, 'leases')) as { a: number }).a
  const first = await until()
  await emulator.clock.advance('20s')
  expect(await until()).toBe(first)
  await emulator.reset()
  const { now } = await emulator.clock.get()
  expect(Math.abs((await until()) - 30_000 - now)).toBeLessThan(10_000)
})

test('no malformed body is answered 5xx, or changes anything', async () => {
  await using emulator = await startEmulator({ seed, services: [notes] })
  const sound = Buffer.from('{"a": [1, {"b": "\\u00e9"}], "c": null}')
  const bodies = Array.from({ length: 200 }, (_, index) => {
    const body = Buffer.from(sound.subarray(0, sound.length - (index % 3)))
    body[(index * 7) % body.length] = (index * 37) % 256
    return body
  })
  const statuses: number[] = []
  for (const body of bodies) statuses.push((await post(emulator.baseUrl, '/notes', body)).status)
  expect([...new Set(statuses)].sort()).toEqual([201, 400])
  const { added } = (await stateIn(emulator, 'notes')) as { added: unknown[] }
  expect(added).toHaveLength(statuses.filter((status) => status === 201).length)
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect((await post(emulator.baseUrl, '/notes', deep)).status).toBe(500)
  expect(await stateIn(emulator, 'notes')).toEqual({ added })
})
