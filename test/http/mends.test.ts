import { expect, test } from 'vitest'
import { startEmulator } from '../../src/index.js'

/** Fixes in an answer of the admin interface that a program can apply. */

async function answer(method: string, path: string, body: string): Promise<[status: number, body: object]> {
  await using emulator = await startEmulator({ clock: { now: '2026-01-31T23:59:00Z' } })
  const response = await fetch(`${emulator.adminUrl}${path}`, { method, body })
  return [response.status, (await response.json()) as object]
}

test('a seed with a number in place of text is told the text to put in quotes, as it was written', async () => {
  const seed = 'stores:\n  - id: ec_a\n    keys: [{ key: 0x1F, scope: read }]\n'
  expect(await answer('PUT', '/seed', seed)).toMatchObject([
    400,
    { problems: [{ line: 3, column: 19, hint: 'put it in quotes: "0x1F"' }] },
  ])
})

test('a clock that is set in seconds is told the ms', async () => {
  expect(await answer('POST', '/clock', '{"set": 1801439999}')).toMatchObject([
    400,
    {
      message: 'set: is that in seconds? In ms it is 1801439999000; otherwise write 1970-01-21T20:23:59.999Z',
    },
  ])
})
