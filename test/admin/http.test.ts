import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { CONTRACT_SHA256 } from '../../src/contract/values.js'
import { version } from '../../src/package-files.js'
import { startEmulator } from '../../src/start-emulator.js'
import { talk } from '../web/wire.js'

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${emulator.adminUrl}${path}`, init)

async function expectError(
  answer: Response,
  status: number,
  error: string,
): Promise<Record<string, unknown>> {
  const body = (await answer.json()) as Record<string, unknown>
  expect({ status: answer.status, ...body }).toMatchObject({ status, error, message: expect.any(String) })
  expect(answer.headers.get('content-type')).toBe('application/json')
  return body
}

describe('calls', () => {
  test('GET /_admin/health is answered', async () => {
    const answer = await send('/health')
    expect(await answer.json()).toEqual({ status: 'ok', version, contractSha256: CONTRACT_SHA256 })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('the index lists every call with a line of help', async () => {
    const { calls } = (await (await send('')).json()) as { calls: { call: string; help: string }[] }
    expect(calls.length).toBeGreaterThan(8)
    for (const { call, help } of calls) {
      expect(call).toMatch(/^(?:GET|POST|PUT|PATCH|DELETE) \/_admin/)
      expect(help).toMatch(/\w/)
    }
  })

  test.each([
    ['a long answer to its own page', 'same-origin', 'gzip', '/openapi.json', 'gzip'],
    ['a short answer', 'same-origin', 'gzip', '/health', null],
    ['a page that does not unpack', 'same-origin', 'identity', '/openapi.json', null],
    ['an answer to a script', undefined, 'gzip', '/openapi.json', null],
  ])('%s is compressed if that helps', async (_, site, accepted, path, expected) => {
    const answer = await send(path, {
      headers: { 'Accept-Encoding': accepted, ...(site === undefined ? {} : { 'Sec-Fetch-Site': site }) },
    })
    expect(answer.headers.get('content-encoding')).toBe(expected)
    expect(await answer.json()).toEqual(await (await send(path)).json())
  })

  test('HEAD is a GET without its body', async () => {
    const answer = await send('/clock', { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'bodies are JSON, sent as %s',
    async (type) => {
      const answer = await send('/clock', { method: 'POST', body: '{}', headers: { 'Content-Type': type } })
      expect(answer.status).toBe(200)
    },
  )

  describe('broken JSON is reported as broken JSON', () => {
    const told = async (line: string, body: string, type: string) => {
      const [method = '', path = ''] = line.split(' ')
      const answer = await send(path, { method, body, headers: { 'Content-Type': type } })
      expect(answer.status).toBe(400)
      return answer.text()
    }
    const JSON_TERMS = 'this is not valid JSON: expected a name in double quotes or }, found nope'

    test.each([
      'PUT /state',
      'PATCH /state',
      'PUT /seed',
      'POST /faults',
      'PUT /documents/1',
      'PUT /namespaces/ns_demo_starter/entries/k',
    ])('broken JSON is reported as broken JSON by %s', async (line) => {
      expect(await told(line, '{nope', 'application/json; charset=utf-8')).toContain(JSON_TERMS)
      expect(await told(line, '{nope', 'application/merge-patch+json')).toContain(JSON_TERMS)
      expect(await told(line, '{nope', 'application/yaml')).toContain('this is not valid YAML: Flow map')
    })

    test.each([
      [
        'POST /clock',
        'the body is not valid JSON: line 1, column 2: expected a name in double quotes or }, found nope',
      ],
      ['POST /bundle', `line 1, column 2: ${JSON_TERMS}`],
    ])('broken JSON is reported by %s, whatever its Content-Type', async (line, problem) => {
      expect(await told(line, '{nope}', 'text/plain')).toContain(problem)
    })
  })

  test('a length is of bytes', async () => {
    const answer = await send('/tokens', { method: 'POST', body: '{"é":1}' })
    const text = await answer.text()
    expect(text).toContain('é')
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  })
})

test('calls that wait do not block other calls', async () => {
  const stopping = new AbortController()
  const waiting = Array.from({ length: 8 }, () =>
    send('/held?wait=20000', { signal: stopping.signal }).then(
      () => 'answered before',
      () => 'still waiting',
    ),
  )
  expect((await send('/clock')).status).toBe(200)
  stopping.abort()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['still waiting']))
})

describe('a missing resource', () => {
  test.each([
    ['/clocks', '/clock'],
    ['/%63lock', '/clock'],
    ['/wolds', '/worlds'],
    ['/namespace/ns_demo_starter', '/namespaces/ns_demo_starter'],
    ['/clock/advance', '/clock'],
  ])('GET %s: what may have been meant', async (path, meant) => {
    const { answers } = await talk(emulator.baseUrl, `GET /_admin${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({
      error: 'not_found',
      hint: `did you mean /_admin${meant}? GET /_admin lists every call`,
    })
  })

  test.each([
    ['DELETE', '/clock', /^send it with GET or POST/],
    ['POST', '/world', /^did you mean \/_admin\/worlds\? Otherwise send it with GET/],
    ['POST', '/health', /^send it with GET;/],
    ['PUT', '', /^send it with GET;/],
    ['GET', '/reset', /^send it with POST;/],
    ['OPTIONS', '/seed', /^send it with GET or PUT/],
    ['PROPFIND', '/profile', /^send it with GET or PATCH/],
  ])('%s %s: the hint says what there is', async (method, path, hint) => {
    const answer = await send(path, { method })
    const allow = answer.headers.get('allow')
    const body = await expectError(answer, 405, 'method_not_allowed')
    expect(body.hint).toMatch(hint)
    expect(body.hint).toContain(`send it with ${allow?.replace(', ', ' or ')};`)
  })
})

describe('unreadable content', () => {
  test.each<[what: string, body: string | Buffer]>([
    ['no JSON', 'now'],
    ['a form', 'advance=1h'],
    ['a byte order mark', '\ufeff{}'],
    ['invalid UTF-8', Buffer.from('{"set":"\xff"}', 'latin1')],
    ['a string', '"1h"'],
    ['__proto__', '{"__proto__":{"advance":"1h"}}'],
    ['nested a hundred thousand times', '['.repeat(1e5) + ']'.repeat(1e5)],
    ['a string of half a surrogate', '{"set":"\\ud800"}'],
  ])('an unreadable body is refused: %s', async (_what, body) => {
    await expectError(await send('/clock', { method: 'POST', body }), 400, 'invalid_request')
  })

  test('claims that nest too deeply to be written', async () => {
    const body = `{"claims":{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
    await expectError(await send('/tokens', { method: 'POST', body }), 400, 'invalid_request')
  })
})

test('the admin token opens with its scheme in any case (RFC 9110, 11.1), and is not asked of the services', async () => {
  await using guarded = await startEmulator({ adminToken: 'let-me-steer' })
  const ask = (headers: Record<string, string>) => fetch(`${guarded.adminUrl}/clock`, { headers })
  expect((await ask({ Authorization: 'bearer let-me-steer' })).status).toBe(200)
  const refused = await expectError(await ask({ Authorization: 'Bearer wrong' }), 401, 'unauthorized')
  expect(refused.hint).toContain('--admin-token')
  const answer = await fetch(`${guarded.baseUrl}/documents`, { headers: { 'X-API-Key': 'db_demo' } })
  expect(answer.status).toBe(200)
})
