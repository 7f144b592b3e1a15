import { expect, test } from 'vitest'
import { schemaProblems } from '../../src/seed/schema/check.js'
import { seed } from '../../src/seed/schema/schema.js'
import { KV } from '../../src/services/kv/contents.js'
import { Service } from '../support/service.js'

const list = Array.from({ length: 100_000 }, (_, index) => index)

const entry = (value: unknown) => ({ key: 'k', value, ttlSeconds: 60 })
const seedOf = (value: unknown) => ({ namespaces: [{ id: 'ns_a_1', entries: [entry(value)] }] })

test('what is wrong in a long value is told with its place', () => {
  const data = seedOf({ long: list, wrong: [{ size: 2n ** 64n }, Number.NaN] })
  const problems = schemaProblems(seed, { data })
  expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'namespaces[0].entries[0].value.wrong[0].size: 18446744073709551616 is beyond 2^53 and would lose digits',
    'namespaces[0].entries[0].value.wrong[1]: the number NaN cannot be written in JSON',
  ])
  expect(problems[0]?.hint).toMatch(/^give the whole value as JSON text/)
})

test('templates in a long value are filled in', async () => {
  const { world } = await Service.start(seedOf([...list, 'at {{index}}']))
  const stored = world.state.of(KV).namespaces.get('ns_a_1')?.entries.get('k')?.text ?? ''
  expect(stored.endsWith(',"at 1"]')).toBe(true)
})

test('the body of a fault that no seed can hold, and a long one, are sent as they are', async () => {
  for (const body of [list, [...list, 2 ** 60]]) {
    const service = await Service.start({ faults: [{ status: 503, body }] })
    const { text } = await service.send('GET /documents')
    expect(text === JSON.stringify(body)).toBe(true)
  }
})
