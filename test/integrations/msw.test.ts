import { http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { connectEmulator } from '../../src/client/connect.js'
import { emulatorHandler } from '../../src/integrations/msw.js'
import { createTest } from '../../src/integrations/vitest.js'
import { untilAsked } from '../support/until-asked.js'

const test = createTest({
  seed: {
    clock: { now: '2026-01-31T12:00:00Z', freeze: true },
    namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }],
    database: { keys: [{ key: 'db' }], documents: [{ repeat: 5, title: 'Draft {{index}}' }] },
  },
})

const BASE = 'https://kv.example.com'
/** Answers each request that no emulator answers. */
const server = setupServer(http.all('*', () => new Response('elsewhere', { status: 418 })))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const get = (path: string, init: RequestInit = {}) =>
  fetch(BASE + path, { ...init, headers: { 'X-KV-Key': 'k', 'X-API-Key': 'db' } })
const put = (key: string, body = '{"value":1,"ttlSeconds":60}') =>
  get(`/v1/kv/ns_a_1/${key}`, { method: 'PUT', body })

describe('emulatorHandler', () => {
  test('emulatorHandler answers the requests to a base address', async ({ world }) => {
    server.use(emulatorHandler(BASE, world))
    expect((await put('a')).status).toBe(200)
    const answer = await get('/v1/kv/ns_a_1/a')
    expect(await answer.json()).toMatchObject({ ok: true, key: 'a', value: 1 })
    const missing = await get('/v1/kv/ns_a_1/b%2Fc')
    expect([missing.status, missing.headers.get('x-emulator-reason')]).toEqual([404, expect.any(String)])
    expect(await world.requests()).toMatchObject([
      { method: 'GET', path: '/v1/kv/ns_a_1/b%2Fc', status: 404 },
      { method: 'GET', status: 200 },
      { method: 'PUT', status: 200 },
    ])
    await world.clock.advance('60s')
    expect((await get('/v1/kv/ns_a_1/a')).status).toBe(404)
  })

  test.for(['https://db.example.com/', 'http://[::1]:81/x/'])(
    'any base address works, and x-next keeps it: %s',
    async (base, { world }) => {
      server.use(emulatorHandler(base, world))
      const titles: unknown[] = []
      let next: string | null = `${base.replace(/\/$/, '')}/documents?limit=2`
      const pages: string[] = []
      while (next !== null) {
        pages.push(next)
        const response: Response = await fetch(next, { headers: { 'X-API-Key': 'db' } })
        titles.push(...((await response.json()) as unknown[]))
        next = response.headers.get('x-next')
      }
      expect(titles).toHaveLength(5)
      expect(pages).toHaveLength(3)
      for (const page of pages) expect(page.startsWith(base)).toBe(true)
    },
  )

  test('x-next keeps the base address if the emulator is reached over HTTP', async ({ world }) => {
    const remote = connectEmulator(world.baseUrl)
    const toEmulator = http.all(`${new URL(world.baseUrl).origin}/*`, () => passthrough())
    server.use(emulatorHandler(`${BASE}/api`, remote), toEmulator)
    const page = await get('/api/documents?limit=2')
    expect(page.status).toBe(200)
    const next = page.headers.get('x-next') ?? ''
    expect(next.startsWith(`${BASE}/api/documents?`)).toBe(true)
    expect(await (await get(next.slice(BASE.length))).json()).toMatchObject([{ id: 3 }, { id: 4 }])
  })

  test.for(['path', 'cursor'] as const)('x-next works as a %s', async (form, { world }) => {
    await world.profile.patch({ database: { next: form } })
    server.use(emulatorHandler(`${BASE}/api`, world))
    const next = (await get('/api/documents?limit=2')).headers.get('x-next') ?? ''
    if (form === 'path') expect(next).toMatch(/^\/api\/documents\?/)
    const target = form === 'path' ? next : `/api/documents?next=${encodeURIComponent(next)}`
    expect(await (await get(target)).json()).toMatchObject([{ id: 3 }, { id: 4 }])
  })

  test('a connection fault is a network error', async ({ world }) => {
    server.use(emulatorHandler(BASE, world))
    await world.faults.add({ connection: 'reset', times: 1, effect: 'after' })
    await expect(put('a')).rejects.toThrow(TypeError)
    expect((await get('/v1/kv/ns_a_1/a')).status).toBe(200)
  })

  test('a truncated response breaks while it is read', async ({ world }) => {
    server.use(emulatorHandler(BASE, world))
    await world.faults.add({ connection: 'truncate' })
    const answer = await get('/documents')
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  test('a request with a hang fault hangs until it is aborted', async ({ world }) => {
    server.use(emulatorHandler(BASE, world))
    await world.faults.add({ connection: 'hang' })
    const given = new AbortController()
    const asked = get('/documents', { signal: given.signal })
    await untilAsked(world)
    given.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    expect(await world.requests()).toMatchObject([{ status: null }])
  })

  test.for([
    ['/documents/%zz', 400],
    ['//documents', 501],
  ] as const)('the service itself refuses an invalid path: %s', async ([path, status], { world }) => {
    server.use(emulatorHandler(BASE, world))
    expect((await get(path)).status).toBe(status)
    expect(await world.requests()).toMatchObject([{ path }])
  })

  test('the base address itself answers, for clients that wait for it', async ({ world }) => {
    server.use(emulatorHandler(BASE, world))
    expect((await get('/')).status).toBe(200)
  })

  const stream = (body: ReadableStream) =>
    // The types of this fetch lack the option.
    get('/v1/kv/ns_a_1/a', { method: 'PUT', body, ...{ duplex: 'half' } })

  test('a body without end is read only up to the limit of the service', async ({ world }) => {
    await world.profile.patch({ limits: { bodyBytes: 1000 } })
    server.use(emulatorHandler(BASE, world))
    let read = 0
    const answer = await stream(
      new ReadableStream({
        pull(controller) {
          // Ends the test in case all of it is read.
          if (read < 1_000_000) controller.enqueue(new Uint8Array(1000))
          else controller.close()
          read += 1000
        },
      }),
    )
    expect(answer.status).toBe(413)
    expect(read).toBeLessThan(10_000)
  })

  test('a body that breaks off is a network error', async ({ world }) => {
    server.use(emulatorHandler(BASE, world))
    const answer = stream(new ReadableStream({ pull: () => Promise.reject(new Error('it broke off')) }))
    await expect(answer).rejects.toThrow('Failed to fetch')
  })

  test('requests to other addresses are not answered', async ({ world }) => {
    server.use(emulatorHandler(`${BASE}/api`, world))
    for (const url of [`${BASE}/documents`, `${BASE}/apis/documents`, 'https://example.org/api/documents']) {
      expect((await fetch(url)).status).toBe(418)
    }
    expect(await world.requests()).toEqual([])
  })
})
