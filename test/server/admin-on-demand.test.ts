import { afterEach, expect, test } from 'vitest'
import { AdminRouter } from '../../src/admin/router.js'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'

/** Loading the admin interface may fail while the emulator runs: its files may be missing, or too many files open. */

let emulator: LaunchedEmulator

afterEach(() => emulator.close())

/** @param failures the number of loads that fail at first */
async function startWith(failures: number): Promise<{ told: string[]; loads: () => number }> {
  const told: string[] = []
  let loads = 0
  emulator = await launch(
    { services },
    {
      loadAdmin: async (given) => {
        loads++
        if (loads <= failures) throw new Error('EMFILE: too many open files\nRequire stack')
        return AdminRouter.of(given)
      },
      onLoadFailure: (message) => told.push(message),
    },
  )
  return { told, loads: () => loads }
}

const health = (): Promise<Response> => fetch(`${emulator.adminUrl}/health`)

test('an admin interface that cannot be loaded is answered with 503 and a hint, and reported', async () => {
  const { told } = await startWith(1)
  const response = await health()
  expect(response.status).toBe(503)
  expect(response.headers.get('x-emulator-reason')).toContain('the admin interface cannot be loaded')
  expect(await response.json()).toEqual({
    error: 'internal_error',
    message: expect.stringContaining('EMFILE'),
    hint: expect.stringContaining('the next call tries again'),
  })
  expect(told).toEqual([expect.stringContaining('EMFILE')])
})

test('loading the admin interface is tried again at the next call, and only as long as it fails', async () => {
  const { told, loads } = await startWith(2)
  const statuses: number[] = []
  for (let call = 0; call < 4; call++) statuses.push((await health()).status)
  expect(statuses).toEqual([503, 503, 200, 200])
  expect([told.length, loads()]).toEqual([2, 3])
})

test('the admin interface is loaded once for calls that come together', async () => {
  const { loads } = await startWith(0)
  const answers = await Promise.all([health(), health(), health()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(loads()).toBe(1)
})

test('the services stay as they are if the admin interface cannot be loaded', async () => {
  await startWith(Number.POSITIVE_INFINITY)
  expect((await health()).status).toBe(503)
  expect((await fetch(`${emulator.baseUrl}/documents`)).status).toBe(401)
})
