import { once } from 'node:events'
import { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { Connections } from '../../src/domain/requests/connection.js'
import { type HttpListener, type Listening, listen, type ServerPorts } from '../../src/web/server.js'
import { sendInPieces } from './pieces.js'
import { dial, listenTo, talk } from './wire.js'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

const ports: ServerPorts = {
  host: '127.0.0.1',
  port: 0,
  connections: new Connections(() => 0),
  word: () => ({ headers: [], body: '' }),
  onDefect: () => {},
}
const servers: Listening[] = []

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) await server.close()
})

async function serving(listener: HttpListener, given: Partial<ServerPorts> = {}): Promise<string> {
  const server = await listen(listener, { ...ports, ...given })
  servers.push(server)
  return `http://127.0.0.1:${server.port}`
}

test('a connection beyond the limit is closed, and the open ones go on', async () => {
  const url = await serving((_request, response) => response.end('ok'), { connectionsMax: 2 })
  const sockets = [await dial(url), await dial(url)]
  const [first] = sockets
  for (const socket of sockets) {
    const heard = listenTo(socket)
    socket.write(GET)
    await heard
  }
  const refused = await dial(url)
  expect(await listenTo(refused)).toEqual({ answers: [], isClosed: true })
  const heard = listenTo(first ?? refused)
  first?.write(GET)
  expect((await heard).answers).toHaveLength(1)
  first?.destroy()
  await once(first ?? refused, 'close')
  await expect
    .poll(async () => {
      const next = await dial(url)
      next.write(GET)
      const { answers } = await listenTo(next)
      next.destroy()
      return answers.length
    })
    .toBe(1)
  for (const socket of sockets) socket.destroy()
})

test('thousands of requests that came at once are answered in their order', async () => {
  const url = await serving((request, response) => response.end(request.url))
  const paths = Array.from({ length: 5000 }, (_, index) => `/${index}`)
  const socket = await dial(url)
  let text = ''
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      text += bytes.toString()
      if (text.endsWith('\r\n\r\n/4999')) resolve()
    })
  })
  socket.write(paths.map((path) => GET.replace('/', path)).join(''))
  await answered
  expect([...text.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, path]) => path)).toEqual(paths)
  socket.destroy()
})

test('a request is answered after the one before it on its connection, whose body came late', async () => {
  let stored = 'nothing'
  const url = await serving((request, response) => {
    if (request.method === 'GET') return response.end(stored)
    return request.resume().on('end', () => {
      stored = 'something'
      response.end()
    })
  })
  const [head, rest] = [`${GET}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n`, `1${GET}`]
  const { answers } = await sendInPieces(url, Buffer.from(head + rest), [head.length], { answers: 3 })
  expect(answers.map(({ body }) => body)).toEqual(['nothing', '', 'something'])
})

test('nothing is served after a client left', async () => {
  let served = 0
  const url = await serving((request) => {
    served++
    request.socket.destroy()
  })
  const socket = await dial(url)
  socket.write(GET.repeat(3))
  await listenTo(socket)
  const other = await dial(url)
  other.write(GET)
  await listenTo(other)
  expect(served).toBe(2)
})

test('a stop closes idle connections at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const url = await serving((_request, response) => response.end())
  const client = await dial(url)
  const heard = listenTo(client)
  client.write(GET)
  await heard
  // No time passes, so it waits for nothing.
  await servers.pop()?.close()
})

test('a stop takes less than a second, even if no connection can be closed', async () => {
  const client = await dial(await serving((_request, response) => response.end()))
  vi.spyOn(Socket.prototype, 'destroy').mockReturnThis()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isOver = false
  const closed = servers
    .pop()
    ?.close()
    .then(() => {
      isOver = true
    })
  await vi.advanceTimersByTimeAsync(500)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isOver).toBe(true)
  await closed
  vi.restoreAllMocks()
  client.destroy()
})

test('a defect after the head of an answer ends its connection, and is reported', async () => {
  const told: unknown[] = []
  const url = await serving(
    (request, response) => {
      if (request.url !== '/') return response.end('ok')
      response.writeHead(200, { 'Content-Length': 4 }).write('ha')
      return Promise.reject(new Error('broken'))
    },
    { onDefect: (error) => told.push(error) },
  )
  expect((await talk(url, GET)).isClosed).toBe(true)
  expect(told).toEqual([new Error('broken')])
  expect((await talk(url, GET.replace('/', '/next'))).answers[0]?.body).toBe('ok')
})

test.each([
  ['a request', GET],
  ['a broken request', 'FOO / HTTP/1.1\r\n\r\n'],
  ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'],
  ['an unknown expectation', GET.replace('\r\n\r\n', '\r\nExpect: coffee\r\n\r\n')],
])('a defect in the words of a refusal closes the connection: %s', async (_what, bytes) => {
  const told: unknown[] = []
  const url = await serving(
    () => {
      throw new Error('broken')
    },
    {
      onDefect: (error) => told.push(error),
      word: () => {
        throw new Error('no words')
      },
    },
  )
  expect(await talk(url, bytes)).toEqual({ answers: [], isClosed: true })
  expect(told).toHaveLength(1)
})
