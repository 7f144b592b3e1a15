import { beforeEach, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/emulator.js'

const SEED = { clock: { now: '2026-01-31T23:00:00Z', freeze: true }, database: { keys: [{ key: 'db' }] } }

let emulator: EmulatorClient

beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED })
  return () => emulator.close()
})

const ask = () => emulator.fetch('/documents', { headers: { 'X-API-Key': 'db' } })
const jump = () => emulator.clock.advance('1h')

/** "a1 after r1" for each admin call, newest first. */
async function places(range: Parameters<EmulatorClient['history']>[0] = {}): Promise<string[]> {
  const { commands } = await emulator.history({ kind: 'admin', ...range })
  return commands.map((one) => `${one.id} after ${one.kind === 'admin' ? one.behind : one.kind}`)
}

describe('the log', () => {
  test('names the request before each admin call', async () => {
    await jump()
    await ask()
    await ask()
    await jump()
    await jump()
    expect(await places()).toEqual(['a3 after r2', 'a2 after r2', 'a1 after undefined'])
    expect(await places({ since: 'a2' })).toEqual(['a3 after r2', 'a2 after r2'])
  })

  test('shows how this life began', async () => {
    await ask()
    const at = Date.parse(SEED.clock.now)
    const atIso = new Date(at).toISOString()
    expect((await emulator.history()).began).toEqual({ at, atIso, by: 'start' })
    await emulator.reset()
    expect((await emulator.history()).began).toEqual({ at, atIso, by: 'reset' })
    await ask()
    await emulator.reset({ keep: ['requests'] })
    expect((await emulator.history()).began).toEqual({ at, atIso, by: 'reset', behind: 'r1' })
    await jump()
    expect(await places()).toEqual(['a1 after r1'])
  })
})

test('admin calls name the request before them even if it was dropped with the oldest part of the log', async () => {
  await using small = await startEmulator({ seed: SEED, bounds: { requests: 100 } })
  for (let times = 0; times < 250; times++) {
    await small.fetch('/documents', { headers: { 'X-API-Key': 'db' } })
    if (times % 10 === 0) await small.clock.advance('1s')
  }
  const { commands, oldest } = await small.history({ kind: 'admin' })
  expect(oldest).not.toBe('start')
  const numbers = [...commands]
    .reverse()
    .map((one) => Number(one.kind === 'admin' ? one.behind?.slice(1) : 0))
  expect(numbers[0]).toBeGreaterThan(1)
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + 10 * index))
})
