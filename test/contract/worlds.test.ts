import { expect, it } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { STATEMENTS, type Statement } from '../../src/contract/statements.js'
import { startEmulator } from '../../src/emulator.js'
import { type Addresses, seedFor, subjectAt } from './emulator-subject.js'

const LANES = 20

/** A new world whose clock stands at another time than those of the other lanes. */
async function worldFor(lane: number, { adminUrl }: Emulator): Promise<Addresses> {
  const world = (await (await fetch(`${adminUrl}/worlds`, { method: 'POST' })).json()) as Addresses
  const move = { advance: 0, set: Date.UTC(2026 + lane, lane % 12, lane + 1, lane, 59, 59, 999) }
  await fetch(`${world.adminUrl}/clock`, { method: 'POST', body: JSON.stringify(move) })
  return world
}

it(`every statement holds with ${LANES} worlds of one emulator at work at once, each at another time`, async () => {
  await using plain = await startEmulator({ seed: seedFor(false), requireWorld: true })
  await using limited = await startEmulator({ seed: seedFor(true), requireWorld: true })
  const waiting = STATEMENTS.filter(({ check }) => check !== undefined)
  const failures: string[] = []
  let checked = 0

  async function visit({ id, needs, check }: Statement, lane: number): Promise<void> {
    const isLimited = needs.includes('ratelimit')
    const world = await worldFor(lane, isLimited ? limited : plain)
    try {
      await check?.(await subjectAt(world, isLimited))
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
  expect(checked).toBe(STATEMENTS.filter(({ check }) => check !== undefined).length)
})
