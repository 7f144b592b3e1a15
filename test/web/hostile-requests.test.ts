import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import {
  chunk,
  GREETING,
  get,
  HOST,
  KV_KEY,
  NO_HOSTS,
  PUT_BODY,
  putWith,
  READ,
  readWith,
} from './requests.js'
import { isWell, talk, WIRE_SEED, type WireAnswer } from './wire.js'

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({ seed: WIRE_SEED })
})
afterEach(async () => {
  expect(await isWell(emulator.baseUrl)).toBe(true)
})
afterAll(() => emulator.close())

const KIB = 1024
const LENGTH = `Content-Length: ${PUT_BODY.length}`
const CHUNKED = 'Transfer-Encoding: chunked'

function expectReason(answer: WireAnswer | undefined): void {
  const reason = answer?.headers.get('x-emulator-reason') ?? ''
  expect(reason).toMatch(/^[\x20-\x7e]{10,200}$/)
}

async function first(bytes: string | Buffer, options = {}): Promise<WireAnswer | undefined> {
  const { answers } = await talk(emulator.baseUrl, bytes, options)
  return answers[0]
}

describe('is refused with a reason', () => {
  test.each<[what: string, status: number, bytes: string | Buffer]>([
    ['an unknown method', 400, `FOO ${GREETING} HTTP/1.1\r\n${HOST}\r\n`],
    ['PATCH', 501, `PATCH ${GREETING} HTTP/1.1\r\n${HOST}\r\n`],
    ['OPTIONS *', 501, `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
    ['CONNECT', 501, `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`],
    ['TLS', 400, Buffer.from('16030102000100', 'hex')],
    ['HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no Host', 400, `GET ${GREETING} HTTP/1.1\r\n${KV_KEY}\r\n`],
    ['a Host twice', 400, readWith('Host: localhost')],
    ['a list in Host', 400, READ.replace('localhost', 'localhost, a.test')],
    ['a path in Host', 400, READ.replace('localhost', 'localhost/path')],
    ['a user in Host', 400, READ.replace('localhost', 'user@localhost')],
    ...NO_HOSTS.map((host): [string, number, string] => [
      `the Host ${host}`,
      400,
      READ.replace('localhost', host),
    ]),
    ...NO_HOSTS.map((host): [string, number, string] => [
      `a target at ${host}`,
      400,
      get(`http://${host}${GREETING}`),
    ]),
    ['a target with a user', 400, get(`http://user@localhost${GREETING}`)],
    ['an empty transfer encoding', 400, putWith([LENGTH, 'Transfer-Encoding: '], PUT_BODY)],
    ['no path at all', 400, get('')],
    ['a query without a path', 400, get('?limit=1')],
    ['a target without a slash', 400, get('documents')],
    ['an absolute target of another scheme', 501, get('ftp://localhost/documents')],
    ['dot segments', 501, get('/v1/kv/../../_admin')],
    ['an absolute target of the admin interface', 501, get('http://localhost/_admin/clock')],
    ['broken percent-encoding in a key', 400, get('/v1/kv/ns_wire_a1/%zz')],
    ['NUL in a path', 400, get('/v1/kv/ns_wire_a1/a\0b')],
    ['raw latin1 in a key header', 401, `GET ${GREETING} HTTP/1.1\r\n${HOST}X-KV-Key: caf\xe9\r\n\r\n`],
    ['a control character in a header', 400, readWith('X-Odd: a\x01b')],
    ['a header without a colon', 400, readWith('X-Odd')],
    ['X-KV-Key twice', 401, readWith('X-KV-Key: kv_admin_wire')],
    ['Content-Length twice', 400, putWith([LENGTH, LENGTH], PUT_BODY)],
    ['length beside chunks', 400, putWith(['Content-Length: 5', CHUNKED], '0\r\n\r\n')],
    ['an unknown transfer encoding', 400, putWith(['Transfer-Encoding: xchunked'], '0\r\n\r\n')],
    ['an unknown Expect', 417, putWith([LENGTH, 'Expect: coffee'], PUT_BODY)],
    ['a PUT without a body', 400, putWith([], '')],
    ['headers of 300 KiB', 431, readWith(`X-Big: ${'x'.repeat(300 * KIB)}`)],
    ['a path of 300 KiB', 431, get(`/v1/kv/ns_wire_a1/${'x'.repeat(300 * KIB)}`)],
    ['very many headers', 431, readWith(...Array.from({ length: 60_000 }, () => 'a: bcdef'))],
    [
      'a websocket to nowhere',
      501,
      get('/nowhere').replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    ],
  ])('%s is refused by %i with a reason', async (_what, status, bytes) => {
    const answer = await first(bytes)
    expect(answer?.status).toBe(status)
    expectReason(answer)
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ message: expect.any(String) })
  })

  test.each([
    ['chunks that are cut short', putWith([CHUNKED], `40\r\n${PUT_BODY}`)],
    ['chunks without an end', putWith([CHUNKED], chunk(PUT_BODY))],
    ['a body shorter than announced', putWith(['Content-Length: 400'], PUT_BODY)],
    ['a transfer encoding without chunks', putWith(['Transfer-Encoding: gzip'], PUT_BODY)],
    ['headers that are cut short', `GET ${GREETING} HTTP/1.1\r\n${HOST}`],
    ['a request line that is cut short', `GET ${GREETING}`],
  ])('%s is refused with a reason once the client ends its side', async (_what, bytes) => {
    const answer = await first(bytes, { halfClose: true })
    expect(answer?.status).toBe(400)
    expectReason(answer)
  })

  // Node's parser accepts these up to 20.19 and refuses them in later versions. Neither may do harm.
  test.each<[what: string, statuses: readonly number[], bytes: string | Buffer]>([
    ['raw latin1 in a path', [400, 404], get('/v1/kv/ns_wire_a1/caf\xe9')],
    ['raw UTF-8 in a path', [400, 404], Buffer.from(get('/v1/kv/ns_wire_a1/café'))],
    ['a header without a name', [200, 400], readWith(': value')],
  ])('%s is refused by one of %j, with a reason', async (_what, statuses, bytes) => {
    const answer = await first(bytes)
    expect(statuses).toContain(answer?.status)
    if (answer?.status !== 200) expectReason(answer)
  })

  test('HEAD is refused without a body', async () => {
    const { answers } = await talk(
      emulator.baseUrl,
      `HEAD ${GREETING} HTTP/1.1\r\n${HOST}${KV_KEY}\r\n${READ}`,
      {
        isHead: true,
      },
    )
    expect(answers[0]?.status).toBe(501)
    expectReason(answers[0])
  })
})

describe('is served, since it is odd but valid', () => {
  test.each<[what: string, bytes: string | Buffer]>([
    ['HTTP/1.0 without a Host', `GET ${GREETING} HTTP/1.0\r\n${KV_KEY}\r\n`],
    ['an empty Host', `GET ${GREETING} HTTP/1.1\r\nHost:\r\n${KV_KEY}\r\n`],
    ['an absolute target', get(`http://example.com:80${GREETING}`)],
    ['an absolute target in capitals', get(`HTTP://EXAMPLE.COM${GREETING}`)],
    ['a body on a GET', readWith('Content-Length: 5').concat('abcde')],
    ['chunks', putWith([CHUNKED], `${chunk('{"value":1')}${chunk(',"ttlSeconds":60}')}0\r\n\r\n`)],
    [
      'chunks with extensions and trailers',
      putWith([CHUNKED], `1b;a=b\r\n${PUT_BODY}\r\n0\r\nX-T: 1\r\n\r\n`),
    ],
    ['Expect: 100-continue', putWith([LENGTH, 'Expect: 100-continue'], PUT_BODY)],
    ['Content-Type twice', putWith([LENGTH, 'Content-Type: a/b', 'Content-Type: c/d'], PUT_BODY)],
    ['raw latin1 in a header that nobody reads', readWith('X-Odd: caf\xe9')],
    ['a hundred headers', readWith(...Array.from({ length: 100 }, (_, i) => `X-${i}: ${i}`))],
    ['headers of 200 KiB', readWith(`X-Big: ${'x'.repeat(200 * KIB)}`)],
    // Java's HttpClient asks for h2c on every first request, and takes an answer in HTTP/1.1 for a no.
    [
      'an offer of h2c',
      readWith('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
    ],
    [
      'an offer of a websocket',
      readWith('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'),
    ],
    ['empty lines before a request', `\r\n\r\n${READ}`],
  ])('%s is served, since it is odd but valid', async (_what, bytes) => {
    expect(await first(bytes)).toMatchObject({ status: 200, body: expect.stringContaining('"ok":true') })
  })

  test('an absolute target reaches the world that its path names', async () => {
    await using world = await emulator.world({ seed: { namespaces: [] } })
    const path = new URL(world.baseUrl).pathname
    expect((await first(get(`http://example.com${path}${GREETING}`)))?.status).toBe(404)
    const [request] = await world.requests()
    expect(request).toMatchObject({ operation: 'kv.get', path: GREETING })
    expect((await first(get(`http://example.com/_worlds/none${GREETING}`)))?.status).toBe(404)
    expect((await first(get(`http://example.com${path}/_admin/clock`)))?.status).toBe(501)
  })

  test('a body on a DELETE is served, since it is odd but valid', async () => {
    const bytes = `DELETE /v1/kv/ns_wire_a1/none HTTP/1.1\r\n${HOST}${KV_KEY}Content-Length: 3\r\n\r\nabc`
    expect((await first(bytes))?.status).toBe(404)
  })
})
