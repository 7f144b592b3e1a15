import { beforeEach, expect, test } from 'vitest'
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
