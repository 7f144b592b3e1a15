import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { fuzz } from '../fuzz/runs.js'
import { chunk, DB_KEY, get, HOST, KV_KEY, put, putWith, READ, readWith } from './requests.js'
import { isWell, talk, WIRE_SEED } from './wire.js'

/** The emulator answers any bytes with a status of its own or closes the connection, and goes on. */

const RUNS = 60

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({ seed: WIRE_SEED })
})
afterAll(() => emulator.close())

const requests: readonly string[] = [
  READ,
  put('{"value":{"a":[1,2,3]},"ttlSeconds":60}').toString('latin1'),
  putWith(['Transfer-Encoding: chunked'], `${chunk('{"value":1,"ttlSeconds":60}')}0\r\n\r\n`),
  `GET /documents?limit=2 HTTP/1.1\r\n${HOST}${DB_KEY}\r\n`,
  get('/documents/1'),
  `POST /documents HTTP/1.1\r\n${HOST}${DB_KEY}Content-Length: 13\r\n\r\n{"title":"a"}`,
  `DELETE /v1/kv/ns_wire_a1/k HTTP/1.1\r\n${HOST}${KV_KEY}\r\n`,
  `GET /v1/ec/ec_wire_b2 HTTP/1.1\r\n${HOST}X-KV-Key: kv_admin_config\r\n\r\n`,
  `GET /v1/usage/ns_wire_a1 HTTP/1.1\r\n${HOST}Authorization: Bearer a.b.c\r\n\r\n`,
  readWith('Connection: Upgrade', 'Upgrade: websocket'),
  `GET /_admin/requests?limit=1 HTTP/1.1\r\n${HOST}\r\n`,
  `POST /_admin/tokens HTTP/1.1\r\n${HOST}Content-Length: 11\r\n\r\n{"sub":"a"}`,
]

/** Bytes that mean something to a parser. */
const SPICE = [
  '\r\n',
  '\n',
  ' ',
  ':',
  '%',
  '/',
  '?',
  '#',
  '\0',
  '\xff',
  '{',
  '"',
  '0',
  'ffffffff',
  '-1',
  '\r\n\r\n',
]

interface Edit {
  readonly at: number
  readonly drop: number
  readonly insert: string
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(400),
  drop: fc.nat(12),
  insert: fc.oneof(
    fc.constantFrom('', ...SPICE),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  ),
})

const edited = (text: string, edits: readonly Edit[]): string =>
  edits.reduce((now, { at, drop, insert }) => {
    const place = at % (now.length + 1)
    return now.slice(0, place) + insert + now.slice(place + drop)
  }, text)

async function expectAnswersOrEnd(bytes: Buffer): Promise<void> {
  // More answers than any of these can get, because only the end of the connection counts.
  const { answers, isClosed } = await talk(emulator.baseUrl, bytes, { answers: 100, halfClose: true })
  expect(isClosed).toBe(true)
  for (const { status, headers, body } of answers) {
    const isFine = (status >= 200 && status < 300) || (status >= 400 && status < 500) || status === 501
    expect(isFine, `status ${status}: ${body}`).toBe(true)
    if (status < 400) continue
    const isExplained =
      headers.has('x-emulator-reason') || /^\{"error":.*"message":/.test(body) || body === ''
    expect(isExplained, `status ${status} without a reason: ${body}`).toBe(true)
  }
}

test('random bytes harm nobody else', async () => {
  const property = fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 600 }), (bytes) =>
    expectAnswersOrEnd(Buffer.from(bytes)),
  )
  await fuzz(property, RUNS)
  expect(await isWell(emulator.baseUrl)).toBe(true)
})

test('requests with a few bytes changed harm nobody else', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...requests),
    fc.array(edit, { minLength: 1, maxLength: 4 }),
    (request, edits) => expectAnswersOrEnd(Buffer.from(edited(request, edits), 'latin1')),
  )
  await fuzz(property, RUNS)
  expect(await isWell(emulator.baseUrl)).toBe(true)
})

test('several requests on one connection, the bytes between them changed, harm nobody else', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.constantFrom(...requests), { minLength: 2, maxLength: 5 }),
    fc.array(edit, { maxLength: 2 }),
    (several, edits) => expectAnswersOrEnd(Buffer.from(edited(several.join(''), edits), 'latin1')),
  )
  await fuzz(property, RUNS)
  expect(await isWell(emulator.baseUrl)).toBe(true)
})
