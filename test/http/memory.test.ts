import { afterEach, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/emulator.js'
import { dial, listenTo, talk } from '../web/wire.js'

/** The bound on all memory, made small. That a small heap survives: test/small-heap. */

const KIB = 1024
const HOST = 'Host: localhost\r\nX-KV-Key: k\r\n'

const running: EmulatorClient[] = []

afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

async function started(memory: number): Promise<EmulatorClient> {
  const emulator = await startEmulator({
    seed: { namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }] },
    bounds: { memory },
  })
  running.push(emulator)
  return emulator
}

const put = ({ baseUrl }: EmulatorClient, key: string, length: number): Promise<Response> =>
  fetch(`${baseUrl}/v1/kv/ns_a_1/${key}`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'k' },
    body: JSON.stringify({ value: 'x'.repeat(length), ttlSeconds: 60 }),
  })

describe('a seed for which there is no room', () => {
  const send = async ({ adminUrl }: EmulatorClient, method: string, length: number) => {
    const entries = [{ key: 'big', value: 'x'.repeat(length), ttlSeconds: 60 }]
    const body = JSON.stringify({ namespaces: [{ id: 'ns_a_1', entries }] })
    const answer = await fetch(`${adminUrl}/state`, { method, body })
    return { ...((await answer.json()) as { message?: string; hint?: string }), status: answer.status }
  }

  test('beside what the worlds hold is told so, with the mend', async () => {
    const emulator = await started(1000 * KIB)
    expect(await send(emulator, 'PUT', 100 * KIB)).toMatchObject({ status: 200 })
    expect(await send(emulator, 'PUT', 101 * KIB)).toMatchObject({ status: 200 })
    expect(await send(emulator, 'PATCH', 120 * KIB)).toMatchObject({
      status: 503,
      message: expect.stringMatching(
        /: it takes 98\d{4} bytes while it is read, and the worlds and their snapshots hold \d{6} of 1024000 \(--max-memory\)$/,
      ),
      hint: expect.stringMatching(/^send it in parts, .*--max-memory and heap \(NODE_OPTIONS=/),
    })
    expect(await send(emulator, 'PATCH', 10)).toMatchObject({ status: 200 })
  })
})

describe('over the bound', () => {
  test('why entries are gone is forgotten by the bytes of their keys', async () => {
    const emulator = await started(100 * KIB)
    const call = (method: string, key: string) =>
      fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/${key}`, { method, headers: { 'X-KV-Key': 'k' } })
    const keys = Array.from({ length: 20 }, (_, index) => `${'k'.repeat(7900)}${index}`)
    for (const key of keys) {
      await put(emulator, key, 1)
      await call('DELETE', key)
    }
    const absenceOf = async (key: string) => {
      await call('GET', key)
      return (await emulator.requests({ limit: 1 }))[0]?.absence
    }
    expect(await absenceOf(keys.at(-1) ?? '')).toContain('deleted by')
    expect(await absenceOf(keys[0] ?? '')).toContain('no record kept')
  })

  test.each([
    [
      'an upload',
      `PUT /v1/kv/ns_a_1/a HTTP/1.1\r\n${HOST}Content-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`,
      { ok: false, error: 'internal_error' },
    ],
    [
      'a seed',
      `PUT /_admin/seed HTTP/1.1\r\n${HOST}Content-Length: 30000\r\n\r\n${' '.repeat(30_000)}`,
      { error: 'out_of_memory', hint: expect.any(String) },
    ],
    [
      'a long head',
      `GET /v1/kv/ns_a_1/a HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(200_000)}\r\n\r\n`,
      { ok: false, error: 'internal_error' },
    ],
  ])('%s is refused with the reason, and what comes behind is answered', async (_what, bytes, body) => {
    const emulator = await started(100 * KIB)
    const { answers } = await talk(emulator.baseUrl, bytes)
    expect(answers[0]?.status).toBe(503)
    expect(answers[0]?.headers.get('x-emulator-reason')).toContain('(--max-memory)')
    expect(answers[0]?.headers.has('date')).toBe(true)
    expect(JSON.parse(answers[0]?.body ?? '')).toEqual({ ...body, message: expect.any(String) })
    expect((await put(emulator, 'a', 10)).status).toBe(200)
  })

  test('a long answer is refused, a short one is not', async () => {
    const emulator = await started(400 * KIB)
    expect((await put(emulator, 'a', 160 * KIB)).status).toBe(200)
    const get = { headers: { 'X-KV-Key': 'k' } }
    expect((await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/a`, get)).status).toBe(503)
    expect((await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1`, get)).status).not.toBe(503)
  })

  test('a connection with too many requests that wait is closed', async () => {
    const emulator = await started(100 * KIB)
    const socket = await dial(emulator.baseUrl)
    const talked = listenTo(socket)
    socket.write(`GET /documents HTTP/1.1\r\n${HOST}X-Emulator-Fault: hang\r\n\r\n`)
    socket.write(`GET /documents HTTP/1.1\r\n${HOST}\r\n`.repeat(200))
    expect((await talked).isClosed).toBe(true)
    expect((await put(emulator, 'a', 10)).status).toBe(200)
  })

  test('a call goes on counting whose client left', async () => {
    const { adminUrl } = await started(600 * KIB)
    const headers = { 'X-Long': 'x'.repeat(60_000) }
    for (let index = 0; index < 5; index++) {
      const leave = new AbortController()
      const waiting = fetch(`${adminUrl}/held?wait=20000`, { headers, signal: leave.signal })
      const left = waiting.catch(() => 'left')
      // Only the calls that wait take so long.
      const health = await fetch(`${adminUrl}/health`)
      expect(health.status).toBe(200)
      leave.abort()
      expect(await left).not.toHaveProperty('status', 200)
    }
    const status = async () => (await fetch(`${adminUrl}/health`, { headers })).status
    await expect.poll(status).toBe(503)
  })

  test('what is done with is given back', async () => {
    const emulator = await started(400 * KIB)
    for (let round = 0; round < 20; round++) {
      expect((await put(emulator, 'a', 60 * KIB)).status).toBe(200)
      const get = await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/a`, { headers: { 'X-KV-Key': 'k' } })
      expect((await get.text()).length).toBeGreaterThan(60 * KIB)
      await fetch(`${emulator.baseUrl}/documents`, {
        headers: { 'X-Emulator-Fault': '{"delay":1}', 'X-Long': 'x'.repeat(10 * KIB) },
      })
    }
  })
})

test('a request with thousands of headers is read to its end', async () => {
  const emulator = await started(1024 * KIB)
  const many = Array.from({ length: 5000 }, (_, index) => `X-${index}: a\r\n`).join('')
  const { answers } = await talk(emulator.baseUrl, `GET /v1/kv/ns_a_1/none HTTP/1.1\r\n${many}${HOST}\r\n`)
  expect(answers[0]?.status).toBe(404)
})
