import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { GREETING, get, HOST, PUT_BODY, put, putWith, READ } from '../web/requests.js'
import { dial, isWell, talk, WIRE_SEED } from '../web/wire.js'

let emulator: Emulator
let usage: string

beforeAll(async () => {
  emulator = await startEmulator({ seed: WIRE_SEED })
  const answer = await fetch(`${emulator.adminUrl}/tokens`, { method: 'POST' })
  const { token } = (await answer.json()) as { token: string }
  // Other requests continue while a new token is verified.
  usage = `GET /v1/usage/ns_wire_a1 HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n\r\n`
})
afterEach(async () => {
  expect(await isWell(emulator.baseUrl)).toBe(true)
})
afterAll(() => emulator.close())

const statuses = async (bytes: string | Buffer, answers: number): Promise<number[]> =>
  (await talk(emulator.baseUrl, bytes, { answers })).answers.map(({ status }) => status)

test('pipelined requests are executed and answered in their order, however long each takes', async () => {
  const bytes = [
    usage,
    put(`{"value":"first","ttlSeconds":60}`, 'p'),
    get('/v1/kv/ns_wire_a1/p'),
    put(`{"value":"second","ttlSeconds":60}`, 'p'),
    get('/v1/kv/ns_wire_a1/p'),
    get('/nowhere'),
    READ,
  ]
  const { answers } = await talk(emulator.baseUrl, Buffer.concat(bytes.map((part) => Buffer.from(part))), {
    answers: bytes.length,
  })
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 501, 200])
  expect(answers[0]?.body).toContain('"monthKey"')
  expect(answers[2]?.body).toContain('"value":"first"')
  expect(answers[4]?.body).toContain('"value":"second"')
})

test('requests that arrive a byte at a time are answered', async () => {
  const socket = await dial(emulator.baseUrl)
  socket.setNoDelay()
  const answered = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())))
  for (const byte of put(PUT_BODY)) {
    await new Promise<void>((resolve) => socket.write(Buffer.of(byte), () => resolve()))
  }
  expect(await answered).toMatch(/^HTTP\/1\.1 200 /)
  socket.destroy()
})

test.each<[what: string, bytes: string | Buffer, expected: number[]]>([
  // If the length is too short, the rest of the body is taken for a request.
  ['a body that goes on', putWith([`Content-Length: ${PUT_BODY.length}`], `${PUT_BODY}rest`), [200, 400]],
  ['a body that ends early', putWith(['Content-Length: 5'], PUT_BODY), [400, 400]],
  ['garbage', `${READ}\x00\x01\x02`, [200, 400]],
  ['a broken second body', `${READ}${putWith(['Transfer-Encoding: chunked'], 'zz\r\n')}`, [200, 400]],
])('what came before %s is answered first', async (_what, bytes, expected) => {
  expect(await statuses(bytes, 3)).toEqual(expected)
})

test('a request whose token is still being checked is answered before the garbage after it', async () => {
  const other = await fetch(`${emulator.adminUrl}/tokens`, { method: 'POST', body: '{"claims":{"n":2}}' })
  const { token } = (await other.json()) as { token: string }
  const fresh = `GET /v1/usage/ns_wire_a1 HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n\r\n`
  expect(await statuses(`${fresh}garbage\r\n\r\n`, 3)).toEqual([200, 400])
})

test.each<[what: string, first: () => string]>([
  ['a request that says Connection: close', () => READ.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')],
  ['a request of HTTP/1.0', () => READ.replace('HTTP/1.1', 'HTTP/1.0')],
  ['a request by bearer token', () => usage.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')],
])('nothing is answered after %s, and the connection closes', async (_what, first) => {
  for (const behind of [READ, 'garbage\r\n\r\n']) {
    const { answers, isClosed } = await talk(emulator.baseUrl, first() + behind, { answers: 3 })
    expect(answers.map(({ status }) => status)).toEqual([200])
    expect(isClosed).toBe(true)
  }
})

test('a request is not answered twice when its body breaks after the answer', async () => {
  const bytes = `POST /_admin/nowhere HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`
  const socket = await dial(emulator.baseUrl)
  const received: Buffer[] = []
  socket.on('data', (chunk) => {
    received.push(chunk)
    socket.write('zz\r\n')
  })
  const ended = new Promise((resolve) => socket.once('end', resolve))
  socket.on('error', () => {})
  socket.write(bytes)
  await ended
  socket.destroy()
  expect(
    Buffer.concat(received)
      .toString()
      .match(/HTTP\/1\.1 /g),
  ).toHaveLength(1)
})

test('garbage gets one answer, however much of it follows', async () => {
  const bytes = `GET ${GREETING} HTTP/1.1\r\nX-Big: ${'x'.repeat(4 * 1024 * 1024)}`
  for (let i = 0; i < 10; i++) expect(await statuses(bytes, 2)).toEqual([431])
})

test('the emulator survives a client that asks for a tunnel and resets it', async () => {
  const socket = await dial(emulator.baseUrl)
  const answered = new Promise((resolve) => socket.once('data', resolve))
  socket.write(`CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`)
  await answered
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.resetAndDestroy()
  await ended
})

test.each([
  ['in its headers', `GET ${GREETING} HTTP/1.1\r\nHost:`],
  ['in its body', putWith(['Content-Length: 100'], '{')],
  ['before its answer', READ],
])('the emulator survives a client that resets the connection %s', async (_what, bytes) => {
  const socket = await dial(emulator.baseUrl)
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes, () => socket.resetAndDestroy())
  await ended
})
