import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { reusablePort, untilFree } from '../support/reusable-port.js'
import { GREETING, HOST, PUT_BODY, putWith, READ } from './requests.js'
import { dial, isWell, listenTo, talk, WIRE_SEED } from './wire.js'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Listens on a port that stays free once it is closed, unless a test names others. */
const start = async (options = {}): Promise<Emulator> =>
  startEmulator({ seed: WIRE_SEED, port: await reusablePort(), ...options })

async function dialed(emulator: Emulator): Promise<Socket> {
  const socket = await dial(emulator.baseUrl)
  // A dropped connection may be reset.
  socket.on('error', () => {})
  sockets.push(socket)
  return socket
}

const portOf = (url: string): number => Number(new URL(url).port)

describe('close', () => {
  test('close() finishes a request whose body is still coming', async () => {
    const emulator = await start()
    const socket = await dialed(emulator)
    const heard = listenTo(socket)
    const head = putWith(['Expect: 100-continue', `Content-Length: ${PUT_BODY.length}`], '')
    const continued = new Promise((resolve) => socket.once('data', resolve))
    socket.write(head)
    // It was told to continue, so the request is under way.
    await continued
    const closed = emulator.close()
    socket.write(PUT_BODY)
    expect((await heard).answers).toMatchObject([{ status: 200 }])
    await closed
    await untilFree(portOf(emulator.baseUrl))
  })

  test('close() drops a request that hangs', async () => {
    const emulator = await start()
    const socket = await dialed(emulator)
    const heard = listenTo(socket)
    const continued = new Promise((resolve) => socket.once('data', resolve))
    socket.write(putWith(['Expect: 100-continue', 'Content-Length: 500'], ''))
    await continued
    await emulator.close()
    expect(await heard).toEqual({ answers: [], isClosed: true })
  })

  test.each<[what: string, bytes: string]>([
    ['idle', READ],
    ['given up for what it sent', `FOO / HTTP/1.1\r\n\r\n`],
    ['asking for a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`],
  ])('close() drops a connection that is %s', async (_what, bytes) => {
    const emulator = await start()
    const socket = await dialed(emulator)
    const answered = listenTo(socket)
    socket.write(bytes)
    expect((await answered).answers).toHaveLength(1)
    const ended = new Promise((resolve) => socket.once('close', resolve))
    await emulator.close()
    await ended
  })

  test.each<[what: string, bytes: string]>([
    ['that never said a word', ''],
    ['in the middle of its headers', `GET ${GREETING} HTTP/1.1\r\nHost:`],
  ])('closing a server drops a connection %s', async (_what, bytes) => {
    const emulator = await start()
    const socket = await dialed(emulator)
    socket.write(bytes)
    // An answer on another connection shows that the emulator has seen the first one by then.
    expect(await isWell(emulator.baseUrl)).toBe(true)
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    await emulator.close()
    await ended
  })

  test('close() may be called again, during the first call and afterwards', async () => {
    const emulator = await start({ dbPort: await reusablePort() })
    await Promise.all([emulator.close(), emulator.close()])
    await emulator.close()
    await emulator[Symbol.asyncDispose]()
    await untilFree(portOf(emulator.baseUrl))
    await untilFree(portOf(emulator.dbBaseUrl))
  })

  test('close() frees the port for the next emulator', async () => {
    const emulator = await start()
    await talk(emulator.baseUrl, READ)
    await emulator.close()
    const port = portOf(emulator.baseUrl)
    await untilFree(port)
    const next = await start({ port })
    expect(next.baseUrl).toBe(emulator.baseUrl)
    expect(await isWell(next.baseUrl)).toBe(true)
    await next.close()
  })
})

test('a taken database port also keeps the emulator from listening at all', async () => {
  const taken = await start()
  const port = await reusablePort()
  const dbPort = portOf(taken.baseUrl)
  await expect(start({ port, dbPort })).rejects.toMatchObject(takenError(dbPort))
  await untilFree(port)
  await taken.close()
})

const takenError = (port: number) => ({
  name: 'EmulatorError',
  code: 'cannot_listen',
  message: expect.stringContaining(`port ${port} `),
})
