import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_ROOM } from '../../src/api/http/room.js'
import { MemoryBudget } from '../../src/core/memory.js'
import { type Listening, listen } from '../../src/web/server.js'
import { HOST } from './requests.js'
import { dial, listenTo } from './wire.js'

/** What connections take of the memory, and heads of requests, from their first bytes until they are answered. */

const BEGUN = `GET / HTTP/1.1\r\n${HOST}`
const LINES = 1000
const MANY = 'ab:cd\r\n'.repeat(LINES)
/** Two texts in two lists, for each line. */
const LINES_BYTES = 64 * LINES
const CONNECTION_BYTES = 4000

let memory: MemoryBudget
let server: Listening
let client: Socket
/** Answers to requests, which wait. */
let open: ServerResponse[]

beforeEach(async () => {
  memory = new MemoryBudget(1_000_000)
  open = []
  const word = ({ reason }: { reason: string }) => ({
    headers: ['X-Reason', reason, 'Content-Length', '0'],
    body: '',
  })
  const ports = { monotonic: () => 0, memory, word, noRoom: NO_ROOM }
  server = await listen((_request, response) => open.push(response), 0, '127.0.0.1', ports)
  client = await dial(`http://127.0.0.1:${server.port}`)
  client.on('error', () => {})
})
afterEach(async () => {
  client.destroy()
  await server.close()
})

/** Waits for what the server holds. @param check of the bytes beside those of idle connections */
const held = (check: (bytes: number) => boolean) =>
  expect.poll(() => check(memory.used - CONNECTION_BYTES), { interval: 1 }).toBe(true)

describe('a connection', () => {
  it('takes memory until it is closed', async () => {
    await expect.poll(() => memory.used).toBe(CONNECTION_BYTES)
    client.destroy()
    await expect.poll(() => memory.used).toBe(0)
  })

  it('is refused with the reason where there is no room for it, and those that are there go on', async () => {
    await held((bytes) => bytes === 0)
    const others = memory.open()
    others.add(1_000_000 - 2 * CONNECTION_BYTES + 1)
    const newcomer = await dial(`http://127.0.0.1:${server.port}`)
    const { answers, isClosed } = await listenTo(newcomer, { answers: 2 })
    expect([answers, isClosed]).toMatchObject([[{ status: 503 }], true])
    expect(answers[0]?.headers.get('x-reason')).toContain('--max-memory')
    others.close()
    client.write(`${BEGUN}\r\n`)
    await held(() => open.length === 1)
  })
})

describe('a head', () => {
  it('takes memory by its bytes and lines as it comes in, and gives it back with its connection', async () => {
    client.write(BEGUN + MANY)
    await held((bytes) => bytes >= MANY.length + LINES_BYTES)
    client.destroy()
    await expect.poll(() => memory.used).toBe(0)
  })

  it('takes memory until it is answered, and an idle connection none', async () => {
    client.write(`${BEGUN + MANY}\r\n`)
    await held(() => open.length === 1)
    expect(memory.used).toBeGreaterThan(2 * LINES_BYTES)
    const answered = listenTo(client)
    open[0]?.setHeader('Content-Length', 0).end()
    expect((await answered).answers[0]?.status).toBe(200)
    await held((bytes) => bytes === 0)
  })

  it('takes memory while its body comes in, and not the body', async () => {
    client.write(`PUT / HTTP/1.1\r\n${HOST}${MANY}Content-Length: 1000000\r\n\r\n`)
    await held(() => open.length === 1)
    // What its many lines took while they waited for turns is let go of with the last of these.
    for (let turn = 0; turn < 10; turn++) {}
    const { used } = memory
    open[0]?.req.resume()
    client.write(Buffer.alloc(999_999, '\n'))
    await new Promise((resolve) => open[0]?.req.on('data', resolve))
    expect(memory.used).toBe(used)
    open[0]?.setHeader('Content-Length', 0).end()
    client.write('\n')
    await held((bytes) => bytes === 0)
  })

  it('takes memory behind a request that it came with', async () => {
    client.write(`${BEGUN}\r\n${BEGUN}`)
    await held(() => open.length === 1)
    const used = memory.used - CONNECTION_BYTES
    client.write(MANY)
    await held((bytes) => bytes >= used + MANY.length + LINES_BYTES)
  })
})

describe('without room', () => {
  beforeEach(() => {
    memory.open().add(999_000 - LINES_BYTES)
  })

  it('a request is refused with the reason', async () => {
    const answered = listenTo(client)
    client.write(`${BEGUN + MANY}\r\n`)
    const { answers } = await answered
    expect(answers).toMatchObject([{ status: 503 }])
    expect(answers[0]?.headers.get('x-reason')).toContain('--max-memory')
    expect(open).toEqual([])
  })

  it('a head that comes in bit by bit is refused with the reason, and its connection ends', async () => {
    const answered = listenTo(client, { answers: 2 })
    client.write(BEGUN + MANY)
    const { answers, isClosed } = await answered
    expect(answers).toMatchObject([{ status: 503 }])
    expect(answers[0]?.headers.get('x-reason')).toContain('--max-memory')
    expect(isClosed).toBe(true)
  })

  it('a head behind an answer that waits ends its connection', async () => {
    const answered = listenTo(client)
    client.write(`${BEGUN}\r\n`)
    await held(() => open.length === 1)
    client.write(BEGUN + MANY)
    expect(await answered).toEqual({ answers: [], isClosed: true })
  })
})
