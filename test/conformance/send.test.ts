import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { read } from '../../conformance/check.js'
import { BrokenAnswer, RawBody, sendRequest } from '../../conformance/http-client.js'
import { sendByHttp } from '../../conformance/send.js'

/** The judge reads answers from the raw bytes. */

const sockets: Socket[] = []
const servers: Server[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

async function addressOf(server: Server): Promise<string> {
  servers.push(server)
  server.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function exchangeWith(answer: RequestListener, body?: unknown) {
  const url = await addressOf(createServer(answer))
  const method = body === undefined ? 'GET' : 'PUT'
  return sendRequest(sendByHttp(), { method, url: `${url}/v1/kv/a/b`, headers: {}, body })
}

const exchangeOf = (bytes: Buffer, headers: Record<string, string>) =>
  exchangeWith((_request, response) => response.writeHead(200, headers).end(bytes))

const JSON_TYPE = { 'content-type': 'application/json' }
const TEXT = '{"value":"é漢😀"}'

describe('an answer', () => {
  test('an answer is its bytes in UTF-8, with its status and headers', async () => {
    const answer = await exchangeOf(Buffer.from(TEXT), { ...JSON_TYPE, 'X-Next': 'n' })
    read(answer).member('value').equals('é漢😀')
    expect([answer.status, answer.statusText, answer.header('x-next')]).toEqual([200, 'OK', 'n'])
  })

  test('an answer may name the charset that it has, or one in which it is the same text', async () => {
    const utf8 = await exchangeOf(Buffer.from(TEXT), { 'content-type': 'application/json; charset=UTF-8' })
    const ascii = await exchangeOf(Buffer.from('{"value":"a"}'), {
      'content-type': 'application/json; charset=iso-8859-1',
    })
    expect([utf8.bytesProblem, ascii.bytesProblem]).toEqual([undefined, undefined])
  })

  test.each([
    ['a byte order mark', Buffer.from(`\ufeff${TEXT}`), JSON_TYPE, 'a byte order mark in front of the text'],
    ['Latin-1', Buffer.from('{"value":"é"}', 'latin1'), JSON_TYPE, 'bytes that are not UTF-8'],
    ['UTF-16', Buffer.from(TEXT, 'utf16le'), JSON_TYPE, 'bytes that are not UTF-8'],
    [
      'another charset in its Content-Type',
      Buffer.from(TEXT),
      { 'content-type': 'application/json; charset="iso-8859-1"' },
      'UTF-8, although the Content-Type says iso-8859-1',
    ],
  ])('an answer with %s is not JSON', async (_what, bytes, headers, problem) => {
    const answer = await exchangeOf(bytes, headers)
    expect(answer.bytesProblem).toBe(problem)
    expect(() => read(answer)).toThrow(`expected a JSON body in UTF-8\n     got ${problem}`)
  })

  test('an answer is understood if it is compressed though nobody asked for it', async () => {
    const answer = await exchangeOf(gzipSync(TEXT), { ...JSON_TYPE, 'content-encoding': 'gzip' })
    read(answer).member('value').equals('é漢😀')
  })

  test('an answer that is shorter than its Content-Length breaks off', async () => {
    const exchange = exchangeWith((_request, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' })
      response.write(TEXT, () => response.destroy())
    })
    await expect(exchange).rejects.toThrow(BrokenAnswer)
  })

  test('an answer that is longer than its Content-Length is not whole either', async () => {
    const url = await addressOf(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\n${TEXT}`)
      }),
    )
    const exchange = sendRequest(sendByHttp(), { method: 'GET', url, headers: {} })
    await expect(exchange).rejects.toThrow(BrokenAnswer)
  })

  test('a redirect is shown and not followed', async () => {
    const answer = await exchangeWith((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    )
    expect(answer.status).toBe(302)
  })
})

test('a body is sent in UTF-8 with its length', async () => {
  const seen: string[] = []
  await exchangeWith((request, response) => {
    seen.push(`${request.headers['content-length']} ${request.headers['transfer-encoding']}`)
    request.setEncoding('utf8').on('data', (text: string) => seen.push(text))
    request.on('end', () => response.end())
  }, new RawBody(TEXT))
  expect(seen).toEqual([`${Buffer.byteLength(TEXT)} undefined`, TEXT])
})

test('a connection that the service closes before it is used again is opened again', async () => {
  const server = createServer((request, response) => {
    if (sockets.length < 2 && request.url === '/second') request.socket.resetAndDestroy()
    else response.end('{}')
  })
  const url = await addressOf(server)
  const send = sendByHttp()
  for (const path of ['/first', '/second']) {
    const answer = await sendRequest(send, { method: 'GET', url: url + path, headers: {} })
    expect(answer.text).toBe('{}')
  }
  expect(sockets).toHaveLength(2)
})
