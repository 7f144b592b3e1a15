import { createServer, type Server, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { NO_ROOM } from '../../../src/api/http/room.js'
import type { EmulatorClient as Emulator } from '../../../src/client/emulator-client.js'
import { MemoryBudget } from '../../../src/core/memory.js'
import { startEmulator } from '../../../src/emulator.js'
import { type ServePlain, servePlainly } from '../../../src/web/plain/plain-connection.js'
import { Remembered } from '../../../src/web/plain/remembered.js'
import { listen } from '../../../src/web/server.js'
import { fuzz } from '../../fuzz/runs.js'
import { DB_KEY, GREETING, get, HOST, PUT_BODY, put, putWith, READ, readWith } from '../requests.js'
import { dial, listenTo, WIRE_SEED } from '../wire.js'

describe('an answer to a plain request is the one that Node would write, byte for byte', () => {
  const clock = { now: Date.UTC(2031, 1, 28), frozen: true }
  const emulators: Emulator[] = []

  beforeAll(async () => {
    const options = { seed: WIRE_SEED, clock, profile: { http: { charset: true } } }
    emulators.push(await startEmulator(options), await startEmulator(options))
  })
  afterAll(() => Promise.all(emulators.map((emulator) => emulator.close())))

  /** All that comes back for bytes that are sent in one piece or in two. */
  async function answersTo(emulator: Emulator | undefined, ...pieces: string[]): Promise<string> {
    const socket = await dial(emulator?.baseUrl ?? '')
    let text = ''
    const closed = new Promise<void>((resolve) => {
      socket.on('error', () => resolve()).on('close', () => resolve())
    })
    socket.setNoDelay().on('data', (bytes) => {
      text += bytes.toString('latin1')
    })
    for (const piece of pieces) {
      await new Promise((resolve) => socket.write(Buffer.from(piece, 'latin1'), resolve))
    }
    socket.end()
    await closed
    return text
  }

  /** The port differs from one emulator to the other. */
  const plain = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'address')

  async function expectSame(bytes: string): Promise<void> {
    const [one, other] = emulators
    const read = await answersTo(one, bytes)
    // Half a line is for Node, and so is all that follows.
    const parsed = await answersTo(other, bytes.slice(0, 3), bytes.slice(3))
    expect(plain(read)).toBe(plain(parsed))
  }

  it.each<[what: string, bytes: string]>([
    ['a GET', READ],
    ['a PUT', put('{"value":"caf\u00e9 \u{1F600}","ttlSeconds":60}').toString('latin1')],
    ['a missing key', get('/v1/kv/ns_wire_a1/none')],
    ['a body that is no JSON', put('{').toString('latin1')],
    ['no operation', get('/nowhere')],
    ['a method that is not emulated', READ.replace('GET', 'POST')],
    ['a refusal with own headers', get('/v1/usage/ns_wire_a1')],
    ['a page with the address of the next', `GET /documents?limit=1 HTTP/1.1\r\n${HOST}${DB_KEY}\r\n`],
    ['a fault that it asks for', readWith('X-Emulator-Fault: 503')],
    ['half an answer', readWith('X-Emulator-Fault: cut')],
    ['a page of another origin', readWith('Origin: http://localhost:1')],
    ['the root', get('/')],
    ['an admin call', `GET /_admin/clock HTTP/1.1\r\n${HOST}\r\n`],
    ['an unknown world', get('/_worlds/none/documents')],
    ['a key of a world', READ.replace('kv_admin_wire', 'kv_admin_wire@none')],
  ])('%s', async (_what, bytes) => {
    await expectSame(bytes)
  })

  it('and so for what is nearly plain', async () => {
    const whole = [READ, put(PUT_BODY).toString('latin1'), readWith('Connection: keep-alive', 'X-A: b')]
    const spice = [
      '\r',
      '\n',
      '\r\n',
      ' ',
      ':',
      '\t',
      '\0',
      '\xff',
      '#',
      '%',
      '?',
      '0',
      'Host: b\r\n',
      '\r\n\r\n',
    ]
    const edits = fc.record({ at: fc.nat(200), drop: fc.nat(3), insert: fc.constantFrom('', ...spice) })
    await fuzz(
      fc.asyncProperty(fc.constantFrom(...whole), edits, async (bytes, { at, drop, insert }) => {
        const place = at % bytes.length
        await expectSame(bytes.slice(0, place) + insert + bytes.slice(place + drop))
      }),
      RUNS,
    )
  })

  it('a fault that needs Node runs the operation once', async () => {
    const [emulator] = emulators
    const before = (await emulator?.requests()) ?? []
    const bytes = putWith(
      ['X-Emulator-Fault: 503; effect=after', `Content-Length: ${PUT_BODY.length}`],
      PUT_BODY,
    )
    const socket = await dial(emulator?.baseUrl ?? '')
    const statuses: (number | undefined)[] = []
    for (const sent of [bytes, READ]) {
      const heard = listenTo(socket)
      socket.write(sent)
      statuses.push((await heard).answers[0]?.status)
    }
    socket.destroy()
    expect(statuses).toEqual([503, 200])
    expect(await emulator?.requests()).toHaveLength(before.length + 2)
  })
})

/** Of requests that are nearly plain. */
const RUNS = 100

const memory = new MemoryBudget(1e9)

const OK: ServePlain = ({ url }) => ({ status: 200, headers: ['Content-Length', `${url.length}`], body: url })

describe('a connection of plain requests', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  /** A server that reads plain requests alone, and the server's side of a connection to it. */
  async function connected(
    toNode = vi.fn(),
  ): Promise<{ client: Socket; socket: Socket; toNode: typeof toNode }> {
    const server = createServer({ allowHalfOpen: true })
    servers.push(server)
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const client = await dial(`http://127.0.0.1:${port}`)
    const socket = await accepted
    servePlainly(socket, { serve: OK, remembered: new Remembered(memory), keepAliveMs: 1000, toNode })
    return { client, socket, toNode }
  }

  it('says how long it is kept, and ends with its client', async () => {
    const { client } = await connected()
    const heard = listenTo(client, { answers: 2 })
    client.end(READ)
    const { answers, isClosed } = await heard
    expect(answers).toMatchObject([{ status: 200, body: GREETING }])
    expect(answers[0]?.headers.get('keep-alive')).toBe('timeout=1')
    expect(isClosed).toBe(true)
  })

  it('ends where it was idle for long', async () => {
    const { client, socket } = await connected()
    const heard = listenTo(client)
    client.write(READ)
    await heard
    const closed = new Promise((resolve) => client.once('close', resolve))
    socket.emit('timeout')
    await closed
  })

  it('is for Node to end where no byte came', async () => {
    const { client, socket, toNode } = await connected()
    socket.emit('timeout')
    expect(toNode).toHaveBeenCalledExactlyOnceWith(socket)
    expect(socket.destroyed).toBe(false)
    client.destroy()
  })

  it('outlives nothing that breaks it', async () => {
    const { client, socket } = await connected()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    client.resetAndDestroy()
    await closed
  })

  it('goes to Node where its client does not read', async () => {
    const { client, socket, toNode } = await connected()
    vi.spyOn(socket, 'writableNeedDrain', 'get').mockReturnValue(true)
    const left = new Promise((resolve) => toNode.mockImplementation(resolve))
    client.write(READ)
    expect(await left).toBe(socket)
    client.destroy()
  })
})

it('a stop closes a connection whose requests are answered at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const word = () => ({ headers: [], body: '' })
  const ports = { monotonic: () => 0, memory, word, noRoom: NO_ROOM, plain: OK }
  const server = await listen((_request, response) => response.end(), 0, '127.0.0.1', ports)
  try {
    const client = await dial(`http://127.0.0.1:${server.port}`)
    const heard = listenTo(client)
    client.write(READ)
    await heard
    // No time passes: nothing is waited for.
    await server.close()
  } finally {
    vi.useRealTimers()
  }
})
