import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../../src/client/emulator-client.js'
import { version } from '../../../src/package-files.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { GREETING } from '../../web/requests.js'
import { talk, WIRE_SEED } from '../../web/wire.js'
import { harProblems } from '../har-shape.js'

interface Har {
  readonly log: { readonly version: string; readonly creator: object; readonly entries: readonly Entry[] }
}

interface Entry {
  readonly time: number
  readonly request: { readonly method: string; readonly url: string; readonly headers: readonly object[] }
  readonly response: object
  readonly timings: { readonly wait: number }
  readonly comment: string
}

const SEED = { ...WIRE_SEED, clock: { now: '2026-01-15T12:00:00Z', freeze: true } }
const KEY = { 'X-KV-Key': 'kv_admin_wire' }

let emulator: Emulator

beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED })
})
afterEach(() => emulator.close())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${emulator.baseUrl}${path}`, { ...init, headers: { ...KEY, ...init.headers } })

/** Returns the archive, after checking that it is valid. */
async function har(query = ''): Promise<Har> {
  const answer = await fetch(`${emulator.adminUrl}/requests.har${query}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  const archive = (await answer.json()) as Har
  expect(harProblems(archive)).toEqual([])
  return archive
}

async function lastEntry(): Promise<Entry> {
  const entry = (await har()).log.entries.at(-1)
  if (entry === undefined) throw new Error('the archive is empty')
  return entry
}

test('an archive has no entries if there was no request', async () => {
  const creator = { name: 'tristore-emulator', version }
  expect(await har()).toEqual({ log: { version: '1.2', creator, entries: [], _dropped: 0 } })
})

test('an archive holds a request and its answer', async () => {
  const body = '{"value":"€","ttlSeconds":60}'
  const init = { method: 'PUT', body, headers: { 'Content-Type': 'application/json' } }
  const answer = await ask('/v1/kv/ns_wire_a1/k?a=1&b=%26&a=', init)
  const { request, ...entry } = await lastEntry()
  const text = await answer.text()
  expect(request).toMatchObject({
    method: 'PUT',
    url: `${emulator.baseUrl}/v1/kv/ns_wire_a1/k?a=1&b=%26&a=`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    queryString: [
      { name: 'a', value: '1' },
      { name: 'b', value: '&' },
      { name: 'a', value: '' },
    ],
    postData: { mimeType: 'application/json', text: body },
    bodySize: Buffer.byteLength(body),
  })
  expect(request.headers).toContainEqual({ name: 'X-KV-Key', value: 'kv_admin_wire' })
  expect(entry).toMatchObject({
    startedDateTime: '2026-01-15T12:00:00.000Z',
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      content: { size: text.length, mimeType: 'application/json', text },
      redirectURL: '',
      bodySize: text.length,
    },
    cache: {},
    comment: 'r1 kv.put ok',
  })
  expect(entry.time).toBe(entry.timings.wait)
})

test('an archive holds a request without a body, and an answer without one', async () => {
  await fetch(`${emulator.adminUrl}/profile`, { method: 'PATCH', body: '{"kv":{"deleteStatus":204}}' })
  await ask(GREETING, { method: 'DELETE' })
  const { request, response } = await lastEntry()
  expect(request).toMatchObject({ queryString: [], bodySize: 0 })
  expect(request).not.toHaveProperty('postData')
  expect(response).toMatchObject({ status: 204, bodySize: 0, content: { size: 0, mimeType: 'x-unknown' } })
  expect(response).not.toHaveProperty('content.text')
})

test('an archive has the length of a body that the journal dropped', async () => {
  const body = JSON.stringify({ value: 'x'.repeat(9_000_000), ttlSeconds: 60 })
  for (const key of ['a', 'b', 'b', 'b']) await ask(`/v1/kv/ns_wire_a1/${key}`, { method: 'PUT', body })
  const [entry] = (await har('?path=/v1/kv/ns_wire_a1/a')).log.entries
  expect(entry?.request).toMatchObject({ bodySize: body.length })
  expect(entry?.request).not.toHaveProperty('postData')
})

test('an archive holds the cookies of both sides', async () => {
  await fetch(`${emulator.adminUrl}/faults`, {
    method: 'POST',
    body: JSON.stringify({ status: 200, headers: { 'Set-Cookie': 'sid=a=b; Path=/; HttpOnly' } }),
  })
  await ask(GREETING, { headers: { Cookie: 'session=1; theme = dark;flag' } })
  const { request, response } = await lastEntry()
  expect(request).toMatchObject({
    cookies: [
      { name: 'session', value: '1' },
      { name: 'theme', value: 'dark' },
    ],
  })
  expect(response).toMatchObject({ cookies: [{ name: 'sid', value: 'a=b' }] })
})

test('an archive names the HTTP version of a request', async () => {
  await talk(emulator.baseUrl, `GET ${GREETING} HTTP/1.0\r\nX-KV-Key: kv_admin_wire\r\n\r\n`)
  const { request, response } = await lastEntry()
  expect([request, response]).toMatchObject([{ httpVersion: 'HTTP/1.0' }, { httpVersion: 'HTTP/1.1' }])
})

describe('the answer that a fault spoilt', () => {
  const add = (fault: object) =>
    fetch(`${emulator.adminUrl}/faults`, { method: 'POST', body: JSON.stringify(fault) })

  test('an answer that was never sent has status 0 and a comment', async () => {
    await add({ connection: 'reset', effect: 'after' })
    await ask(GREETING).catch(() => {})
    expect((await lastEntry()).response).toEqual({
      status: 0,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      _error: 'net::ERR_CONNECTION_RESET',
      comment: 'fault f_1; no answer (reset); the operation had answered 200',
    })
  })

  test('an answer that a fault spoilt says what was injected', async () => {
    await add({ status: 302, headers: { Location: '/elsewhere' }, body: '', delay: 1 })
    await ask(GREETING, { redirect: 'manual' })
    const { response, time, timings } = await lastEntry()
    const comment = 'fault f_1; held for 1 ms'
    expect(response).toMatchObject({ status: 302, statusText: 'Found', redirectURL: '/elsewhere', comment })
    expect(time).toBeGreaterThanOrEqual(1)
    expect(timings.wait).toBe(time)
  })

  test.each([
    ['close', 'net::ERR_EMPTY_RESPONSE'],
    ['garbage', 'net::ERR_INVALID_HTTP_RESPONSE'],
  ])('an archive names the error of a client: %s', async (connection, error) => {
    await add({ connection })
    await ask(GREETING).catch(() => {})
    expect((await lastEntry()).response).toMatchObject({ status: 0, _error: error })
  })

  test.each([
    ['truncate', 'reset', 'net::ERR_CONNECTION_RESET'],
    ['cut', 'closed', 'net::ERR_CONTENT_LENGTH_MISMATCH'],
  ])('an archive has the half that arrived, and says how it ended: %s', async (connection, ended, error) => {
    const whole = await (await ask(GREETING)).text()
    await add({ connection })
    await ask(GREETING).then(
      (answer) => answer.text().catch(() => {}),
      () => {},
    )
    const half = whole.slice(0, Math.floor(whole.length / 2))
    expect((await lastEntry()).response).toMatchObject({
      status: 200,
      content: { text: half, size: half.length },
      bodySize: half.length,
      _error: error,
      comment: `fault f_1; the connection was ${ended} halfway through the body; the operation had answered 200`,
    })
  })

  test('an archive names no error if the connection held', async () => {
    await add({ status: 503 })
    await ask(GREETING)
    expect((await lastEntry()).response).not.toHaveProperty('_error')
  })
})

test('an archive shows no signature of a token, wherever it was sent', async () => {
  const answer = await fetch(`${emulator.adminUrl}/tokens`, { method: 'POST' })
  const { token } = (await answer.json()) as { token: string }
  const signature = token.split('.')[2] ?? ''
  expect(signature.length).toBeGreaterThan(20)
  await ask('/v1/usage/ns_wire_a1', { headers: { Authorization: `Bearer ${token}` } })
  await ask(`/v1/kv/ns_wire_a1/k?token=${token}`, {
    method: 'PUT',
    body: `{"value":"${token}","ttlSeconds":60}`,
  })
  await ask('/v1/kv/ns_wire_a1/k', { headers: { Cookie: `session=${token}` } })
  await ask(`/v1/kv/ns_wire_a1/${token}`)
  const text = JSON.stringify(await har())
  expect(text).not.toContain(signature)
  expect(text.match(/eyJ[\w-]+\.eyJ[\w-]+\.…/g)?.length).toBeGreaterThanOrEqual(6)
  const journal = await (await fetch(`${emulator.adminUrl}/requests`)).text()
  expect(journal).not.toContain(signature)
})

describe('the filters', () => {
  beforeEach(async () => {
    await ask(GREETING)
    await ask('/v1/kv/ns_wire_a1/no')
    await ask('/nowhere', { method: 'OPTIONS' })
  })

  test.each([
    ['', ['r1', 'r2', 'r3']],
    ['?operation=kv.*', ['r1', 'r2']],
    ['?limit=2', ['r2', 'r3']],
    ['?operation=kv.*&limit=1', ['r2']],
  ])('an archive filtered by %s is listed oldest first', async (query, ids) => {
    const { entries } = (await har(query)).log
    expect(entries.map(({ comment }) => comment.split(' ')[0])).toEqual(ids)
  })

  test.each(['?count=true', '?statsu=404', '?limit=0'])(
    "an archive can't be filtered by %s",
    async (query) => {
      const answer = await fetch(`${emulator.adminUrl}/requests.har${query}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
    },
  )
})
