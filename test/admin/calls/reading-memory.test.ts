import { beforeEach, describe, expect, test } from 'vitest'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

/** What reading a body takes counts while it is read: short records take many times as much as their text. */

const LEFT = 5_000_000
const MANY = 20_000

let service: Service
let calls: AdminCalls

beforeEach(async () => {
  service = await Service.start({ namespaces: [{ id: 'ns_a_1' }] })
  calls = new AdminCalls(service)
  const { memory } = service.world
  memory.open().add(memory.bytesMax - memory.used - LEFT)
})

const many = (text: string) => Array(MANY).fill(text).join(',')
const names = Array.from({ length: MANY }, (_, index) => `ns_b_${index}`)
const namespaces = JSON.stringify({ namespaces: names.map((id) => ({ id })) })
const yaml = `namespaces:\n${names.map((id) => `  - id: ${id}\n`).join('')}`
const value = `{"value":[${many('{}').repeat(10)}]}`.replaceAll('}{', '},{')
const bundle = `{"format":"tristore-bundle/1","beginning":{"namespaces":[${many('{}')}]}}`

test.each([
  ['PUT /state', namespaces],
  ['PATCH /state', namespaces],
  ['PUT /seed', namespaces],
  ['PUT /state?dryRun=true', namespaces],
  ['PUT /state', yaml],
  ['PUT /state', `{"namespaces":[${many('0')}]}`],
  ['PUT /state', `namespaces: [${many('0')}]`],
  ['PUT /namespaces/ns_a_1/entries/k', value],
  ['POST /bundle', bundle],
])('%s of many short records is refused where there is no room to read them', async (line, body) => {
  const { memory } = service.world
  const { used } = memory
  const refused = await calls.refused(line, body)
  expect(refused.code).toBe('out_of_memory')
  expect(refused.message).toMatch(/^reading this takes more than \d+ bytes, .*--max-memory/)
  // What was read is let go of; the body itself may be noted until contents are counted again.
  expect(memory.used - used).toBeLessThanOrEqual(2 * body.length)
  expect((await calls.send('PUT /state', '{"namespaces":[{"id":"ns_c_1"}]}')).status).toBe(200)
})

describe('a state of a bundle', () => {
  const FEW = 400
  /** A world that is gone, until contents are counted again. */
  const NOTED = 50_000
  const beginning = { namespaces: [{ id: 'ns_a_1' }] }
  const entries = [{ key: 'k{{index}}', value: 'x'.repeat(100), ttlSeconds: 60, repeat: 9000 }]
  const inNamespace = (id: string) => ({ namespaces: [{ id, entries }] })
  const bounds = {
    requests: 1,
    bodyBytes: 1,
    journalBytes: 1,
    tombstones: 1,
    faults: 9,
    worlds: 9,
    snapshots: 9,
  }

  const bundleWith = (given: object, states: readonly object[] = []) =>
    JSON.stringify({
      ...{ format: 'tristore-bundle/2', version: '1.2.3', at: 0, beginning: given, answers: [] },
      options: { grease: null, bounds: { ...bounds, repeats: 1_000_000 } },
      commands: states.map((state, index) => ({
        ...{ kind: 'admin', id: `a${index + 1}`, at: 0, area: 'state' },
        ...{ method: 'PUT', path: '/_admin/state', state },
      })),
    })

  test.each([
    ['its beginning', bundleWith(inNamespace('ns_b'))],
    ['one further on', bundleWith(beginning, [beginning, inNamespace('ns_b')])],
  ])('is refused where there is no room for what its blocks stand for: %s', async (_what, body) => {
    const { memory } = service.world
    const { used } = memory
    expect((await calls.refused('POST /bundle', body)).code).toBe('out_of_memory')
    expect((await calls.send('GET /worlds')).json).toMatchObject({ worlds: [] })
    expect(memory.used - used).toBeLessThanOrEqual(2 * body.length + NOTED)
  })

  test.each([
    ['its beginning', bundleWith(inNamespace('ns_b'))],
    ['one further on', bundleWith(beginning, [beginning, inNamespace('ns_b')])],
  ])('is refused where its contents would be too much, and no world is left: %s', async (_what, body) => {
    const other = await Service.start({ namespaces: [{ id: 'ns_a_1' }] })
    const { contents, bytesMax } = other.world.memory
    contents.hold(() => bytesMax * (3 / 4) - 1_000_000)
    contents.takeAll(() => 0)
    const others = new AdminCalls(other)
    expect(await others.refused('POST /bundle', body)).toMatchObject({
      code: 'out_of_memory',
      message: expect.stringContaining('what the worlds and their snapshots hold takes all of it'),
    })
    expect((await others.send('GET /worlds')).json).toMatchObject({ worlds: [] })
  })

  test('gives back what reading it took', async () => {
    const small = { namespaces: [{ id: 'ns_b', entries: [{ ...entries[0], repeat: FEW }] }] }
    const states = Array.from({ length: 30 }, () => small)
    const { status, json } = await calls.send('POST /bundle', bundleWith(beginning, states))
    expect([status, json]).toEqual([201, expect.objectContaining({ run: { requests: 0, calls: 30 } })])
  })
})

test('an import of records of a usual length takes no more room than before', async () => {
  const text = 'x'.repeat(500)
  const entries = Array.from({ length: 1000 }, (_, index) => ({
    key: `k${index}`,
    value: text,
    ttlSeconds: 60,
  }))
  const { memory } = service.world
  const { used } = memory
  const seen: number[] = []
  const sent = calls.send('PUT /state', JSON.stringify({ namespaces: [{ id: 'ns_a_1', entries }] }))
  let isOver = false
  const over = sent.finally(() => {
    isOver = true
  })
  while (!isOver) {
    seen.push(memory.used - used)
    await new Promise(setImmediate)
  }
  expect((await over).status).toBe(200)
  expect(Math.max(...seen)).toBeLessThan(2_000_000)
})
