import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { dial, WIRE_SEED } from '../web/wire.js'

/** A client that sends `Expect: 100-continue` waits with its body until it gets a 100, or never sends it. */

const TOKEN = 'secret'
const READ_KEY = { key: 'kv_read_wire', scope: 'read' } as const
let emulator: EmulatorClient

beforeAll(async () => {
  emulator = await startEmulator({
    seed: {
      ...WIRE_SEED,
      namespaces: WIRE_SEED.namespaces.map((one) => ({ ...one, keys: [...one.keys, READ_KEY] })),
    },
    adminToken: TOKEN,
    profile: { limits: { bodyBytes: 1000 } },
  })
})
afterAll(() => emulator.close())

/** The response to a head alone, up to the end of its own head or of the connection. */
async function answerToHead(
  line: string,
  lines: readonly string[],
  { version = '1.1', expectation = '100-continue', baseUrl = emulator.baseUrl } = {},
): Promise<string> {
  const socket = await dial(baseUrl)
  try {
    return await new Promise((resolve) => {
      let text = ''
      const settle = () => resolve(text)
      socket.on('data', (bytes) => {
        text += bytes.toString()
        if (text.includes('\r\n\r\n')) settle()
      })
      socket.on('close', settle)
      const head = [`${line} HTTP/${version}`, 'Host: a', `Expect: ${expectation}`, ...lines, '', '']
      socket.write(head.join('\r\n'))
    })
  } finally {
    socket.destroy()
  }
}

const PUT = 'PUT /v1/kv/ns_wire_a1/k'
const KEY = 'X-KV-Key: kv_admin_wire'
const DB = 'X-API-Key: db_wire'
const LENGTH = 'Content-Length: 27'
const ADMIN = `Authorization: Bearer ${TOKEN}`

test.each<[what: string, status: number, line: string, lines: readonly string[]]>([
  ['a body that is too long', 413, PUT, [KEY, 'Content-Length: 1001']],
  ['no key', 401, PUT, [LENGTH]],
  ['an unknown key', 401, PUT, ['X-KV-Key: wrong', LENGTH]],
  ['a key without the scope', 403, PUT, ['X-KV-Key: kv_read_wire', LENGTH]],
  ['a key of another store', 403, PUT, ['X-KV-Key: kv_admin_config', LENGTH]],
  ['a namespace that there is not', 404, 'PUT /v1/kv/ns_none/k', [KEY, LENGTH]],
  ['an unknown key and chunks', 401, PUT, ['X-KV-Key: wrong', 'Transfer-Encoding: chunked']],
  ['a key of the database that nobody knows', 401, 'POST /documents', ['X-API-Key: wrong', LENGTH]],
  ['an operation that there is not', 501, 'PATCH /documents/1', [DB, LENGTH]],
  ['a world that there is not', 404, PUT, [KEY, 'X-Emulator-World: nowhere', LENGTH]],
  ['an admin call without its token', 401, 'PUT /_admin/seed', [LENGTH]],
  ['an admin call that there is not', 404, 'PUT /_admin/nothing', [ADMIN, LENGTH]],
  ['an admin call with too long a body', 413, 'POST /_admin/clock', [ADMIN, 'Content-Length: 300000']],
])(
  'Expect: 100-continue is refused for %s: %i at once, and the connection ends',
  async (_what, status, line, lines) => {
    const answer = await answerToHead(line, lines)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/^connection: close\r$/im)
  },
)

test('a request without the world that it has to name is refused before its body', async () => {
  await using other = await startEmulator({ seed: WIRE_SEED, requireWorld: true })
  expect(await answerToHead(PUT, [KEY, LENGTH], { baseUrl: other.baseUrl })).toMatch(/^HTTP\/1.1 400 /)
})

test('an expectation that nobody knows: 417 at once, and the connection ends', async () => {
  const answer = await answerToHead(PUT, [KEY, LENGTH], { expectation: 'coffee' })
  expect(answer).toMatch(/^HTTP\/1.1 417 /)
  expect(answer).toMatch(/^connection: close\r$/im)
})

test.each<[what: string, line: string, lines: readonly string[]]>([
  ['a put', PUT, [KEY, LENGTH]],
  ['a put of the longest body', PUT, [KEY, 'Content-Length: 1000']],
  ['a put in chunks', PUT, [KEY, 'Transfer-Encoding: chunked']],
  ['a record', 'POST /documents', [DB, LENGTH]],
  ['an operation that takes a token', 'GET /v1/usage/ns_wire_a1', [LENGTH]],
  ['an admin call', 'PUT /_admin/seed', [ADMIN, 'Content-Length: 300000']],
])('Expect: 100-continue is answered by 100 for %s', async (_what, line, lines) => {
  expect(await answerToHead(line, lines)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
})

test('HTTP/1.0 has no 100: the answer waits for the body', async () => {
  expect(await answerToHead(PUT, [KEY, 'Content-Length: 0'], { version: '1.0' })).toMatch(/^HTTP\/1.1 400 /)
})

test('the refused request is in the journal', async () => {
  const headers = { Authorization: `Bearer ${TOKEN}` }
  await fetch(`${emulator.adminUrl}/requests`, { method: 'DELETE', headers })
  await answerToHead(PUT, [KEY, 'Content-Length: 1001'])
  const answer = await fetch(`${emulator.adminUrl}/requests`, { headers })
  expect(await answer.json()).toMatchObject({ requests: [{ operation: 'kv.put', outcome: 'too_large' }] })
})
