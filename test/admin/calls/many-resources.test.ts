import { beforeAll, describe, expect, test } from 'vitest'
import { othersTurn, SLICE_ITEMS } from '../../../src/core/steps.js'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

/** Calls on very many namespaces and stores, however little is in each of them. */

const HERE = 10_000

let calls: AdminCalls

beforeAll(async () => {
  const many = (prefix: string) => Array.from({ length: HERE }, (_, index) => ({ id: `${prefix}_${index}` }))
  calls = new AdminCalls(await Service.start({ namespaces: many('ns_a'), stores: many('ec_a') }))
})

/** How often others get their turn while the call is under way. */
async function turnsDuring(line: string): Promise<number> {
  let turns = 0
  let isOver = false
  const over = calls.send(line).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await othersTurn()
    turns++
  }
  expect((await over).status).toBe(200)
  return turns
}

describe('others get their turn while a call', () => {
  // Each is looked at, and 500 of them are written in one go.
  test.each(['GET /namespaces', 'GET /stores'])('lists them: %s', async (line) => {
    expect(await turnsDuring(line)).toBeGreaterThanOrEqual(HERE / SLICE_ITEMS + HERE / 500)
  })

  // Each is looked at itself, and then for what is in it.
  test('searches them', async () => {
    expect(await turnsDuring('GET /find?text=none')).toBeGreaterThanOrEqual((4 * HERE) / SLICE_ITEMS)
  })
})

test('a list of none is a list', async () => {
  const { json } = await new AdminCalls(await Service.start({})).send('GET /stores')
  expect(json).toEqual({ stores: [] })
})
