import { expect, test } from 'vitest'
import { SLICE_ITEMS } from '../../../src/core/steps.js'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'
import { turnsDuring } from '../../support/turns.js'

/** Calls on very many faults let others through: so many are written in one go, and a slice looks at more of them. */

const HERE = 10_000
const CHUNK = 500

const withRoom = async () => new AdminCalls(await Service.start({}, {}, { faultsMax: HERE }))

const many = Array.from({ length: HERE }, () => ({ status: 503 }))

/** How often others get their turn while a call is under way that succeeds. */
async function turnsOfCall(calls: AdminCalls, line: string, body?: unknown): Promise<number> {
  const sent = calls.send(line, body)
  const turns = await turnsDuring(sent)
  expect((await sent).status).toBeLessThan(300)
  return turns
}

test('adding very many, listing them and removing them', async () => {
  const calls = await withRoom()
  // Each and its member are read and checked (7); it is expanded (4), prepared (6), told of, shown (4) and written.
  const added = ((7 + 4 + 6 + 1 + 4) * HERE) / SLICE_ITEMS + HERE / CHUNK
  expect(await turnsOfCall(calls, 'POST /faults', many)).toBeGreaterThanOrEqual(added)
  // Each is shown (4) and written.
  const listed = (4 * HERE) / SLICE_ITEMS + HERE / CHUNK
  expect(await turnsOfCall(calls, 'GET /faults')).toBeGreaterThanOrEqual(listed)
  // Each is told of, and what it holds is let go.
  expect(await turnsOfCall(calls, 'DELETE /faults')).toBeGreaterThanOrEqual((2 * HERE) / SLICE_ITEMS)
})

test('adding one with a very long body', async () => {
  const fault = { status: 503, body: Array.from({ length: HERE }, () => 1) }
  // Each item is read, looked at for numbers that lose digits, and weighed.
  expect(await turnsOfCall(await withRoom(), 'POST /faults', fault)).toBeGreaterThanOrEqual(
    (3 * HERE) / SLICE_ITEMS,
  )
})
