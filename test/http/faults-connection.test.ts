import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { GREETING, HOST, KV_KEY, READ, readWith } from '../web/requests.js'
import { dial, isWell, WIRE_SEED } from '../web/wire.js'

/** Faults that break the connection, byte for byte on raw sockets. */

let emulator: Emulator

beforeEach(async () => {
  emulator = await startEmulator({ seed: WIRE_SEED })
})
afterEach(async () => {
  await emulator.close()
})

interface Heard {
  readonly bytes: string
  /** "end", or the code of the error that ended the connection. */
  readonly end: string
}

/** Writes bytes and reads until the connection ends. */
async function hear(bytes: string): Promise<Heard> {
  const socket = await dial(emulator.baseUrl)
  const chunks: Buffer[] = []
  let end = 'end'
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    end = String(error.code)
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes)
  await closed
  return { bytes: Buffer.concat(chunks).toString('latin1'), end }
}

const ask = (fault: string) => readWith(`X-Emulator-Fault: ${fault}`)

/** The greeting's answer without a fault. */
async function greeting(): Promise<string> {
  const answer = await fetch(`${emulator.baseUrl}${GREETING}`, { headers: { 'X-KV-Key': 'kv_admin_wire' } })
  return answer.text()
}

const GARBAGE = '\x15\x03\x01\x00\x02\x02\x28\r\n\r\n'

async function admin(method: string, path: string, body?: object): Promise<unknown> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  return (await fetch(`${emulator.adminUrl}${path}`, init)).json()
}

const newest = async () => ((await admin('GET', '/requests?limit=1')) as { requests: object[] }).requests[0]

describe('without an answer', () => {
  test.each([
    ['reset', '', 'ECONNRESET'],
    ['close', '', 'end'],
    ['garbage', GARBAGE, 'end'],
    ['reset; delay=1', '', 'ECONNRESET'],
    ['reset; effect=after', '', 'ECONNRESET'],
  ])('a connection fault sends no answer: %s', async (fault, bytes, end) => {
    expect(await hear(ask(fault))).toEqual({ bytes, end })
    const lost = fault.includes('after') ? { outcome: 'ok', lostStatus: 200 } : { outcome: 'fault' }
    expect(await newest()).toMatchObject({ status: null, fault: 'x-emulator-fault', ...lost })
    expect(await isWell(emulator.baseUrl)).toBe(true)
  })

  test('with effect after, a write goes through although the connection broke', async () => {
    await admin('POST', '/faults', {
      match: { method: 'PUT' },
      connection: 'reset',
      effect: 'after',
      times: 1,
    })
    const body = '{"value":"written","ttlSeconds":60}'
    const put = (key: string) =>
      fetch(`${emulator.baseUrl}/v1/kv/ns_wire_a1/${key}`, {
        method: 'PUT',
        headers: { 'X-KV-Key': 'kv_admin_wire' },
        body,
      })
    await expect(put('k')).rejects.toThrow('fetch failed')
    expect(await newest()).toMatchObject({ status: null, outcome: 'ok', fault: 'f_1', lostStatus: 200 })
    expect(
      await hear(`GET /v1/kv/ns_wire_a1/k HTTP/1.1\r\n${HOST}${KV_KEY}Connection: close\r\n\r\n`),
    ).toMatchObject({
      bytes: expect.stringContaining('"value":"written"'),
    })
    expect((await put('k')).status).toBe(200)
  })
})

describe('hang', () => {
  test('a hanging request ends when the client gives up', async () => {
    const given = new AbortController()
    const answer = fetch(`${emulator.baseUrl}${GREETING}`, {
      headers: { 'X-KV-Key': 'kv_admin_wire', 'X-Emulator-Fault': 'hang' },
      signal: given.signal,
    })
    while ((await newest()) === undefined) await new Promise(setImmediate)
    given.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
    expect(await newest()).toMatchObject({ status: null, outcome: 'fault' })
    expect(await isWell(emulator.baseUrl)).toBe(true)
  })

  test('a hanging request ends when the emulator closes', async () => {
    const heard = hear(ask('hang'))
    while ((await newest()) === undefined) await new Promise(setImmediate)
    await emulator.close()
    expect((await heard).bytes).toBe('')
  })
})

describe.each([
  ['truncate', 'ECONNRESET'],
  ['cut', 'end'],
])('%s', (connection, endsWith) => {
  const split = ({ bytes, end }: Heard) => {
    const [head = '', body = ''] = bytes.split('\r\n\r\n')
    return { status: head.slice(0, 12), length: /Content-Length: (\d+)/.exec(head)?.[1], body, end }
  }

  test('a halved answer is cut after a head that promises all of it', async () => {
    const whole = await greeting()
    expect(split(await hear(ask(connection)))).toEqual({
      status: 'HTTP/1.1 200',
      length: String(whole.length),
      body: whole.slice(0, Math.floor(whole.length / 2)),
      end: endsWith,
    })
    expect(await newest()).toMatchObject({ status: 200, outcome: 'ok', lostStatus: 200 })
  })

  test('a halved answer counts bytes, not characters', async () => {
    await admin('POST', '/faults', { status: 503, body: '€€€', connection })
    const { status, length, body, end } = split(await hear(READ))
    expect([status, length, end]).toEqual(['HTTP/1.1 503', '9', endsWith])
    expect(Buffer.from(body, 'latin1')).toEqual(Buffer.from('€€€').subarray(0, 4))
    // With a status of its own, the fault comes before the operation.
    expect(await newest()).toMatchObject({ status: 503, outcome: 'fault' })
  })

  test.each([
    ['has one byte', { status: 500, body: '1' }],
    ['is empty', { status: 500, body: '' }],
    ['is missing', { status: 204 }],
  ])('an answer whose body %s sends the head alone', async (_, fault) => {
    await admin('POST', '/faults', { ...fault, connection })
    const { status, body, end } = split(await hear(READ))
    expect([status, body, end]).toEqual([`HTTP/1.1 ${fault.status}`, '', endsWith])
  })

  test('a large halved answer sends half of it, of which a slow client may lose the end', async () => {
    const value = 'x'.repeat(4_000_000)
    await fetch(`${emulator.baseUrl}/v1/kv/ns_wire_a1/large`, {
      method: 'PUT',
      headers: { 'X-KV-Key': 'kv_admin_wire' },
      body: JSON.stringify({ value, ttlSeconds: 60 }),
    })
    const head = `GET /v1/kv/ns_wire_a1/large HTTP/1.1\r\n${HOST}${KV_KEY}X-Emulator-Fault: ${connection}\r\n\r\n`
    const { length, body } = split(await hear(head))
    expect(body.length).toBeLessThanOrEqual(Number(length) / 2)
    expect(body.length).toBeGreaterThan(0)
  })
})

describe('after pipelined requests', () => {
  test.each([
    ['reset', '', 'ECONNRESET'],
    ['reset; delay=1', '', 'ECONNRESET'],
    ['close', '', 'end'],
    ['garbage', GARBAGE, 'end'],
  ])('%s waits for the answers to the requests before it', async (fault, tail, end) => {
    const whole = await greeting()
    const heard = await hear(READ + READ + ask(fault))
    const [, first, second] = heard.bytes.split('HTTP/1.1 200 OK\r\n')
    expect(first?.endsWith(`\r\n\r\n${whole}`)).toBe(true)
    expect(second?.endsWith(`\r\n\r\n${whole}${tail}`)).toBe(true)
    expect(heard.end).toBe(end)
  })

  test.each([
    ['truncate', 'ECONNRESET'],
    ['cut', 'end'],
  ])('%s waits for the answers to the requests before it, and sends its half', async (fault, end) => {
    const whole = await greeting()
    const heard = await hear(READ + READ + ask(fault))
    expect(heard.bytes.split(whole).length).toBe(3)
    expect(heard.bytes.endsWith(`\r\n\r\n${whole.slice(0, Math.floor(whole.length / 2))}`)).toBe(true)
    expect(heard.end).toBe(end)
  })

  test('a delayed answer delays those after it, and their order stays', async () => {
    const last = readWith('Connection: close', 'X-Emulator-Fault: 404')
    const { bytes } = await hear(ask('503; delay=20') + READ + last)
    expect(bytes.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200', 'HTTP/1.1 404'])
  })
})

test('a client that leaves while its answer is delayed does no harm', async () => {
  for (const fault of [
    'delay=30',
    '503; delay=30',
    'reset; delay=30',
    'truncate; delay=30',
    'cut; delay=30',
  ]) {
    const { port } = new URL(emulator.baseUrl)
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    // If it leaves too slowly, the reset reaches it.
    socket.on('error', () => {})
    socket.write(ask(fault))
    while ((await newest()) === undefined) await new Promise(setImmediate)
    socket.destroy()
    await admin('DELETE', '/requests').catch(() => {})
    // This one is delayed until after the lost answer was due.
    expect((await hear(readWith('Connection: close', 'X-Emulator-Fault: delay=60'))).bytes).toContain(
      '200 OK',
    )
    await admin('DELETE', '/requests').catch(() => {})
  }
  expect(await isWell(emulator.baseUrl)).toBe(true)
})
