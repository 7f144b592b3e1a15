import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../src/domain/requests/reply.js'
import { isPreflight, makeReadable, preflightReply, readableBy } from '../../../src/request/http/cors.js'

const PAGE = 'http://localhost:5173'
const ASKED = { 'access-control-request-method': 'PUT' }

const from = (headers: Readonly<Record<string, string>>, method = 'GET') => ({
  method,
  rawHeaders: Object.entries(headers).flat(),
})

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['OPTIONS', ASKED, true],
  ['OPTIONS', {}, false],
  ['GET', ASKED, false],
  ['PUT', {}, false],
])('%s with %j is a preflight: %s', (method, headers, expected) => {
  expect(isPreflight(from(headers, method))).toBe(expected)
})

describe('a preflight', () => {
  const lines = (headers: Readonly<Record<string, string>>, allowed: string) =>
    preflightReply(from(headers, 'OPTIONS'), allowed, Date.UTC(2026, 0, 15))

  test('a preflight is allowed all methods, the headers that it names, and not to ask again for ten minutes', () => {
    const asked = { origin: PAGE, 'access-control-request-headers': 'x-kv-key' }
    expect(lines(asked, '*')).toEqual({
      status: 204,
      headers: [
        ...['Access-Control-Allow-Origin', PAGE, 'Vary', 'Origin'],
        ...['Access-Control-Allow-Methods', 'GET, PUT, POST, DELETE'],
        ...['Access-Control-Allow-Headers', 'x-kv-key', 'Access-Control-Max-Age', '600'],
        ...['Date', 'Thu, 15 Jan 2026 00:00:00 GMT'],
      ],
      body: undefined,
    })
  })

  test('a preflight that names nothing is allowed everything', () => {
    const { headers } = lines({}, '*')
    expect(headers.slice(0, 2)).toEqual(['Access-Control-Allow-Origin', '*'])
    expect(lines({}, PAGE).headers.slice(0, 2)).toEqual(['Access-Control-Allow-Origin', PAGE])
    expect(headers[headers.indexOf('Access-Control-Allow-Headers') + 1]).toBe('*')
  })

  test('a preflight is allowed for each of several origins, with credentials', () => {
    const allowed = 'http://a.test,http://b.test'
    for (const origin of ['http://a.test', 'http://b.test', 'HTTP://B.test']) {
      expect(lines({ origin }, allowed).headers.slice(0, 6)).toEqual([
        ...['Access-Control-Allow-Origin', origin, 'Vary', 'Origin'],
        ...['Access-Control-Allow-Credentials', 'true'],
      ])
    }
    for (const origin of ['http://c.test', 'http://a.test,http://b.test', 'http://a.tes'])
      expect(lines({ origin }, allowed).headers.slice(0, 2)).toEqual([
        'Access-Control-Allow-Origin',
        'http://a.test',
      ])
  })

  test('a preflight is allowed for one origin, even if another asks', () => {
    expect(lines({ origin: 'http://evil.example' }, PAGE).headers.slice(0, 2)).toEqual([
      'Access-Control-Allow-Origin',
      PAGE,
    ])
  })
})

const READABLE = [
  ...['Access-Control-Allow-Origin', PAGE, 'Vary', 'Origin'],
  ...['Access-Control-Expose-Headers', 'x-next, retry-after, x-emulator-reason'],
]

test('an answer may be read by the page that asked, and stays as it is for others', () => {
  const answer: Reply = { status: 200, headers: ['a', 'b'], body: '{}' }
  expect(readableBy(from({ origin: PAGE }), answer, '*')).toEqual({
    ...answer,
    headers: ['a', 'b', ...READABLE],
  })
  expect(readableBy(from({}), answer, '*')).toEqual({ status: 200, headers: ['a', 'b'], body: '{}' })
})

describe('an answer written outside of the services', () => {
  const sent = (headers: Record<string, string>, allowed: string | undefined) => {
    const message = new IncomingMessage(new Socket())
    message.rawHeaders.push(...Object.entries(headers).flat())
    const response = new ServerResponse(message)
    makeReadable(response, allowed)
    return response.getHeaders()
  }

  test('an answer written outside of the services may be read in the same way', () => {
    const readable = {
      'access-control-allow-origin': PAGE,
      vary: 'Origin',
      'access-control-expose-headers': 'x-next, retry-after, x-emulator-reason',
    }
    expect(sent({ origin: PAGE }, '*')).toEqual(readable)
    expect(sent({ origin: 'http://evil.example' }, PAGE)).toEqual(readable)
    const named = { ...readable, 'access-control-allow-credentials': 'true' }
    expect(sent({ origin: PAGE }, PAGE)).toEqual(named)
    expect(sent({}, '*')).toEqual({})
  })

  test('an answer written outside of the services may be read by nobody if no origin is allowed', () => {
    expect(sent({ origin: PAGE }, undefined)).toEqual({})
  })
})
