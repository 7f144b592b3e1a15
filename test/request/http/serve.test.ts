import { afterEach, describe, expect, test, vi } from 'vitest'
import { Connections } from '../../../src/domain/requests/connection.js'
import type { Answer } from '../../../src/domain/requests/reply.js'
import type { IncomingRequest } from '../../../src/domain/requests/request.js'
import type { RequestClient } from '../../../src/request/call.js'
import { type DataOptions, serveData } from '../../../src/request/http/serve.js'
import { worldAddress } from '../../../src/request/http/world-address.js'
import type { DataPlane } from '../../../src/request/pipeline.js'
import { rejectionAnswer } from '../../../src/request/rejection.js'
import { ServedServices } from '../../../src/request/served-services.js'
import { services } from '../../../src/services/index.js'
import { listen } from '../../../src/web/server.js'
import { Service } from '../../support/service.js'
import { dial, listenTo, talk } from '../../web/wire.js'

/** A function stands in for the services that HTTP messages lead to. */

const OK: Answer = { reply: { status: 200, headers: ['a', '1'], body: '{}' }, faultAction: undefined }

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

async function serving(
  answer: (request: IncomingRequest, client: RequestClient) => Answer,
  options: Partial<DataOptions> = {},
) {
  const { world } = await Service.start({ clock: { now: 0, freeze: true } })
  // Serving uses nothing else of it.
  const plane = {
    services: new ServedServices(services),
    answer: (_world: unknown, request: IncomingRequest, client: RequestClient) => answer(request, client),
  } as unknown as DataPlane
  const serve = serveData(plane, options)
  const server = await listen(
    (message, response) => {
      const address = worldAddress(message)
      if (typeof address === 'string') throw new Error(address)
      return serve({ context: { world }, address }, message, response)
    },
    {
      host: '127.0.0.1',
      port: 0,
      connections: new Connections(() => 0),
      onDefect: () => {},
      word: (rejection, target) =>
        rejectionAnswer(rejection, {
          world,
          services: plane.services,
          target,
          fallback: 'kv',
          hasAdmin: false,
        }),
    },
  )
  running.push(server)
  return `http://127.0.0.1:${server.port}`
}

/** The request and the client that result from these bytes. */
async function arrival(bytes: string, options: Partial<DataOptions> = {}) {
  const seen: { request: IncomingRequest; client: RequestClient }[] = []
  const url = await serving((request, client) => {
    seen.push({ request, client })
    return OK
  }, options)
  await talk(url, bytes)
  const [first] = seen
  if (first === undefined) throw new Error('no request came')
  return first
}

const requestOf = async (bytes: string, options: Partial<DataOptions> = {}): Promise<IncomingRequest> =>
  (await arrival(bytes, options)).request

test('a request is passed on as it came', async () => {
  const lines = ['Host: a.test:81', 'X-Kv-Key: 1', 'x-kv-key: 2', 'Set-Cookie: b', 'Set-Cookie: c']
  const bytes = `PUT /_worlds/w1/v1/kv/ns/k?x HTTP/1.0\r\n${lines.join('\r\n')}\r\nContent-Length: 2\r\n\r\n{}`
  const { request, client } = await arrival(bytes)
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
  expect(client.connection).toBeDefined()
})

test.each([
  ['/', '/'],
  ['/a/?b=/c', '/a/?b=/c'],
  ['http://a.test', '/'],
  ['http://a.test/', '/'],
  ['HTTPS://a.test:1/b?c', '/b?c'],
  ['http://a.test?b=/c', '/?b=/c'],
  ['xhttp://a.test/b', 'xhttp://a.test/b'],
])('a request for %s is for the path %s', async (target, path) => {
  expect((await requestOf(`GET ${target} HTTP/1.1\r\nHost: a.test\r\n\r\n`)).target).toBe(path)
})

test('a request has the address of its Host header, whatever proxies say, unless they are trusted', async () => {
  const bytes = 'GET / HTTP/1.1\r\nHost: a.test\r\nX-Forwarded-Host: b.test\r\n\r\n'
  expect((await requestOf(bytes)).origin).toBe('http://a.test')
  expect((await requestOf(bytes, { trustProxy: true })).origin).toBe('http://b.test')
})

test('a preflight that nobody answers is passed on, even without an origin', async () => {
  const bytes = 'OPTIONS / HTTP/1.1\r\nHost: a\r\nAccess-Control-Request-Method: PUT\r\n\r\n'
  const isDashboard = (origin: string) => origin.startsWith('http://a')
  expect((await requestOf(bytes, { isDashboard })).method).toBe('OPTIONS')
})

describe('a client that leaves', () => {
  const HANG: Answer = {
    reply: undefined,
    faultAction: { fault: 'f', delayMs: 0, connection: 'hang', wait: undefined },
  }

  test('a client that leaves is noticed by a listener, unless it was removed', async () => {
    const forgotten = vi.fn()
    const gone = new Promise<void>((resolve) => {
      void serving((_, { whenGone }) => {
        whenGone?.(forgotten)()
        whenGone?.(resolve)
        return HANG
      }).then(async (url) => {
        const socket = await dial(url)
        socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.destroy())
      })
    })
    await gone
    expect(forgotten).not.toHaveBeenCalled()
  })

  test('a client that leaves is noticed at once if it left before', async () => {
    const closed = vi.fn()
    const { client } = await arrival('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await new Promise<void>((resolve) => {
      client.whenGone?.(resolve)
    })
    client.whenGone?.(closed)
    expect(closed).toHaveBeenCalledOnce()
  })
})

describe('a path of the emulator itself', () => {
  const message = expect.any(String)

  test('a path of the emulator itself that fails is answered like a failure of a service', async () => {
    const url = await serving(() => {
      throw new Error('a defect')
    })
    const answer = await fetch(`${url}/_admin/clock`)
    expect(await answer.json()).toEqual({ ok: false, error: 'internal_error', message })
  })
})

test('a connection is also broken for a page that may read answers', async () => {
  const faultAction = { fault: 'f', delayMs: 0, connection: 'close', wait: undefined } as const
  const url = await serving(() => ({ reply: undefined, faultAction }), { cors: '*' })
  const socket = await dial(url)
  const heard = listenTo(socket)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nOrigin: http://page\r\n\r\n')
  expect(await heard).toEqual({ answers: [], isClosed: true })
})

describe('a body', () => {
  const bodyOf = (length: number) => `{"value":"${'x'.repeat(length)}","ttlSeconds":60}`

  test('a body that comes in many pieces is read whole, before its request and the next one are answered', async () => {
    const answered: number[] = []
    const url = await serving((request) => {
      answered.push(request.body.length)
      return OK
    })
    const socket = await dial(url)
    const heard = listenTo(socket, { answers: 2 })
    const body = bodyOf(3_000_000)
    socket.write(`PUT /v1/kv/ns_a_1/k HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await heard
    expect(answered).toEqual([body.length, 0])
    socket.destroy()
  })

  test('a body beyond the limit is passed on as too large as soon as that is known', async () => {
    const seen: [isTooLarge: boolean, length: number][] = []
    const url = await serving(({ bodyIsTooLarge, body }) => {
      seen.push([bodyIsTooLarge, body.length])
      return OK
    })
    const limit = 10_485_760
    for (const length of [limit, limit + 1]) await fetch(url, { method: 'PUT', body: 'x'.repeat(length) })
    expect(seen).toEqual([
      [false, limit],
      [true, limit + 1],
    ])
    const endless = await dial(url)
    const heard = listenTo(endless)
    endless.on('error', () => {})
    endless.write('PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999\r\n\r\n')
    endless.write(Buffer.alloc(limit + 1, 'x'))
    expect((await heard).answers[0]?.status).toBe(200)
    endless.destroy()
  })
})
