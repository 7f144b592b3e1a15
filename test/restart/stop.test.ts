import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'
import { ask, type Ending } from './clients.js'

/** A process is stopped while many clients send requests. */

const CLIENTS = 24
const KEY = { 'x-kv-key': 'k' }

let built: BuiltPackage
let folder: string

beforeAll(() => {
  built = new BuiltPackage()
  built.build()
  folder = mkdtempSync(join(tmpdir(), 'emulator-stop-'))
})

afterAll(() => {
  built[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

test('a stop under load loses no answer that has begun, and no write that was made', async () => {
  // The answer with the whole store needs many writes to its socket.
  const seed = {
    stores: [
      { id: 'ec_a_1', keys: [{ key: 'k', scope: 'admin' }] },
      {
        id: 'ec_large_1',
        keys: [{ key: 'l', scope: 'read' }],
        entries: [{ key: 'k{{index}}', value: 'x'.repeat(5000), repeat: 200 }],
      },
    ],
  }
  const seedFile = join(folder, 'seed.json')
  const stateFile = join(folder, 'state.json')
  writeFileSync(seedFile, JSON.stringify(seed))
  using emulator = built.start(
    '--port',
    '0',
    '--seed',
    seedFile,
    '--log',
    'off',
    '--export-on-exit',
    stateFile,
  )
  const port = await portOf(emulator)
  const baseUrl = `http://127.0.0.1:${port}`

  const agent = new Agent({ keepAlive: true })
  const endings: Record<Ending, number> = { whole: 0, half: 0, none: 0 }
  const written: Record<string, number> = {}
  const tried: Record<string, number> = {}
  let isEnough = () => {}
  const enough = new Promise<void>((resolve) => {
    isEnough = resolve
  })

  async function write(client: number): Promise<void> {
    const key = `c${client}`
    for (let value = 1; ; value++) {
      tried[key] = value
      // Half of the clients wait for a delayed answer to a write that has already happened.
      const headers = client % 2 === 0 ? { ...KEY, 'x-emulator-fault': 'delay=50ms' } : KEY
      const put = { method: 'PUT', headers, body: JSON.stringify({ value }) }
      const { ending, status } = await ask(agent, `${baseUrl}/v1/ec/ec_a_1/${key}`, put)
      endings[ending]++
      if (ending === 'whole') expect(status).toBe(200)
      if (ending !== 'whole') return
      written[key] = value
      if (endings.whole > 500) isEnough()
    }
  }

  async function readAll(): Promise<void> {
    for (;;) {
      const { ending } = await ask(agent, `${baseUrl}/v1/ec/ec_large_1`, { headers: { 'x-kv-key': 'l' } })
      endings[ending]++
      if (ending !== 'whole') return
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    client % 8 === 7 ? readAll() : write(client),
  )
  await enough
  emulator.signal('SIGTERM')
  await Promise.all(clients)
  agent.destroy()
  expect(await emulator.ended).toBe(0)
  expect(emulator.err).toBe('')

  // Each client lost only one request: the one that it sent after the server was gone.
  expect(endings.half).toBe(0)
  expect(endings.none).toBe(CLIENTS)
  const { stores } = JSON.parse(readFileSync(stateFile, 'utf8')) as {
    stores: { id: string; entries?: { key: string; value: number }[] }[]
  }
  const entries = stores.find(({ id }) => id === 'ec_a_1')?.entries ?? []
  expect(Object.fromEntries(entries.map(({ key, value }) => [key, value]))).toEqual(written)
  for (const [key, value] of Object.entries(written)) expect(tried[key]).toBe(value + 1)
})

/** The time that a stop waits for answers in flight, in ms. */
const DRAIN_MS = 500

test('an answer that a client is still reading arrives completely if that takes less than half a second', async () => {
  // More than the system's buffers hold.
  const bytes = 8 * 1024 * 1024
  const seedFile = join(folder, 'large.json')
  const entry = { key: 'large', value: 'x'.repeat(bytes) }
  writeFileSync(
    seedFile,
    JSON.stringify({ stores: [{ id: 'ec_a_1', keys: [{ key: 'k', scope: 'read' }], entries: [entry] }] }),
  )
  using emulator = built.start('--port', '0', '--seed', seedFile, '--log', 'off')
  const port = await portOf(emulator)
  const response = await new Promise<IncomingMessage>((resolve) => {
    get(`http://127.0.0.1:${port}/v1/ec/ec_a_1/large`, { headers: KEY }, resolve)
  })
  const stoppedMs = performance.now()
  emulator.signal('SIGTERM')
  await untilItTakesNoMore(Number(port))
  let read = 0
  response.on('data', (chunk: Buffer) => {
    read += chunk.length
  })
  await new Promise((resolve) => response.once('close', resolve))
  // On a busy machine, some of it may be unread when the emulator stops waiting.
  const hadItsTime = performance.now() - stoppedMs >= DRAIN_MS
  expect(hadItsTime || (response.complete && read > bytes)).toBe(true)
  expect(await emulator.ended).toBe(0)
})

/** Resolves once nothing listens on the port. */
async function untilItTakesNoMore(port: number): Promise<void> {
  let isOpen = true
  while (isOpen) {
    const socket = connect(port, '127.0.0.1')
    isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
  }
}

async function portOf(emulator: ReturnType<BuiltPackage['start']>): Promise<string> {
  const [, port = ''] = await emulator.until(/:(\d+)/)
  return port
}
