import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminCall } from '../../src/admin/call.js'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { adminRouter } from '../support/admin-calls.js'
import { ask, everything } from './attacker.js'

/** Every request that a page of another origin can send is refused and has no effect. */

const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' }] }],
}

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED, cors: '*' })
  await emulator.world({ id: 'w1' })
})
afterAll(() => emulator.close())

const lineOf = ({ method, path }: AdminCall): string => `${method} /_admin${path.replaceAll(/:\w+/g, 'w1')}`

/** Checks that a call returns only what is the same for every emulator, or how this one is configured. */
const forPages = ({ isOpen, isShared }: AdminCall): boolean => isOpen === true || isShared === true
const LINES = adminRouter.calls.filter((call) => !forPages(call)).map(lineOf)
const HARMLESS = adminRouter.calls.filter(forPages).map(lineOf)
const PREFIXES = ['', '/_worlds/w1']

/** The headers by which each kind of page gives away its origin. */
const PAGES: readonly (readonly [what: string, headers: readonly string[]])[] = [
  ['a rebound name', ['Host: rebound.evil.example']],
  [
    'a rebound name with the port',
    ['Host: rebound.evil.example:4600', 'Origin: http://rebound.evil.example:4600'],
  ],
  ['a name that resolves to the loopback address', ['Host: 127.0.0.1.nip.io']],
  [
    'a form, as text',
    [
      'Origin: http://evil.example',
      'Content-Type: text/plain',
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Mode: no-cors',
    ],
  ],
  ['a form', ['Origin: null', 'Content-Type: application/x-www-form-urlencoded']],
  ['another port', ['Host: localhost:4600', 'Origin: http://localhost:8080', 'Sec-Fetch-Site: same-site']],
  ['two origins', ['Origin: http://localhost', 'Origin: http://evil.example']],
  ['an extension', ['Origin: chrome-extension://abc', 'Content-Type: application/json']],
]

/** The guard runs before routing, so the calls can be divided between the kinds of pages. */
const linesOf = (page: number): readonly string[] => LINES.filter((_, at) => page === 0 || at % 10 === page)

describe.each(PAGES.map(([what, headers], page) => [what, headers, page] as const))(
  '%s',
  (_what, headers, page) => {
    test.each(PREFIXES)('a page changes nothing below %j', async (prefix) => {
      const before = await everything(emulator)
      for (const line of linesOf(page)) {
        const answer = await ask(
          emulator,
          line.replace('/_admin', `${prefix}/_admin`),
          headers,
          '{"freeze": false}',
        )
        expect([line, answer.status]).toEqual([line, 403])
        expect(answer.headers.has('access-control-allow-origin')).toBe(false)
      }
      expect(await everything(emulator)).toBe(before)
    })

    test('a page gets no data of a world from the calls that may answer', async () => {
      expect(HARMLESS).toEqual(['GET /_admin/health', 'GET /_admin/openapi.json', 'GET /_admin/jwks.json'])
      for (const line of HARMLESS) {
        const answer = await ask(emulator, line, headers)
        expect([200, 403]).toContain(answer.status)
        expect(answer.body).not.toMatch(/kv_a\b|ns_a_1|2026-01-15/)
      }
    })

    test('a page cannot open the dashboard, nor find out whether a world exists', async () => {
      for (const path of [
        '/_dashboard/',
        '/_dashboard/index.html',
        '/_worlds/w1/_dashboard/',
        '/_anything',
      ]) {
        expect((await ask(emulator, `GET ${path}`, headers)).status).toBe(403)
      }
    })
  },
)

test('a preflight for an admin call is not granted, even with --cors', async () => {
  for (const line of LINES.map((call) => call.replace(/^\w+/, 'OPTIONS'))) {
    const headers = [
      'Origin: http://evil.example',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: content-type, authorization',
      'Access-Control-Request-Private-Network: true',
    ]
    const answer = await ask(emulator, line, headers)
    expect([line, answer.status]).toEqual([line, 403])
    for (const name of answer.headers.keys()) expect(name).not.toMatch(/^access-control-/)
  }
})

test('the header that selects a world does not bypass the guard, which runs first', async () => {
  const headers = ['Origin: http://evil.example', 'X-Emulator-World: w1']
  expect((await ask(emulator, 'POST /_admin/clock', headers, '{"advance":"1h"}')).status).toBe(403)
})

test('--cors for one origin grants the services to that origin alone', async () => {
  await using strict = await startEmulator({ seed: SEED, cors: 'http://app.example' })
  const answer = await ask(strict, 'GET /documents', ['Origin: http://evil.example'])
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://app.example')
  expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
})
