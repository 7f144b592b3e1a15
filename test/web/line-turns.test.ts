import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NO_ROOM } from '../../src/api/http/room.js'
import { MemoryBudget } from '../../src/core/memory.js'
import { type Listening, listen } from '../../src/web/server.js'
import { dial, listenTo } from './wire.js'

/** What comes in many lines at once keeps no other connection waiting, and arrives whole. */

const CHUNKS = 20_000
const HEAD = 'PUT /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
const TINY = '1\r\nx\r\n'.repeat(CHUNKS)
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const GETS = 5000

const memory = new MemoryBudget(1_000_000_000)
let server: Listening
let baseUrl: string
/** Is called with each piece of a body. */
let onPiece: (bytes: Buffer) => void
/** Is called with each request that has none. */
let onGet: () => void

const listener: RequestListener = (request, response) => {
  if (request.url !== '/body') {
    onGet()
    response.end(request.url)
    return
  }
  let length = 0
  request.on('data', (bytes: Buffer) => {
    length += bytes.length
    onPiece(bytes)
  })
  request.on('end', () => response.end(String(length)))
}

beforeEach(async () => {
  onPiece = () => {}
  onGet = () => {}
  const word = () => ({ headers: [], body: '' })
  server = await listen(listener, 0, '127.0.0.1', { monotonic: () => 0, memory, word, noRoom: NO_ROOM })
  baseUrl = `http://127.0.0.1:${server.port}`
})
afterEach(() => server.close())

/** Lets others work until something is so. */
async function turnsUntil(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !isSo(); turn++) {}
  expect(isSo()).toBe(true)
}

describe('another request is answered while there come in', () => {
  test('hundreds of thousands of tiny chunks', async () => {
    const other = await dial(baseUrl)
    let pieces = 0
    let before = 0
    onPiece = () => {
      if (pieces++ === 0) other.write(GET)
    }
    onGet = () => {
      before = pieces
    }
    const flood = await dial(baseUrl)
    flood.write(`${HEAD}${TINY}0\r\n\r\n`)
    const [answer] = (await listenTo(flood)).answers
    expect(answer?.body).toBe(String(CHUNKS))
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(CHUNKS / 4)
    for (const socket of [flood, other]) socket.destroy()
  })

  test('thousands of requests', async () => {
    const other = await dial(baseUrl)
    let served = 0
    let before = 0
    onGet = () => {
      if (served++ === 0) other.write(`${HEAD}1\r\nx\r\n`)
    }
    onPiece = () => {
      before = served
    }
    const flood = await dial(baseUrl)
    flood.write(GET.repeat(GETS))
    const { answers } = await listenTo(flood, { answers: GETS })
    expect(answers).toHaveLength(GETS)
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(GETS / 4)
    for (const socket of [flood, other]) socket.destroy()
  })
})

describe('what comes in many lines arrives whole', () => {
  test('with the end of the connection right behind it', async () => {
    const socket = await dial(baseUrl)
    socket.end(`${HEAD}${TINY}0\r\n\r\n${GET}`)
    const { answers } = await listenTo(socket, { answers: 2 })
    expect(answers.map(({ body }) => body)).toEqual([String(CHUNKS), '/'])
  })

  test('with as many requests behind it as wait for their answers', async () => {
    const socket = await dial(baseUrl)
    socket.write(`${HEAD}${TINY}0\r\n\r\n`.repeat(3) + GET.repeat(GETS))
    const { answers } = await listenTo(socket, { answers: 3 + GETS })
    expect(answers.map(({ body }) => body)).toEqual([
      ...Array.from({ length: 3 }, () => String(CHUNKS)),
      ...Array.from({ length: GETS }, () => '/'),
    ])
    socket.destroy()
  })

  test('where the client reads its answers late', async () => {
    const socket = await dial(baseUrl)
    const long = `GET /${'x'.repeat(60_000)} HTTP/1.1\r\nHost: a\r\n\r\n`
    let served = 0
    onGet = () => {
      served++
    }
    socket.pause()
    socket.write(long.repeat(300) + GET.repeat(GETS))
    const answered = new Promise<number>((resolve) => {
      let length = 0
      socket.on('data', (bytes) => {
        length += bytes.toString('latin1').match(/HTTP\/1\.1 200/g)?.length ?? 0
        if (length === 300 + GETS) resolve(length)
      })
    })
    socket.pause()
    // What can be written is written, and nothing more is read.
    const quiet = await dial(baseUrl)
    for (let round = 0; round < 50; round++) {
      quiet.write(GET)
      await once(quiet, 'data')
    }
    expect(served).toBeLessThan(300 + GETS)
    socket.resume()
    expect(await answered).toBe(300 + GETS)
    for (const one of [socket, quiet]) one.destroy()
  })
})

test('a body of many lines whose length was told is read as it comes', async () => {
  const lines = '\n'.repeat(CHUNKS)
  const socket = await dial(baseUrl)
  let rounds = 0
  let isOver = false
  const counting = (async () => {
    for (; !isOver; rounds++) {}
  })()
  socket.write(`PUT /body HTTP/1.1\r\nHost: a\r\nContent-Length: ${CHUNKS}\r\n\r\n${lines}${GET}`)
  onPiece = () => {
    rounds = 0
  }
  const { answers } = await listenTo(socket, { answers: 2 })
  isOver = true
  expect(answers.map(({ body }) => body)).toEqual([String(CHUNKS), '/'])
  expect(rounds).toBeLessThan(CHUNKS / 250 / 2)
  await counting
  socket.destroy()
})

test('what waits is held, and let go of when it was read or its client is gone', async () => {
  const idle = memory.used
  let most = 0
  onPiece = () => {
    most = Math.max(most, memory.used - idle)
  }
  const socket = await dial(baseUrl)
  socket.write(`${HEAD}${TINY}0\r\n\r\n`)
  await listenTo(socket)
  // What Node takes from the system meanwhile is among it, and some kilobytes are the request's own.
  expect(most).toBeGreaterThan(64 * 1024)
  expect(most).toBeLessThan(4 * 64 * 1024)
  await turnsUntil(() => memory.used - idle < 4096)

  const leaving = await dial(baseUrl)
  leaving.write(`${HEAD}${TINY}`)
  await new Promise<void>((resolve) => {
    onPiece = () => resolve()
  })
  leaving.resetAndDestroy()
  socket.destroy()
  await server.close()
  await turnsUntil(() => memory.used === 0)
})

test('what follows the head of a tunnel is read by nobody', async () => {
  const pieces: string[] = []
  onPiece = (bytes) => pieces.push(bytes.toString())
  const tunnel = await dial(baseUrl)
  tunnel.on('error', () => {})
  tunnel.write(`CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${TINY}`)
  const socket = await dial(baseUrl)
  socket.write(HEAD)
  tunnel.write(TINY)
  socket.write('2\r\nab\r\n0\r\n\r\n')
  const { answers } = await listenTo(socket)
  expect(answers.map(({ status, body }) => [status, body])).toEqual([[200, '2']])
  expect(pieces.join('')).toBe('ab')
  for (const one of [tunnel, socket]) one.destroy()
})
