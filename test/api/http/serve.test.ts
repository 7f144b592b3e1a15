import { afterEach, describe, expect, it, vi } from 'vitest'
import { NO_ROOM } from '../../../src/api/http/room.js'
import { type DataOptions, serveData } from '../../../src/api/http/serve.js'
import { worldAddress } from '../../../src/api/http/world-address.js'
import type { Answer, DataRequest } from '../../../src/api/message.js'
import type { DataPlane } from '../../../src/api/pipeline.js'
import { MemoryBudget } from '../../../src/core/memory.js'
import { listen } from '../../../src/web/server.js'
import { Service } from '../../support/service.js'
import { dial, listenTo, talk } from '../../web/wire.js'

/** What becomes of an HTTP message on its way to the services, which a function stands in for here. */

const OK: Answer = { reply: { status: 200, headers: ['a', '1'], body: '{}' }, faultAction: undefined }

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

type Answering = (request: DataRequest) => Answer

async function serving(answer: Answering, options: Partial<DataOptions> = {}) {
  const { world } = await Service.start({ clock: { now: 0, freeze: true } })
  const memory = options.memory ?? new MemoryBudget(Number.POSITIVE_INFINITY)
  // Serving needs no more of it.
  const plane = {
    answer: (_world: unknown, request: DataRequest) => answer(request),
  } as unknown as DataPlane
  const serve = serveData(plane, { ...options, memory })
  const server = await listen(
    (message, response) => {
      const address = worldAddress(message)
      if (typeof address === 'string') throw new Error(address)
      serve(world, address, message, response)
    },
    0,
    '127.0.0.1',
    { monotonic: () => 0, memory, noRoom: NO_ROOM, word: () => ({ headers: [], body: '' }) },
  )
  running.push(server)
  return `http://127.0.0.1:${server.port}`
}

/** The request that comes of these bytes. */
async function requestOf(bytes: string, options: Partial<DataOptions> = {}): Promise<DataRequest> {
  const seen: DataRequest[] = []
  const url = await serving((request) => {
    seen.push(request)
    return OK
  }, options)
  await talk(url, bytes)
  const [request] = seen
  if (request === undefined) throw new Error('no request came')
  return request
}

describe('a request', () => {
  it('is told as it came', async () => {
    const lines = ['Host: a.test:81', 'X-Kv-Key: 1', 'x-kv-key: 2', 'Set-Cookie: b', 'Set-Cookie: c']
    const bytes = `PUT /_worlds/w1/v1/kv/ns/k?x HTTP/1.0\r\n${lines.join('\r\n')}\r\nContent-Length: 2\r\n\r\n{}`
    const request = await requestOf(bytes)
    expect(request).toMatchObject({
      method: 'PUT',
      target: '/v1/kv/ns/k?x',
      origin: 'http://a.test:81',
      prefix: '/_worlds/w1',
      httpVersion: '1.0',
      bodyIsTooLarge: false,
    })
    expect(request.body.toString()).toBe('{}')
    expect(request.rawHeaders.slice(0, 6)).toEqual(['Host', 'a.test:81', 'X-Kv-Key', '1', 'x-kv-key', '2'])
    expect(['x-kv-key', 'set-cookie', 'x-api-key'].map((name) => request.header(name))).toEqual([
      ...['1, 2', 'b, c', undefined],
    ])
    expect([request.isRepeated('x-kv-key'), request.isRepeated('host')]).toEqual([true, false])
    expect(request.connection).toBeDefined()
  })

  it.each([
    ['/', '/'],
    ['/a/?b=/c', '/a/?b=/c'],
    ['http://a.test', '/'],
    ['http://a.test/', '/'],
    ['HTTPS://a.test:1/b?c', '/b?c'],
    ['http://a.test?b=/c', '/?b=/c'],
    ['xhttp://a.test/b', 'xhttp://a.test/b'],
  ])('for %s is for the path %s', async (target, path) => {
    expect((await requestOf(`GET ${target} HTTP/1.1\r\nHost: a.test\r\n\r\n`)).target).toBe(path)
  })

  it('has the address of its Host header, whatever proxies say, unless they are trusted', async () => {
    const bytes = 'GET / HTTP/1.1\r\nHost: a.test\r\nX-Forwarded-Host: b.test\r\n\r\n'
    expect((await requestOf(bytes)).origin).toBe('http://a.test')
    expect((await requestOf(bytes, { trustProxy: true })).origin).toBe('http://b.test')
  })
})

it.each([
  [100_000, 200],
  [30_000, 503],
])('a long answer takes of a memory of %d bytes: %d', async (bytes, status) => {
  const long: Answer = { ...OK, reply: { status: 200, headers: [], body: 'x'.repeat(20_000) } }
  const memory = new MemoryBudget(bytes)
  expect((await fetch(await serving(() => long, { memory }))).status).toBe(status)
})

describe('a client that leaves', () => {
  const HANG: Answer = {
    reply: undefined,
    faultAction: { fault: 'f', delayMs: 0, connection: 'hang', wait: undefined },
  }

  it('is noticed by whoever asked for it', async () => {
    const forgotten = vi.fn()
    const gone = new Promise<void>((resolve) => {
      void serving((request) => {
        request.whenGone?.(forgotten)()
        request.whenGone?.(resolve)
        return HANG
      }).then(async (url) => {
        const socket = await dial(url)
        socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.destroy())
      })
    })
    await gone
    expect(forgotten).not.toHaveBeenCalled()
  })

  it('is noticed at once where it left before', async () => {
    const closed = vi.fn()
    const request = await requestOf('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await new Promise<void>((resolve) => {
      request.whenGone?.(resolve)
    })
    request.whenGone?.(closed)
    expect(closed).toHaveBeenCalledOnce()
  })
})

describe('a path of the emulator itself', () => {
  const message = expect.any(String)

  it('that fails is answered as the services answer', async () => {
    const url = await serving(() => {
      throw new Error('a defect')
    })
    const answer = await fetch(`${url}/_admin/clock`)
    expect(await answer.json()).toEqual({ ok: false, error: 'internal_error', message })
  })

  it('for whose body there is no room is answered so, too', async () => {
    const url = await serving(() => OK, { memory: new MemoryBudget(10_000) })
    const answer = await fetch(`${url}/_admin/clock`, { method: 'PUT', body: 'x'.repeat(10_000) })
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { ok: false, error: 'internal_error', message },
    ])
  })
})

describe('a preflight', () => {
  const asked = {
    method: 'OPTIONS',
    headers: { Origin: 'http://page', 'Access-Control-Request-Method': 'PUT' },
  }

  it('is a request as any other where no page may call, whether or not somebody is told', async () => {
    const onPreflight = vi.fn()
    expect((await fetch(await serving(() => OK), asked)).status).toBe(200)
    expect((await fetch(await serving(() => OK, { onPreflight }), asked)).status).toBe(200)
    expect(onPreflight).toHaveBeenCalledOnce()
  })

  it('is answered where its page may call, be it one of the dashboard', async () => {
    const onPreflight = vi.fn()
    const isDashboard = (origin: string, host: string) => origin === 'http://page' && host !== ''
    const url = await serving(() => OK, { onPreflight, isDashboard })
    expect((await fetch(url, asked)).status).toBe(204)
    const other = { ...asked, headers: { ...asked.headers, Origin: 'http://other' } }
    expect((await fetch(url, other)).status).toBe(200)
    expect(onPreflight).toHaveBeenCalledOnce()
  })
})

it('a connection is broken for a page that may read answers as for all others', async () => {
  const faultAction = { fault: 'f', delayMs: 0, connection: 'close', wait: undefined } as const
  const url = await serving(() => ({ reply: undefined, faultAction }), { cors: '*' })
  const socket = await dial(url)
  const heard = listenTo(socket)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nOrigin: http://page\r\n\r\n')
  expect(await heard).toEqual({ answers: [], isClosed: true })
})
