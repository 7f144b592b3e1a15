import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { MemoryBudget } from '../../../src/core/memory.js'
import { type PlainMessage, PlainReader } from '../../../src/web/plain/plain-message.js'
import { Remembered } from '../../../src/web/plain/remembered.js'
import { GREETING, get, KV_KEY, PUT_BODY, put, putWith, READ, readWith } from '../requests.js'

const remembered = new Remembered(new MemoryBudget(1e9))

const read = (bytes: string | Buffer): PlainMessage | undefined =>
  new PlainReader(new Socket(), remembered).read(Buffer.from(bytes as string, 'latin1'))

describe('a plain request', () => {
  it('is read whole', () => {
    const message = read(put(PUT_BODY, 'a%20b?c=1'))
    expect(message).toMatchObject({
      method: 'PUT',
      url: '/v1/kv/ns_wire_a1/a%20b?c=1',
      httpVersion: '1.1',
      rawHeaders: ['Host', 'localhost', 'X-KV-Key', 'kv_admin_wire', 'Content-Length', `${PUT_BODY.length}`],
      headers: { host: 'localhost', 'x-kv-key': 'kv_admin_wire', 'content-length': `${PUT_BODY.length}` },
    })
    expect(message?.body.toString()).toBe(PUT_BODY)
  })

  it.each<[what: string, bytes: string | Buffer]>([
    ['a GET', READ],
    ['a POST without a body', READ.replace('GET', 'POST')],
    ['a DELETE', READ.replace('GET', 'DELETE')],
    ['an empty body', putWith(['Content-Length: 0'], '')],
    ['a header without a space', readWith('X-A:b')],
    ['white space in a value', readWith('User-Agent: one  two')],
    ['a connection that goes on', readWith('Connection: Keep-Alive')],
    ['bytes of all kinds as its body', put(Buffer.from([0, 13, 10, 13, 10, 255]))],
  ])('is %s', (_what, bytes) => {
    expect(read(bytes)).toBeDefined()
  })
})

describe('is for Node', () => {
  it.each<[what: string, bytes: string | Buffer]>([
    ['nothing', ''],
    ['half a head', READ.slice(0, -1)],
    ['half a body', put(PUT_BODY).subarray(0, -1)],
    ['a body behind none', `${READ}a`],
    ['two requests', READ + READ],
    ['a line before', `\r\n${READ}`],
    ['HTTP/1.0', READ.replace('1.1', '1.0')],
    ['HEAD', READ.replace('GET', 'HEAD')],
    ['OPTIONS', READ.replace('GET', 'OPTIONS')],
    ['no method', READ.replace('GET', 'get')],
    ['a target that is no path', get('http://localhost/documents')],
    ['a fragment', get(`${GREETING}#a`)],
    ['a byte beyond ASCII in the target', get('/v1/kv/\xe9')],
    ['a space in the target', get('/v1/kv/a b')],
    ['no headers', `GET ${GREETING} HTTP/1.1\r\n\r\n`],
    ['no Host', `GET ${GREETING} HTTP/1.1\r\n${KV_KEY}\r\n`],
    ['a Host that is more than a name', READ.replace('localhost', 'a@localhost')],
    ['a header twice', readWith('X-A: 1', 'x-a: 2')],
    ['a name that all objects have', readWith('constructor: 1')],
    ['a name that means the parent of an object', readWith('__proto__: 1')],
    ['a name with a space', readWith('X A: 1')],
    ['a name with a space behind it', readWith('X-A : 1')],
    ['an empty value', readWith('X-A:')],
    ['a value with a space behind it', readWith('X-A: 1 ')],
    ['two spaces before a value', readWith('X-A:  1')],
    ['a tab', readWith('X-A: 1\t2')],
    ['a folded line', readWith('X-A: 1', ' 2')],
    ['a byte beyond ASCII in a value', readWith('X-A: caf\xe9')],
    ['a NUL', readWith('X-A: \0')],
    ['a bare line feed', READ.replace('\r\nX-KV', '\nX-KV')],
    ['a bare carriage return', READ.replace('\r\nX-KV', '\rX-KV')],
    ['a carriage return alone behind the first line', READ.replace('1.1\r\n', '1.1\rX')],
    ['a connection that ends', readWith('Connection: close')],
    ['an upgrade', readWith('Connection: Upgrade', 'Upgrade: websocket')],
    ['an upgrade alone', readWith('Upgrade: websocket')],
    ['what is expected', putWith(['Expect: 100-continue', 'Content-Length: 0'], '')],
    ['a coding of the body', putWith(['Transfer-Encoding: chunked'], '0\r\n\r\n')],
    ['a length and a coding', putWith(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
    ['a length with a sign', putWith(['Content-Length: +1'], 'a')],
    ['a length in hexadecimal', putWith(['Content-Length: 0x1'], 'a')],
    ['two lengths', putWith(['Content-Length: 1, 1'], 'a')],
    ['more header lines than a connection is to remember', readWith(`X-A: ${'a'.repeat(4096)}`)],
    ['a length beyond all bodies', putWith(['Content-Length: 999999999'], 'a')],
  ])('%s', (_what, bytes) => {
    expect(read(bytes)).toBeUndefined()
  })
})

describe('header lines like those before', () => {
  const reader = new PlainReader(new Socket(), remembered)
  const readNext = (bytes: string | Buffer) => reader.read(Buffer.from(bytes as string, 'latin1'))

  it('are read once', () => {
    const first = readNext(READ)
    const second = readNext(READ.replace('greeting', 'other'))
    expect(second?.url).toBe('/v1/kv/ns_wire_a1/other')
    expect(second?.rawHeaders).toBe(first?.rawHeaders)
  })

  it.each<[what: string, bytes: string | Buffer]>([
    ['go on', readWith('X-A: b')],
    ['have a body behind them', `${READ}a`],
    ['end early', READ.slice(0, -3)],
    ['differ in a byte', READ.replace('kv_admin_wire', 'kv_admin_wira')],
  ])('are read anew where they %s', (_what, bytes) => {
    readNext(READ)
    const anew = read(bytes)
    expect(readNext(bytes)?.rawHeaders).toEqual(anew?.rawHeaders)
  })

  it('are forgotten where memory is short, those of the oldest connection first', () => {
    const budget = new MemoryBudget(100_000)
    const short = new Remembered(budget)
    const bytes = Buffer.from(READ)
    const readers = [1, 2, 3].map(() => new PlainReader(new Socket(), short))
    const headersOf = (at: number) => readers[at]?.read(bytes)?.rawHeaders
    const [oldest, , newest] = readers.map((_, at) => headersOf(at))
    const taken = budget.used / 3
    const others = budget.open()
    expect(others.take(budget.bytesMax - 2 * taken)).toBe(true)
    expect(headersOf(2)).toBe(newest)
    expect(headersOf(0)).not.toBe(oldest)
    others.close()
    for (const reader of readers) reader.forget()
    expect(budget.used).toBe(0)
  })

  it('do not change with the bytes that they came in', () => {
    const bytes = Buffer.from(READ)
    reader.read(bytes)
    bytes.fill('x')
    expect(readNext(READ)?.headers.host).toBe('localhost')
  })
})
