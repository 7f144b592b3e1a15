import { expect, test } from 'vitest'
import { openSandbox } from '../../conformance/emulator/sandbox.js'
import type { Statement } from '../../conformance/statements/table.js'
import { startEmulator } from '../../src/start-emulator.js'
import { extent } from '../support/extent.js'
import { inTurn } from './statements/all-statements.js'

const LANES = 20
/** Tries every n-th statement of every area: three for each world in the deep suite. */
const SHARE = extent(10, 5)

test(`statements hold in ${LANES} worlds of one emulator at once, each at another time`, async () => {
  await using emulator = await startEmulator({ requireWorld: true })
  const tried = inTurn(0, SHARE)
  const waiting = [...tried]
  const failures: string[] = []
  let checked = 0

  async function visit({ id, needs, check }: Statement, lane: number): Promise<void> {
    await using world = await emulator.world()
    await world.clock.set(Date.UTC(2026 + lane, lane % 12, lane + 1, lane, 59, 59, 999), { force: true })
    try {
      await using sandbox = await openSandbox(world, { mark: `lane${lane}no${waiting.length}` })
      await check?.(await sandbox.subjectFor(needs))
      checked++
    } catch (error) {
      failures.push(`${id} in lane ${lane}: ${error}`)
    }
  }

  async function walk(lane: number): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await visit(next, lane)
  }

  await Promise.all(Array.from({ length: LANES }, (_, lane) => walk(lane)))
  expect(failures).toEqual([])
  expect(checked).toBe(tried.length)
})
