import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { needsPlace } from '../../../src/admin/http.js'
import { adminCalls } from '../../../src/admin/router.js'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { State } from '../../../src/domain/state.js'
import { startEmulator } from '../../../src/emulator.js'
import { askAdmin } from '../ask-admin.js'

/** What takes no place, of the calls that only read, and how it is asked for here. */
const NO_PLACE: Readonly<Record<string, string>> = {
  '': '',
  '/health': '/health',
  '/jwks.json': '/jwks.json',
  '/clock': '/clock',
  '/faults/:id': '/faults/f_1',
  '/held': '/held',
  '/requests/:id': '/requests/r1',
  '/events': '/events',
  '/world': '/world',
  '/projects/:id': '/projects/1',
  '/documents/:id': '/documents/1',
  '/profile': '/profile',
}

let emulator: EmulatorClient
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

/** Two each of two kinds: all the places that there are. */
let waiting: Promise<number>[]
let isOver: boolean

/** The status of an answer that has begun. */
async function statusOf(line: string): Promise<number> {
  const { status, body } = await askAdmin(emulator, line)
  await body?.cancel()
  return status
}

beforeEach(async () => {
  isOver = false
  let begun = 0
  const { sizes, keysByResource } = State.prototype
  /** Goes on until `isOver`. */
  function held(): void {
    begun++
    while (!isOver) {}
  }
  vi.spyOn(State.prototype, 'sizes').mockImplementation(function (this: State) {
    held()
    return sizes.call(this)
  })
  vi.spyOn(State.prototype, 'keysByResource').mockImplementation(function (this: State) {
    held()
    return keysByResource.call(this)
  })
  waiting = ['GET /snapshots', 'GET /snapshots', 'GET /state', 'GET /state'].map(statusOf)
  await expect.poll(() => begun).toBe(waiting.length)
})
afterEach(async () => {
  isOver = true
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 200))
  vi.restoreAllMocks()
})

it('is what is listed here', () => {
  const without = adminCalls.filter((call) => call.method === 'GET' && !needsPlace(call))
  expect(new Set(without.map(({ path }) => path))).toEqual(new Set(Object.keys(NO_PLACE)))
})

it.each(Object.values(NO_PLACE))('GET /_admin%s is answered while all places are taken', async (path) => {
  expect([200, 404]).toContain(await statusOf(`GET ${path}`))
})

it('what changes something is answered, too, and other calls wait', async () => {
  const answered: string[] = []
  const listing = statusOf('GET /usage').then(() => answered.push('GET /usage'))
  expect(await statusOf('POST /clock')).toBe(200)
  expect(await statusOf('GET /health')).toBe(200)
  expect(answered).toEqual([])
  isOver = true
  await listing
})
