import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { talk } from '../web/wire.js'
import { ask, everything, expectNoInjection } from './attacker.js'

/** Line breaks and odd characters that try to become headers, events or log lines. */

const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }],
  database: { keys: [{ key: 'db' }], documents: [{ repeat: 3, title: 'D{{index}}' }] },
}

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED, cors: '*' })
})
afterEach(() => emulator.reset())
afterAll(() => emulator.close())

const BREAKS = [
  '%0d%0aX-Evil:%201',
  '%0aX-Evil:1',
  '%0d',
  '%E5%98%8A%E5%98%8DX-Evil:1',
  '%e2%80%a8',
  '%00',
  '%c2%85',
  '%f0%9f%98%80',
]

describe('names in the path', () => {
  test.each(BREAKS)('the name %s in a path adds no header', async (text) => {
    for (const path of [
      `/v1/kv/ns_a_1/${text}`,
      `/v1/kv/${text}/a`,
      `/v1/ec/${text}/a`,
      `/documents/${text}`,
      `/documents?limit=${text}`,
      `/documents?next=${text}`,
      `/${text}`,
      `/_worlds/${text}/documents`,
      `/_admin/${text}`,
      `/_admin/faults/${text}`,
      `/_dashboard/${text}`,
      `/_dashboard?${text}`,
    ]) {
      for (const line of [`GET ${path}`, `PUT ${path}`]) {
        const headers = ['X-KV-Key: k', 'X-API-Key: db', 'Accept: text/html']
        expectNoInjection(
          await ask(emulator, line, headers, line.startsWith('PUT') ? '{"value":1,"ttlSeconds":60}' : ''),
        )
      }
    }
  })
})

describe('header values', () => {
  const STRANGE = [
    '\xff',
    '\x80\x81',
    'a\tb',
    '%0d%0aX-Evil:1',
    '\\r\\nX-Evil: 1',
    '\xe5\x98\x8a\xe5\x98\x8d',
  ]
  test.each(STRANGE)('the header value %j is repeated in no header', async (text) => {
    for (const name of [
      'X-KV-Key',
      'X-API-Key',
      'Authorization',
      'X-Emulator-Fault',
      'X-Emulator-World',
      'x-next',
      'Origin',
      'Content-Type',
      'Access-Control-Request-Headers',
    ]) {
      const preflight = name.startsWith('Access') ? ['Access-Control-Request-Method: GET'] : []
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await ask(emulator, `${method} /documents`, [
          'X-API-Key: db',
          `${name}: ${text}`,
          ...preflight,
        ])
        expectNoInjection(answer)
        expect(answer.status).toBeLessThan(502)
        expect(answer.status).not.toBe(500)
      }
    }
  })

  test.each([
    'X-KV-Key: a\r\n X-Evil: 1',
    'X-KV-Key: a\rX-Evil: 1',
    'X-KV-Key: a\0b',
    'X-Emulator-Fault: 503\rX-Evil: 1',
  ])('the value %j cannot be sent in a header', async (line) => {
    const bytes = `GET /documents HTTP/1.1\r\nHost: localhost\r\n${line}\r\n\r\n`
    const { answers } = await talk(emulator.baseUrl, bytes)
    expect(answers[0]?.status).toBe(400)
    expectNoInjection(answers[0] ?? { status: 0, headers: new Map(), body: '' })
  })
})

describe('headers of faults', () => {
  test.each([
    { status: 503, headers: { 'X-A': 'a\r\nX-Evil: 1' } },
    { status: 503, headers: { 'X-A\r\nX-Evil': '1' } },
    { status: 503, headers: { 'X-A': 'é\u2028' } },
    { status: 503, headers: { 'Transfer-Encoding': 'chunked' } },
    { status: 503, headers: { 'content-length': '0' } },
    { status: 503, headers: { Connection: 'X-Evil' } },
    { status: 503, headers: { '': '1' } },
    { status: 503, headers: { 'X-A': { toString: 1 } } },
    { status: 503, headers: ['X-Evil'] },
    { status: 101 },
    { status: 999 },
    { status: '200 OK\r\nX-Evil: 1' },
    { status: 503, retryAfter: '1\r\nX-Evil: 1' },
  ])('the fault %j is refused', async (fault) => {
    const before = await everything(emulator)
    const answer = await fetch(`${emulator.adminUrl}/faults`, { method: 'POST', body: JSON.stringify(fault) })
    expect(answer.status).toBe(400)
    expect(await everything(emulator)).toBe(before)
  })

  test('a fault id with line breaks stays in the reason, escaped', async () => {
    const fault = { id: 'f\r\nX-Evil: 1\u2028é', status: 503 }
    await fetch(`${emulator.adminUrl}/faults`, { method: 'POST', body: JSON.stringify(fault) })
    const answer = await ask(emulator, 'GET /documents', ['X-API-Key: db'])
    expect(answer.status).toBe(503)
    expectNoInjection(answer)
    expect(answer.headers.get('x-emulator-reason')).toContain('\\u{d}\\u{a}X-Evil')
  })

  test('events with line breaks in their data stay on one line each', async () => {
    const stop = new AbortController()
    const events = await fetch(`${emulator.adminUrl}/events?types=fault`, { signal: stop.signal })
    const reader = events.body?.getReader()
    await reader?.read()
    const fault = { id: 'f\n\nevent: evil\ndata: 1', status: 503 }
    await fetch(`${emulator.adminUrl}/faults`, { method: 'POST', body: JSON.stringify(fault) })
    const text = new TextDecoder().decode((await reader?.read())?.value)
    stop.abort()
    expect(text.split('\n').filter((line) => line.startsWith('event:'))).toEqual(['event: fault'])
  })
})
