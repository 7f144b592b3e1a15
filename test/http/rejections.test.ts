import { afterEach, describe, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../src/index.js'
import { foreignWords } from '../support/service-words.js'
import { talk } from '../web/wire.js'

/** A refusal before routing has the form of the service that its path names, and the virtual time. */

const NOW = '2031-02-03T04:05:06Z'
const DATE = 'Mon, 03 Feb 2031 04:05:06 GMT'
const clock = { now: Date.parse(NOW), frozen: true }

let emulator: EmulatorClient | undefined

afterEach(() => emulator?.close())

const request = (target: string, ...headers: string[]) =>
  Buffer.from(`GET ${target} HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`)

async function first(base: string, bytes: Buffer) {
  const { answers } = await talk(base, bytes)
  const [answer] = answers
  if (answer === undefined) throw new Error('there was no answer')
  return answer
}

const PATHS = [
  ['/v1/kv/ns_main_k3v9x2/a', 'kv'],
  ['/v1/ec/ec_main_k3v9x2', 'config'],
  ['/documents?limit=1', 'documents'],
  ['/projects', 'documents'],
  ['/_worlds/w9/v1/usage/ns_main_k3v9x2', 'kv'],
  ['/_worlds/w9/documents', 'documents'],
  ['/nowhere', 'kv'],
] as const

const shapeOf = (body: string) => ('ok' in JSON.parse(body) ? 'kv or config' : 'documents')
const expected = (service: 'kv' | 'config' | 'documents') =>
  service === 'documents' ? 'documents' : 'kv or config'

describe.each<[what: string, status: number, bytes: (path: string) => Buffer]>([
  ['without a Host', 400, (path) => request(path)],
  ['with another expectation', 417, (path) => request(path, 'Host: x', 'Expect: foo')],
  ['with a broken header', 400, (path) => request(path, 'Host: x', 'Content-Length: 1', 'Content-Length: 2')],
  ['to a world that is not there', 404, (path) => request(path, 'Host: x', 'X-Emulator-World: w9')],
])('a request %s', (_what, status, bytes) => {
  test.each(PATHS)(
    'a rejected request for %s is answered in the shape of its service',
    async (path, service) => {
      emulator = await startEmulator({ clock })
      const answer = await first(emulator.baseUrl, bytes(path))
      expect([answer.status, shapeOf(answer.body)]).toEqual([status, expected(service)])
      expect(answer.headers.get('date')).toBe(DATE)
      expect(answer.headers.get('x-emulator-reason')).toMatch(/^[\x20-\x7e]{10,200}$/)
      expect(foreignWords(answer.body)).toEqual([])
      expect(JSON.parse(answer.body)).toMatchObject(
        service === 'documents' ? { error: expect.any(String) } : { ok: false },
      )
    },
  )
})

test('a tunnel is refused as not emulated', async () => {
  emulator = await startEmulator({ clock })
  const answer = await first(emulator.baseUrl, Buffer.from('CONNECT a.test:443 HTTP/1.1\r\nHost: x\r\n\r\n'))
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([501, { ok: false, error: 'not_emulated' }])
})

test('a path of the admin interface is refused in the shape of that interface', async () => {
  emulator = await startEmulator({ clock })
  for (const path of ['/_admin/clock', '/_worlds/w9/_admin/clock']) {
    const answer = await first(emulator.baseUrl, request(path, 'Host: x', 'X-Emulator-World: w9'))
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([404, 'not_found'])
    expect(JSON.parse(answer.body).message).toContain('POST /_admin/worlds')
  }
})

test('a request that names no world is refused in the shape of its path', async () => {
  emulator = await startEmulator({ clock, requireWorld: true })
  for (const [path, service] of PATHS.slice(0, 4)) {
    const direct = await emulator.fetch(path)
    const answer = await first(emulator.baseUrl, request(path, 'Host: x'))
    expect([answer.status, shapeOf(answer.body)]).toEqual([400, expected(service)])
    expect([direct.status, await direct.text(), direct.headers.get('date')]).toEqual([400, answer.body, DATE])
  }
})

describe('with a port of its own for the database', () => {
  test('an unknown path there has the shape of the database', async () => {
    emulator = await startEmulator({ clock, dbPort: 0 })
    const answer = await first(emulator.dbBaseUrl, request('/nope', 'Host: x'))
    expect([answer.status, shapeOf(answer.body)]).toEqual([501, 'documents'])
    expect(answer.headers.get('x-emulator-reason')).not.toContain('served at')
    const known = await first(emulator.dbBaseUrl, request('/v1/kv/ns_main_k3v9x2/a', 'Host: x'))
    expect([known.status, shapeOf(known.body)]).toEqual([501, 'kv or config'])
    expect(known.headers.get('x-emulator-reason')).toContain(`served at ${emulator.baseUrl}`)
    const broken = await first(emulator.dbBaseUrl, Buffer.from('\r\nnonsense\r\n\r\n'))
    expect([broken.status, shapeOf(broken.body)]).toEqual([400, 'documents'])
    expect(foreignWords(broken.body)).toEqual([])
  })
})

describe('the virtual time is in the Date of', () => {
  test.each<[what: string, target: string, init: RequestInit, status: number]>([
    ['an admin answer', '/_admin/clock', {}, 200],
    ['an admin error', '/_admin/nothing', {}, 404],
    ['an admin answer without a body', '/_admin/faults', { method: 'DELETE' }, 204],
    ['events', '/_admin/events', {}, 200],
    ['the dashboard', '/_dashboard/', {}, 200],
    ['the way to the dashboard', '/', { headers: { Accept: 'text/html' }, redirect: 'manual' }, 302],
    [
      'a preflight',
      '/documents',
      { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'GET', Origin: 'http://a.test' } },
      204,
    ],
    ['an answer', '/documents', {}, 401],
  ])('the virtual time is in the Date of %s', async (_what, target, init, status) => {
    emulator = await startEmulator({ clock, cors: '*' })
    const cancel = new AbortController()
    const answer = await fetch(emulator.baseUrl + target, { ...init, signal: cancel.signal })
    expect([answer.status, answer.headers.get('date')]).toEqual([status, DATE])
    cancel.abort()
  })

  test("the Date of a world's answers is by its own clock", async () => {
    emulator = await startEmulator({ clock })
    const world = await emulator.world()
    await world.clock.advance('1h')
    const answer = await fetch(`${world.adminUrl}/clock`)
    const direct = await world.fetch('/_admin/clock')
    const later = 'Mon, 03 Feb 2031 05:05:06 GMT'
    expect([answer.headers.get('date'), direct.headers.get('date')]).toEqual([later, later])
  })
})
