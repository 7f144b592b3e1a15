import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SLICE_ITEMS } from '../../../src/core/steps.js'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'
import { turnsDuring } from '../../support/turns.js'

/** Calls on very many namespaces and stores, however little is in each of them. */

const HERE = 10_000

let calls: AdminCalls

beforeAll(async () => {
  const many = (prefix: string) => Array.from({ length: HERE }, (_, index) => ({ id: `${prefix}_${index}` }))
  calls = new AdminCalls(await Service.start({ namespaces: many('ns_a'), stores: many('ec_a') }))
})

describe('others get their turn while a call', () => {
  // Each is looked at, and 500 of them are written in one go.
  test.each(['GET /namespaces', 'GET /stores'])('lists them: %s', async (line) => {
    expect(await turnsDuring(calls.send(line))).toBeGreaterThanOrEqual(HERE / SLICE_ITEMS + HERE / 500)
  })

  // Each is looked at itself, and then for what is in it.
  test('searches them', async () => {
    expect(await turnsDuring(calls.send('GET /find?text=none'))).toBeGreaterThanOrEqual(
      (4 * HERE) / SLICE_ITEMS,
    )
  })
})

/** How often others get their turn while a call is under way that succeeds. */
async function turnsOfCall(line: string, body?: string): Promise<number> {
  const sent = calls.send(line, body)
  const turns = await turnsDuring(sent)
  expect([200, 201]).toContain((await sent).status)
  return turns
}

/** The body of an import of so many namespaces. */
const imported = (count: number) =>
  JSON.stringify({ namespaces: Array.from({ length: count }, (_, index) => ({ id: `ns_b_${index}` })) })

describe('others get their turn while an import counts what there is:', () => {
  /** How much oftener they get it in an import of nothing where very many are there. */
  test.each(['PUT /seed', 'PUT /state', 'PATCH /state'])('%s', async (line) => {
    const many = (prefix: string) =>
      Array.from({ length: HERE }, (_, index) => ({ id: `${prefix}_${index}` }))
    const service = await Service.start({ namespaces: many('ns_c') })
    calls = new AdminCalls(service)
    const { contents, bytesMax } = service.world.memory
    // Far from the bound only what is new is counted.
    contents.take(bytesMax * 0.74 - contents.bytes)
    expect(await turnsOfCall(line, imported(1))).toBeGreaterThanOrEqual(HERE / SLICE_ITEMS)
  })

  test('and how much it made', async () => {
    calls = new AdminCalls(await Service.start({}))
    const few = await turnsOfCall('PUT /state', imported(HERE))
    await turnsOfCall('POST /snapshots', '{"name": "s"}')
    expect(await turnsOfCall('GET /snapshots')).toBeGreaterThanOrEqual((2 * HERE) / SLICE_ITEMS)
    expect(await turnsOfCall('POST /snapshots/s/restore')).toBeGreaterThanOrEqual(HERE / SLICE_ITEMS)
    expect(few).toBeGreaterThanOrEqual((3 * HERE) / SLICE_ITEMS)
  })
})

test('an import of very many is undone, and so is that', async () => {
  calls = new AdminCalls(await Service.start({ namespaces: [{ id: 'ns_b_1', limits: { reads: 1 } }] }))
  const names = async (query = '') => {
    const { json } = await calls.send(`GET /state${query}`)
    return (json as { namespaces: { id: string }[] }).namespaces.map(({ id }) => id)
  }
  await calls.send('PATCH /state', imported(HERE))
  const after = await names()
  expect(after).toEqual([
    'ns_b_1',
    'ns_b_0',
    ...Array.from({ length: HERE - 2 }, (_, at) => `ns_b_${at + 2}`),
  ])
  await calls.send('PUT /state', imported(2))
  expect(await names('?at=after:a1')).toEqual(after)
  await calls.send('POST /undo')
  expect(await names()).toEqual(after)
  await calls.send('POST /undo', '{"to": "start"}')
  expect(await names()).toEqual(['ns_b_1'])
  await calls.send('POST /undo')
  expect(await names()).toEqual(after)
})

test('a list of none is a list', async () => {
  const { json } = await new AdminCalls(await Service.start({})).send('GET /stores')
  expect(json).toEqual({ stores: [] })
})

describe('very many keys', () => {
  const keys = (prefix: string) =>
    Array.from({ length: HERE }, (_, index) => ({ key: `${prefix}_${index}`, scope: 'read' }))
  let service: Service

  beforeEach(async () => {
    service = await Service.start({
      namespaces: [{ id: 'ns_a_1', keys: keys('kv') }],
      stores: [{ id: 'ec_a_1', keys: [{ key: 'left', scope: 'read' }] }],
      database: { keys: keys('db').map(({ key }) => ({ key })) },
    })
    calls = new AdminCalls(service)
  })

  // Each is looked at, and written: 65,536 characters in one go, or as little as 500 keys.
  test.each([
    ['GET /namespaces/ns_a_1', 4],
    ['GET /database-keys', 2],
    ['GET /state', HERE / 500],
  ])('are told in slices: %s', async (line, chunks) => {
    expect(await turnsOfCall(line)).toBeGreaterThanOrEqual(HERE / SLICE_ITEMS + chunks)
  })

  test('go with what they open without a look at more than which they are, and may come again', async () => {
    const { scopedKeys } = service.world.state
    const removed = vi.spyOn(scopedKeys, 'delete')
    expect((await calls.send('DELETE /namespaces/ns_a_1')).status).toBe(204)
    expect(removed).not.toHaveBeenCalled()
    expect([...scopedKeys.values()].map(({ key }) => key)).toEqual(['left'])
    await calls.send('PATCH /state', { namespaces: [{ id: 'ns_a_1' }] })
    await calls.send('POST /namespaces/ns_a_1/keys', { scope: 'write', key: 'kv_7' })
    const { json } = await calls.send('GET /namespaces/ns_a_1')
    expect(json).toMatchObject({ keys: [{ key: 'kv_7', scope: 'write' }] })
    await calls.send('POST /undo', { to: 'start' })
    expect(service.world.state.scopedKeys.size).toBe(HERE + 1)
  })
})

test('the usage of very many namespaces is told in slices', async () => {
  const service = await Service.start({})
  const put = { id: 'kv.get', counts: 'reads' } as const
  for (let index = 0; index < HERE; index++) {
    service.world.usage.count(put as never, { countedBy: `ns_a_${index}` } as never)
  }
  calls = new AdminCalls(service)
  // Sorted, reported and written.
  expect(await turnsOfCall('GET /usage')).toBeGreaterThanOrEqual((2 + 4) * (HERE / SLICE_ITEMS))
})
