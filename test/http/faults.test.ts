import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { GREETING } from '../web/requests.js'
import { isWell, WIRE_SEED } from '../web/wire.js'

/** Faults that answer. Those that break the connection: faults-connection.test.ts. */

const SEED = { ...WIRE_SEED, clock: { now: '2026-01-15T12:00:00Z', freeze: true } }
const KEY = '/v1/kv/ns_wire_a1'

let emulator: Emulator

beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED })
})
afterEach(async () => {
  await emulator.close()
})

async function admin(method: string, path: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const answer = await fetch(`${emulator.adminUrl}${path}`, init)
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return answer.status === 204 ? undefined : answer.json()
}

const add = (fault: object) => admin('POST', '/faults', fault)

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${emulator.baseUrl}${path}`, {
    ...init,
    headers: { 'X-KV-Key': 'kv_admin_wire', 'X-API-Key': 'db_wire', ...init.headers },
  })

const put = (key: string, headers: Record<string, string> = {}) =>
  call(`${KEY}/${key}`, { method: 'PUT', body: '{"value":1,"ttlSeconds":60}', headers })

async function usage(): Promise<unknown> {
  const { token } = (await admin('POST', '/tokens', {})) as { token: string }
  const answer = await call('/v1/usage/ns_wire_a1', { headers: { Authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { usage: unknown }).usage
}

const newest = async () => ((await admin('GET', '/requests?limit=1')) as { requests: object[] }).requests[0]

describe('an answer', () => {
  test("a fault's answer has its status, body and headers", async () => {
    await add({
      status: 418,
      body: { tea: ['pot'] },
      headers: { 'X-Own': 'own', 'X-Number': 5 },
      retryAfter: '2m',
    })
    const answer = await call(GREETING)
    expect(answer.status).toBe(418)
    expect(answer.headers.get('x-own')).toBe('own')
    expect(answer.headers.get('x-number')).toBe('5')
    expect(answer.headers.get('retry-after')).toBe('120')
    expect(answer.headers.get('x-emulator-reason')).toBe('injected fault f_1')
    expect(answer.headers.get('date')).toBe('Thu, 15 Jan 2026 12:00:00 GMT')
    expect(await answer.json()).toEqual({ tea: ['pot'] })
  })

  test('a fault without a body sends the body that the service sends with the status', async () => {
    await add({ status: 429 })
    const codes = []
    for (const path of [GREETING, '/v1/ec/ec_wire_b2/k', '/documents']) {
      const answer = await call(path)
      expect(answer.headers.get('content-type')).toBe('application/json')
      codes.push((await answer.json()) as unknown)
    }
    const message = 'Too many requests; try again later.'
    const quota = 'The monthly limit of the namespace is reached.'
    expect(codes).toEqual([
      { ok: false, error: 'monthly_quota_exceeded', message: quota },
      { ok: false, error: 'rate_limited', message },
      { error: 'rate_limited', message },
    ])
  })

  test.each([204, 304])("a fault's answer with status %d has no body", async (status) => {
    await add({ status, body: 'x', times: 1 })
    const answer = await call(GREETING)
    expect([answer.status, await answer.text()]).toEqual([status, ''])
    expect(await isWell(emulator.baseUrl)).toBe(true)
  })

  test("a fault's answer to HEAD has no body either, and the connection goes on", async () => {
    await add({ status: 503, times: 1 })
    expect((await call(GREETING, { method: 'HEAD' })).status).toBe(503)
    expect(await isWell(emulator.baseUrl)).toBe(true)
  })

  test('a fault replaces a 501 as well', async () => {
    await add({ match: { path: '/v2/**' }, status: 503 })
    expect((await call('/v2/x', { method: 'PATCH' })).status).toBe(503)
    expect((await call('/v3/x', { method: 'PATCH' })).status).toBe(501)
    expect(await newest()).toMatchObject({ operation: null, outcome: 'not_emulated' })
  })

  test('a fault never answers an admin call', async () => {
    await add({ status: 503 })
    const answer = await fetch(`${emulator.adminUrl}/clock`, { headers: { 'X-Emulator-Fault': '500' } })
    expect(answer.status).toBe(200)
    expect(await admin('GET', '/faults')).toMatchObject({ faults: [{ matches: 0, hits: 0 }] })
  })
})

test('with effect before, nothing happens and nothing is counted', async () => {
  await add({ match: { operation: 'kv.put' }, status: 503 })
  expect((await put('k')).status).toBe(503)
  expect(await newest()).toMatchObject({ status: 503, outcome: 'fault', fault: 'f_1' })
  expect(await newest()).not.toHaveProperty('lostStatus')
  expect((await call(`${KEY}/k`)).status).toBe(404)
  expect(await usage()).toMatchObject({ writes: 0, reads: 1 })
})

test('with effect after, the write went through, and only its answer is lost', async () => {
  await add({ match: { operation: 'kv.put' }, status: 503, effect: 'after' })
  expect((await put('k')).status).toBe(503)
  expect(await newest()).toMatchObject({ status: 503, outcome: 'ok', fault: 'f_1', lostStatus: 200 })
  expect(await (await call(`${KEY}/k`)).json()).toMatchObject({ value: 1 })
  expect(await usage()).toMatchObject({ writes: 1 })
})

test('a fault that only delays has the real effect', async () => {
  await add({ delay: { min: 0, max: '1ms' } })
  expect((await put('k')).status).toBe(200)
  expect(await newest()).toMatchObject({ status: 200, outcome: 'ok', fault: 'f_1' })
  expect(await newest()).not.toHaveProperty('lostStatus')
})

test('X-Emulator-Fault goes before the list, and leaves it alone', async () => {
  await add({ status: 500 })
  const answer = await put('k', { 'X-Emulator-Fault': '503; effect=after; retryAfter=7' })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
  expect(await newest()).toMatchObject({ fault: 'x-emulator-fault', lostStatus: 200 })
  expect(await admin('GET', '/faults')).toMatchObject({ faults: [{ matches: 0, hits: 0 }] })
})

test('a malformed X-Emulator-Fault is answered by 400 with a reason, in the shape of the service; nothing happens', async () => {
  const answer = await put('k', { 'X-Emulator-Fault': 'explode' })
  expect(answer.status).toBe(400)
  const reason = 'X-Emulator-Fault: "explode" is not understood; write 503, or reset, or 503;'
  expect(answer.headers.get('x-emulator-reason')).toContain(reason)
  expect(await answer.json()).toEqual({ ok: false, message: 'The request is invalid.' })
  expect((await call(`${KEY}/k`)).status).toBe(404)
  const other = await call('/documents', { headers: { 'X-Emulator-Fault': '' } })
  expect(await other.json()).toMatchObject({ error: 'invalid_request' })
})

test('a window of virtual time opens and closes with the clock, wherever it goes', async () => {
  await add({ status: 503, from: '+10m', until: '2026-01-15T12:15:00Z' })
  const statusAt = async (time: string) => {
    await admin('POST', '/clock', { set: `2026-01-15T${time}Z`, force: true })
    return (await call(GREETING)).status
  }
  const seen = []
  for (const time of ['12:00:00', '12:09:59.999', '12:10:00', '12:14:59.999', '12:15:00', '12:12:00']) {
    seen.push(await statusAt(time))
  }
  expect(seen).toEqual([200, 200, 503, 503, 200, 503])
  expect(await admin('GET', '/faults/f_1')).toMatchObject({ matches: 3, hits: 3, remaining: null })
})
