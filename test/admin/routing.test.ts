import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/index.js'
import { startEmulator } from '../../src/start-emulator.js'
import { SEED } from '../client/emulators.js'
import { adminRouter, contextOf } from '../support/admin-calls.js'
import { Service } from '../support/service.js'
import { askAdmin } from './ask-admin.js'

/** One router serves the admin interface over HTTP, in process and in tests, so a path means the same everywhere. */

interface Seen {
  readonly status: number
  readonly text: string
}

type Way = (line: string, body?: string) => Promise<Seen>

let emulator: EmulatorClient
const ways: Record<string, Way> = {}

beforeAll(async () => {
  emulator = await startEmulator({ seed: { ...SEED, clock: { now: '2026-01-15T12:00:00Z', freeze: true } } })
  const seenOf = async (response: Response): Promise<Seen> => ({
    status: response.status,
    text: await response.text(),
  })
  ways.http = async (line, body) => seenOf(await askAdmin(emulator, line, body))
  ways['fetch in process'] = async (line, body) => {
    const [method = '', path = ''] = line.split(' ')
    const init = body === undefined ? { method } : { method, body }
    return seenOf(await emulator.fetch(`/_admin${path}`, init))
  }
  const context = contextOf(
    await Service.start({ ...SEED, clock: { now: '2026-01-15T12:00:00Z', freeze: true } }),
  )
  ways['without a socket'] = async (line, body = '') => {
    const [method = '', path = ''] = line.split(' ')
    const origin = 'http://emulator.test'
    const reply = await adminRouter.answer(context, { method, path: `/_admin${path}`, origin, body })
    return { status: reply.status, text: method === 'HEAD' ? '' : (reply.body ?? '') }
  }
})
afterAll(() => emulator.close())

const ENTRIES = '/stores/ec_web_89daefd4/entries'

describe.each<[line: string, status: number, says: string, body?: string]>([
  ['GET ', 200, '"GET /_admin/clock"'],
  ['GET /', 200, '"GET /_admin/clock"'],
  ['GET /clock', 200, '"now":'],
  ['GET /clock/', 200, '"now":'],
  ['GET /CLOCK', 200, '"now":'],
  ['GET /clock//', 404, 'the admin interface has no GET /_admin/clock//'],
  ['GET //clock', 404, 'the admin interface has no GET /_admin//clock'],
  ['HEAD /clock', 200, ''],
  ['PATCH /clock', 405, 'send it with GET or POST'],
  ['GET /nothing', 404, 'the admin interface has no GET /_admin/nothing'],
  ['GET /requests.har', 200, '"version":"1.2"'],
  ['GET /requests.har/', 200, '"version":"1.2"'],
  ['GET /requestsxhar', 404, 'the admin interface has no GET /_admin/requestsxhar'],
  ['GET /requests/har', 404, 'request har is not in the journal'],
  ['GET /openapi-json', 404, 'the admin interface has no GET /_admin/openapi-json'],
  ['GET /cl%6Fck', 404, 'the admin interface has no GET /_admin/cl%6Fck'],
  ['GET /stores/ec%5Fweb_89daefd4', 200, '"storeId":"ec_web_89daefd4"'],
  [`PUT ${ENTRIES}/a%2Fb%20%E2%82%AC`, 200, '"key":"a/b €"', '{"value":1}'],
  [`PUT ${ENTRIES}/100%2525`, 200, '"key":"100%25"', '{"value":1}'],
  [`PUT ${ENTRIES}/a.b:c`, 200, '"key":"a.b:c"', '{"value":1}'],
  [`GET ${ENTRIES}/%E0%A4%A`, 400, 'the percent-encoding of \\"%E0%A4%A\\" is broken'],
  ['GET /stores/%zz/entries', 400, 'the percent-encoding of \\"%zz\\" is broken'],
  ['DELETE /stores/%zz', 400, 'the percent-encoding of \\"%zz\\" is broken'],
  ['DELETE /stores/', 404, 'DELETE /_admin/stores/ is incomplete'],
])('%s', (line, status, says, body) => {
  test.each(['http', 'fetch in process', 'without a socket'])(
    `the call answers ${status} by %s`,
    async (way) => {
      const seen = await ways[way]?.(line, body)
      expect(seen?.status).toBe(status)
      expect(seen?.text).toContain(says)
    },
  )
})

test('a call without parameters refuses any, and does nothing', async () => {
  const context = contextOf(await Service.start(SEED))
  const lines = adminRouter.calls
    .filter(({ query }) => query === undefined)
    .map(({ method, path }) => [method, path])
  for (const [method = '', path = ''] of lines) {
    const request = {
      method,
      path: `/_admin${path.replaceAll(/:\w+/g, 'x')}`,
      origin: 'http://emulator.test',
    }
    const { status, body } = await adminRouter.answer(context, { ...request, query: '?from=current' })
    expect([method, path, status, body]).toEqual([
      method,
      path,
      400,
      expect.stringContaining('"from: there is no such parameter","hint":"this call takes no parameters"'),
    ])
  }
  expect(lines.length).toBeGreaterThan(50)
})

test('each call is found by its own path, and by one call only', () => {
  for (const call of adminRouter.calls) {
    const path = `/_admin${call.path.replaceAll(/:\w+/g, 'x')}`
    expect(adminRouter.findCall(call.method, path).call, `${call.method} ${path}`).toBe(call)
  }
  const lines = adminRouter.calls.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(lines).size).toBe(lines.length)
})
