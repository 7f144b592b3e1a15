import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dial, listenTo } from '../web/wire.js'
import { type SmallHeap, startSmallHeap } from './small-heap.js'

/** Whoever fills the memory of an emulator is refused, or the oldest is forgotten: it survives a heap of 256 MB. */

const MIB = 1024 * 1024
/** Longer than the bytes take on a busy machine; nothing here waits for time to pass. */
const LONG = 300_000

let emulator: SmallHeap
let sockets: Socket[]

beforeEach(async () => {
  emulator = await startSmallHeap()
  sockets = []
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  const response = await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/alive`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'k' },
    body: '{"value":1,"ttlSeconds":60}',
  })
  expect(response.status).toBe(200)
  expect(await emulator.close()).toBe(0)
})

const HOST = 'Host: localhost\r\nX-KV-Key: k\r\n'

/** Sends the same bytes over so many connections, which stay open. */
async function open(connections: number, bytes: string | Buffer): Promise<Socket[]> {
  const opened: Socket[] = []
  for (let index = 0; index < connections; index++) {
    const socket = await dial(emulator.baseUrl)
    socket.on('error', () => {})
    socket.pause()
    sockets.push(socket)
    opened.push(socket)
    await written(socket, bytes)
  }
  return opened
}

/** Resolves once the other side has taken the bytes, or hung up. */
const written = (socket: Socket, bytes: string | Buffer): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve())
    socket.write(bytes, () => resolve())
  })

/** So many requests, each made of its number, over one connection, so many at once; the answers' statuses. */
async function each(count: number, request: (index: number) => string, at: number): Promise<Set<string>> {
  const socket = await dial(emulator.baseUrl)
  sockets.push(socket)
  const statuses = new Set<string>()
  for (let index = 0; index < count; index += at) {
    const answered = answers(socket, at, statuses)
    socket.write(Array.from({ length: at }, (_, offset) => request(index + offset)).join(''))
    await answered
  }
  return statuses
}

/** Resolves once so many answers began; their statuses go into the set. */
function answers(socket: Socket, count: number, statuses: Set<string>): Promise<void> {
  let seen = 0
  let rest = ''
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('the emulator hung up'))
    const read = (bytes: Buffer) => {
      const text = rest + bytes.toString('latin1')
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        seen++
        statuses.add(status)
      }
      // A status that is cut in two is seen with the next bytes, and none is seen twice.
      rest = text.slice(-12)
      if (seen < count) return
      socket.off('data', read).off('close', gone)
      resolve()
    }
    socket.on('data', read).once('close', gone)
  })
}

/** The first answer on a connection, with what is said of memory. */
async function firstAnswer(socket: Socket | undefined): Promise<string> {
  if (socket === undefined) throw new Error('there is no connection')
  const answered = listenTo(socket)
  socket.resume()
  const { answers } = await answered
  return `${answers[0]?.status} ${answers[0]?.headers.get('x-emulator-reason')}`
}

async function admin(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${emulator.baseUrl}/_admin${path}`, init)
  return (await response.json()) as Record<string, unknown>
}

describe('what is remembered', () => {
  test('reasons that repeat what was sent are cut', { timeout: LONG }, async () => {
    const long = '"%'.repeat(60_000)
    await each(800, (n) => `GET /documents HTTP/1.1\r\n${HOST}X-Emulator-Fault: ${long}${n}\r\n\r\n`, 20)
    const { requests } = await admin('/requests?limit=1')
    expect(JSON.stringify(requests).length).toBeLessThan(3000)
  })

  test('entries that are gone are forgotten by the bytes of their keys', { timeout: LONG }, async () => {
    const key = 'x'.repeat(200_000)
    const body = '{"value":1,"ttlSeconds":60}'
    const put = (n: number) =>
      `PUT /v1/kv/ns_a_1/${key}${n} HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`
    const statuses = await each(
      2000,
      (n) => (n % 2 === 0 ? put(n) : `DELETE /v1/kv/ns_a_1/${key}${n - 1} HTTP/1.1\r\n${HOST}\r\n`),
      10,
    )
    expect([...statuses]).toEqual(['200'])
  })

  test('the journals of all worlds share one bound', { timeout: LONG }, async () => {
    const body = 'y'.repeat(8192)
    for (let world = 1; world <= 8; world++) {
      await admin('/worlds', {})
      const head = `${HOST}X-Emulator-World: w${world}\r\nX-Long: ${'z'.repeat(3500)}`
      const request = (n: number) =>
        `PUT /v1/kv/ns_a_1/${n} HTTP/1.1\r\n${head}${n}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      await each(5000, request, 100)
    }
    const { dropped } = await admin('/requests')
    expect(dropped).toBe(0)
  })
})

describe('what is under way', () => {
  test('requests behind one that hangs are not read without end', { timeout: LONG }, async () => {
    const get = `GET /v1/kv/ns_a_1/a HTTP/1.1\r\n${HOST}\r\n`
    const hang = `GET /documents HTTP/1.1\r\n${HOST}X-Emulator-Fault: hang\r\n\r\n`
    const [socket] = await open(1, hang)
    // An emulator that reads on takes all of it; the system's own buffers take some megabytes.
    const sent = 60 * MIB
    socket?.write(get.repeat(sent / get.length))
    for (let index = 0; index < 200; index++) await admin('/health')
    expect(socket?.writableLength).toBeGreaterThan(sent / 2)
  })

  test('uploads that stall are refused beyond the bound', { timeout: LONG }, async () => {
    const part = Buffer.alloc(5 * MIB, 'x')
    const head = `PUT /v1/kv/ns_a_1/a HTTP/1.1\r\n${HOST}Content-Length: ${6 * MIB}\r\n\r\n`
    const stalled = await open(60, Buffer.concat([Buffer.from(head), part]))
    expect(await firstAnswer(stalled.at(-1))).toMatch(/^503 .*--max-memory/)
  })

  test('answers that are not read are refused beyond the bound', { timeout: LONG }, async () => {
    const value = 'v'.repeat(8 * MIB)
    const body = `{"value":"${value}","ttlSeconds":3600}`
    const headers = { 'X-KV-Key': 'k' }
    await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/big`, { method: 'PUT', headers, body })
    await open(60, `GET /v1/kv/ns_a_1/big HTTP/1.1\r\n${HOST}\r\n`)
    const [last] = await open(1, `GET /v1/kv/ns_a_1/big HTTP/1.1\r\n${HOST}\r\n`)
    expect(await firstAnswer(last)).toMatch(/^503 .*--max-memory/)
  })

  test('requests with long heads that hang are refused beyond the bound', { timeout: LONG }, async () => {
    const head = `GET /documents HTTP/1.1\r\n${HOST}X-Emulator-Fault: hang\r\nX-Long: ${'x'.repeat(250_000)}\r\n\r\n`
    expect(await firstAnswer((await open(900, head)).at(-1))).toMatch(/^503 .*--max-memory/)
  })

  test('readers of events that do not read miss some', { timeout: LONG }, async () => {
    await open(300, `GET /_admin/events HTTP/1.1\r\n${HOST}\r\n`)
    await each(48, (n) => `GET /${'x'.repeat(200_000)}${n} HTTP/1.1\r\n${HOST}\r\n`, 8)
  })
})
