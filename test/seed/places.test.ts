import { expect, test } from 'vitest'
import { startEmulator } from '../../src/start-emulator.js'

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  database: {
    keys: [{ key: 'db' }],
    documents: [1, 2, 3, 4, 5].map((id) => ({ id, title: `Document ${id}` })),
    projects: [{ id: 1, name: 'One' }],
  },
}
const HEADERS = { 'X-API-Key': 'db' }

test('an exported state sends the same cursors, and accepts those that were sent before', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const page = async () =>
    (await emulator.fetch('/documents?limit=2', { headers: HEADERS })).headers.get('x-next')
  for (const id of [2, 5]) await fetch(`${emulator.adminUrl}/documents/${id}`, { method: 'DELETE' })
  const next = await page()
  const before = await emulator.state.get()
  expect(before.resume?.places).toEqual({
    documents: [
      [1, 3],
      [3, 6],
    ],
    projects: [],
  })
  await emulator.state.replace(before)
  expect(await page()).toBe(next)
  expect(await emulator.state.get()).toEqual(before)
  const rest = await emulator.fetch(next ?? '', { headers: HEADERS })
  expect((await rest.json()) as unknown[]).toMatchObject([{ id: 4 }])
})

test('invalid places are refused', async () => {
  await expect(startEmulator({ seed: { resume: { places: { documents: [1] } } } })).rejects.toMatchObject({
    code: 'invalid_seed',
    message: expect.stringContaining('expected what an export writes, found '),
  })
})
