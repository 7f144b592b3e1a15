import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_ROOM } from '../../src/api/http/room.js'
import { MemoryBudget } from '../../src/core/memory.js'
import { othersTurn } from '../../src/core/steps.js'
import { type Listening, listen } from '../../src/web/server.js'
import { HOST } from './requests.js'
import { dial, listenTo } from './wire.js'

/** What the heads of requests take of the memory, from their first bytes until they are answered. */

const BEGUN = `GET / HTTP/1.1\r\n${HOST}`
const LINES = 1000
const MANY = 'ab:cd\r\n'.repeat(LINES)
/** Two texts in two lists, for each line. */
const LINES_BYTES = 64 * LINES

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

const held = (check: (bytes: number) => boolean): Promise<boolean> =>
  vi.waitUntil(() => check(memory.used), { timeout: 10_000, interval: 1 })

describe('a head', () => {
  it('takes memory by its bytes and lines as it comes in, and gives it back with its connection', async () => {
    client.write(BEGUN + MANY)
    expect(await held((bytes) => bytes >= MANY.length + LINES_BYTES)).toBe(true)
    client.destroy()
    expect(await held((bytes) => bytes === 0)).toBe(true)
  })

  it('takes memory until it is answered, and an idle connection none', async () => {
    client.write(`${BEGUN + MANY}\r\n`)
    expect(await held(() => open.length === 1)).toBe(true)
    expect(memory.used).toBeGreaterThan(2 * LINES_BYTES)
    const answered = listenTo(client)
    open[0]?.setHeader('Content-Length', 0).end()
    expect((await answered).answers[0]?.status).toBe(200)
    expect(await held((bytes) => bytes === 0)).toBe(true)
  })

  it('takes memory while its body comes in, and not the body', async () => {
    client.write(`PUT / HTTP/1.1\r\n${HOST}${MANY}Content-Length: 1000000\r\n\r\n`)
    expect(await held(() => open.length === 1)).toBe(true)
    // What its many lines took while they waited for turns is let go of with the last of these.
    for (let turn = 0; turn < 10; turn++) await othersTurn(turn)
    const { used } = memory
    open[0]?.req.resume()
    client.write(Buffer.alloc(999_999, '\n'))
    await new Promise((resolve) => open[0]?.req.on('data', resolve))
    expect(memory.used).toBe(used)
    open[0]?.setHeader('Content-Length', 0).end()
    client.write('\n')
    expect(await held((bytes) => bytes === 0)).toBe(true)
  })

  it('takes memory behind a request that it came with', async () => {
    client.write(`${BEGUN}\r\n${BEGUN}`)
    expect(await held(() => open.length === 1)).toBe(true)
    const { used } = memory
    client.write(MANY)
    expect(await held((bytes) => bytes >= used + MANY.length + LINES_BYTES)).toBe(true)
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
    expect(await held(() => open.length === 1)).toBe(true)
    client.write(BEGUN + MANY)
    expect(await answered).toEqual({ answers: [], isClosed: true })
  })
})
