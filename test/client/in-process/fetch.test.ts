import { describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import type { FaultInput } from '../../../src/client/faults.js'
import { WAYS } from '../emulators.js'
import { faulty, GREETING, KEY, rejection } from './greeting.js'

const DB = { 'X-API-Key': 'db_dev' }

const put = (emulator: EmulatorClient, key: string, init: RequestInit) =>
  emulator.fetch(`/v1/kv/ns_shop_k3v9x2/${key}`, { method: 'PUT', ...init, headers: { ...KEY } })

describe.each(WAYS)('fetch %s', (_name, start) => {
  test('fetch answers with a standard Response', async () => {
    await using emulator = await start()
    const response = await emulator.fetch(GREETING, { headers: KEY })
    expect(response).toBeInstanceOf(Response)
    expect(response).toMatchObject({ status: 200, statusText: 'OK', ok: true })
    expect(response.url).toBe(`${emulator.baseUrl}${GREETING}`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('date')).toBe('Sat, 31 Jan 2026 23:59:00 GMT')
    const text = await response.clone().text()
    expect(response.headers.get('content-length')).toBe(String(text.length))
    expect(await response.json()).toMatchObject({ ok: true, value: 'hello' })
  })

  test.each([
    ['a path', () => GREETING],
    ['an address of another origin', () => `https://kv.example.com:8443${GREETING}`],
    ['an URL', () => new URL(GREETING, 'https://kv.example.com')],
    ['its own address', ({ baseUrl }: EmulatorClient) => baseUrl + GREETING],
    ['a Request', () => new Request(`https://kv.example.com${GREETING}`)],
  ])('fetch takes %s', async (_, input) => {
    await using emulator = await start()
    const response = await emulator.fetch(input(emulator), { headers: KEY })
    expect(response.status).toBe(200)
    expect(response.url).toBe(emulator.baseUrl + GREETING)
  })

  test('fetch takes whole Requests, also those with bodies and signals', async () => {
    await using emulator = await start()
    const make = (signal: AbortSignal) =>
      new Request('https://db.example.com/documents', {
        method: 'POST',
        headers: DB,
        body: '{"title":"x"}',
        signal,
      })
    const made = await emulator.fetch(make(new AbortController().signal))
    expect(made.status).toBe(201)
    expect(await rejection(emulator.fetch(make(AbortSignal.abort(new Error('enough')))))).toMatchObject({
      message: 'enough',
    })
    const overridden = await emulator.fetch(make(new AbortController().signal), { body: '{"title":"y"}' })
    expect(await overridden.json()).toEqual({ id: 4, title: 'y' })
  })

  test.each([
    ['text', () => ({ body: '{"value":"€","ttlSeconds":60}' })],
    ['bytes', () => ({ body: new TextEncoder().encode('{"value":"€","ttlSeconds":60}') })],
    ['an ArrayBuffer', () => ({ body: new TextEncoder().encode('{"value":"€","ttlSeconds":60}').buffer })],
    ['a Blob', () => ({ body: new Blob(['{"value":"€",', '"ttlSeconds":60}']) })],
    [
      'a stream',
      () => ({ body: new Blob(['{"value":"€","ttlSeconds":60}']).stream(), duplex: 'half' as const }),
    ],
  ])('fetch sends a body of %s', async (_, body) => {
    await using emulator = await start()
    expect((await put(emulator, 'sent', body())).status).toBe(200)
    const read = await emulator.fetch('/v1/kv/ns_shop_k3v9x2/sent', { headers: KEY })
    expect(await read.json()).toMatchObject({ value: '€' })
  })

  test('fetch sends forms with their type', async () => {
    await using emulator = await start()
    await emulator.profile.patch({ http: { contentType: 'require' } })
    const refused = await put(emulator, 'form', { body: new URLSearchParams({ value: '1' }) })
    expect(refused.status).toBe(415)
    const { requestHeaders, requestBody } = await emulator.request('r1')
    expect(requestHeaders).toContainEqual(['content-type', 'application/x-www-form-urlencoded;charset=UTF-8'])
    expect(requestHeaders).toContainEqual(['content-length', '7'])
    expect(requestBody).toEqual({ text: 'value=1', bytes: 7 })
  })

  test('fetch rejects if the request body breaks', async () => {
    await using emulator = await start()
    const cause = new Error('the disk is gone')
    const body = new ReadableStream({ pull: (controller) => controller.error(cause) })
    const error = await rejection(put(emulator, 'broken', { body, duplex: 'half' }))
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ message: 'fetch failed', cause })
    expect(await emulator.requests()).toEqual([])
  })

  test('joins repeated headers, so that a key sent twice is invalid', async () => {
    await using emulator = await start()
    const headers: [string, string][] = [
      ['X-KV-Key', 'kv_admin_shop'],
      ['x-kv-key', 'kv_admin_shop'],
    ]
    expect((await emulator.fetch(GREETING, { headers })).status).toBe(401)
    const { requestHeaders } = await emulator.request('r1')
    expect(requestHeaders).toContainEqual([
      expect.stringMatching(/^x-kv-key$/i),
      'kv_admin_shop, kv_admin_shop',
    ])
  })

  test('fetch gives no body with 204, nor for HEAD', async () => {
    await using emulator = await start()
    await emulator.profile.patch({ kv: { deleteStatus: 204 } })
    const gone = await emulator.fetch(GREETING, { method: 'DELETE', headers: KEY })
    expect([gone.status, gone.body]).toEqual([204, null])
    const head = await emulator.fetch(GREETING, { method: 'HEAD', headers: KEY })
    expect([head.status, await head.text()]).toEqual([501, ''])
  })

  test('fetch returns addresses of further pages that work', async () => {
    await using emulator = await start()
    await using world = await emulator.world()
    for (const place of [emulator, world]) {
      const first = await place.fetch('https://db.example.com/documents?limit=1', { headers: DB })
      const next = first.headers.get('x-next') ?? ''
      expect(next.startsWith(`${place.dbBaseUrl}/documents?`)).toBe(true)
      const second = await place.fetch(next, { headers: DB })
      expect(await second.json()).toEqual([{ id: 2, title: 'Two' }])
      expect((await fetch(next, { headers: DB })).status).toBeLessThan(500)
    }
  })

  test('fetch reaches the admin interface too', async () => {
    await using emulator = await start()
    await using world = await emulator.world()
    const clock = await world.fetch('/_admin/clock', { method: 'POST', body: '{"advance":"1m"}' })
    expect(clock.headers.get('content-type')).toBe('application/json')
    expect(await clock.json()).toMatchObject({ iso: '2026-02-01T00:00:00.000Z' })
    expect((await emulator.clock.get()).iso).toBe('2026-01-31T23:59:00.000Z')
    const yaml = await emulator.fetch(`${emulator.adminUrl}/state?format=yaml`)
    expect(yaml.headers.get('content-type')).toBe('application/yaml')
    expect(await yaml.text()).toContain('ns_shop_k3v9x2')
    const nothing = await emulator.fetch('/_admin/nothing')
    expect(nothing.status).toBe(404)
    expect(await nothing.json()).toMatchObject({ error: 'not_found' })
    const broken = { method: 'PUT', body: '{nope', headers: { 'Content-Type': 'application/json' } }
    expect(await (await emulator.fetch('/_admin/state', broken)).text()).toContain('this is not valid JSON')
    const cleared = await emulator.fetch('/_admin/faults', { method: 'DELETE' })
    expect([cleared.status, cleared.body]).toEqual([204, null])
  })

  test('fetch rejects an invalid address, and a GET with a body', async () => {
    await using emulator = await start()
    expect(await rejection(emulator.fetch('http://'))).toBeInstanceOf(TypeError)
    expect(await rejection(emulator.fetch(GREETING, { method: 'GET', body: 'x' }))).toBeInstanceOf(TypeError)
  })

  test.each([
    ['reset', 'Error', 'ECONNRESET'],
    ['close', 'SocketError', 'UND_ERR_SOCKET'],
    ['garbage', 'HTTPParserError', 'HPE_INVALID_CONSTANT'],
  ])('fetch rejects if a fault breaks the connection: %s', async (fault, name, code) => {
    await using emulator = await start()
    const error = await rejection(faulty(emulator, fault))
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ message: 'fetch failed', cause: { name } })
    expect(error.cause).toBeInstanceOf(Error)
    // From Node 26 on, fetch gives its parser's errors no code.
    const codes = name === 'HTTPParserError' ? [code, undefined] : [code]
    expect(codes).toContain((error.cause as { code?: string }).code)
    expect(await emulator.requests()).toMatchObject([{ status: null, outcome: 'fault' }])
  })

  test.each([
    ['truncate', 'ECONNRESET'],
    ['cut', 'UND_ERR_SOCKET'],
  ])('fetch gets half of a body with %s', async (fault, code) => {
    await using emulator = await start()
    const whole = await (await emulator.fetch(GREETING, { headers: KEY })).text()
    const response = await faulty(emulator, fault)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(whole.length))
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toBe(whole.slice(0, Math.floor(whole.length / 2)))
    const error = await rejection(Promise.resolve(reader?.read()))
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ message: 'terminated', cause: { code } })
    expect(await rejection((await faulty(emulator, fault)).text())).toMatchObject({
      message: 'terminated',
    })
  })

  test.each<[FaultInput, string]>([
    [{ status: 500, body: '', connection: 'truncate' }, ''],
    [{ status: 204, connection: 'truncate' }, ''],
    [{ status: 503, headers: { 'Retry-After': '7' }, body: { a: 1 } }, '{"a":1}'],
  ])('fetch returns the answer of a fault: %j', async (fault, text) => {
    await using emulator = await start()
    await emulator.faults.add(fault)
    const response = await emulator.fetch(GREETING, { headers: KEY })
    expect([response.status, await response.text()]).toEqual([fault.status, text])
    expect(response.headers.get('retry-after')).toBe(fault.headers?.['Retry-After'] ?? null)
    expect(response.headers.get('x-emulator-reason')).toBe('injected fault f_1')
  })
})
