import { beforeEach, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'

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
  test('the log names the request before each admin call', async () => {
    await jump()
    await ask()
    await ask()
    await jump()
    await jump()
    expect(await places()).toEqual(['a3 after r2', 'a2 after r2', 'a1 after undefined'])
    expect(await places({ since: 'a2' })).toEqual(['a3 after r2', 'a2 after r2'])
  })

  test('the log shows how this life began', async () => {
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

test('the log tells what expired with each move of the clock, whatever became of it since, and only if asked', async () => {
  const entries = ['a', 'b', 'c'].map((key, index) => ({ key, value: 1, ttlSeconds: 60 * (index + 1) }))
  const keys = [{ key: 'kv_a', scope: 'admin' as const }]
  await using timed = await startEmulator({
    seed: { clock: SEED.clock, namespaces: [{ id: 'ns_a_1', keys, entries }] },
  })
  const put = (key: string) =>
    timed.fetch(`/v1/kv/ns_a_1/${key}`, {
      method: 'PUT',
      headers: { 'X-KV-Key': 'kv_a' },
      body: '{"value":1,"ttlSeconds":900}',
    })
  await timed.clock.advance('2m')
  await put('a')
  await timed.clock.advance('1ms')
  await timed.clock.advance('1m')
  await timed.undo({ to: 'a3' })
  const told = async (query: string) => {
    const answer = await fetch(`${timed.adminUrl}/history?kind=admin${query}`)
    const { commands } = (await answer.json()) as { commands: { id: string; expired?: object }[] }
    return Object.fromEntries(commands.map(({ id, expired }) => [id, expired]))
  }
  expect(Object.keys(await told('')).length).toBe(4)
  expect(Object.values(await told('&since=a2'))).toEqual([undefined, undefined, undefined])
  const at = Date.parse(SEED.clock.now)
  const expired = (key: string, seconds: number) => ({
    namespace: 'ns_a_1',
    key,
    expiredAt: at + seconds * 1000,
  })
  expect(await told('&expired=true')).toEqual({
    a1: { count: 2, first: [expired('a', 60), expired('b', 120)] },
    a2: { count: 0, first: [] },
    a3: { count: 1, first: [expired('c', 180)] },
    a4: undefined,
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
