import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'

/**
 * A generated id belongs to one world for ever; a chosen name is free again once its world is removed (docs/DESIGN.md
 * section 3).
 */

let emulator: EmulatorClient

beforeEach(async () => {
  emulator = await startEmulator({ bounds: { worlds: 2 } })
})

afterEach(() => emulator.close())

async function make(body: object = {}): Promise<string | undefined> {
  const made = await fetch(`${emulator.adminUrl}/worlds`, { method: 'POST', body: JSON.stringify(body) })
  const { id, error } = (await made.json()) as { id?: string; error?: string }
  return id ?? error
}

const remove = async (id: string) =>
  (await fetch(`${emulator.adminUrl}/worlds/${id}`, { method: 'DELETE' })).status

test('a generated id is never given again, not even on request', async () => {
  expect(await make()).toBe('w1')
  expect(await remove('w1')).toBe(204)
  expect(await make({ id: 'w1' })).toBe('conflict')
  expect(await make()).toBe('w2')
})

test('generated ids skip one that was asked for', async () => {
  expect(await make({ id: 'w2' })).toBe('w2')
  expect(await remove('w2')).toBe(204)
  expect(await make()).toBe('w1')
  expect(await make()).toBe('w3')
})

test('an id that was asked for is free again once its world is removed', async () => {
  expect(await make({ id: 'w2' })).toBe('w2')
  expect(await make({ id: 'w2' })).toBe('conflict')
  expect(await remove('w2')).toBe(204)
  expect(await make({ id: 'w2' })).toBe('w2')
})

test('an id that only looks like a generated one is free', async () => {
  for (const id of ['w', 'w0', 'w01', 'W1', 'w9007199254740993']) {
    expect(await make({ id })).toBe(id)
    expect(await remove(id)).toBe(204)
  }
})

test('a refused world uses up no id', async () => {
  expect(await make({ from: 'nowhere' })).toBe('not_found')
  expect([await make(), await make()]).toEqual(['w1', 'w2'])
  expect(await make()).toBe('invalid_request')
  expect(await remove('w1')).toBe(204)
  expect(await make()).toBe('w3')
})
