import { describe, expect, it } from 'vitest'
import { PartialHead } from '../../src/web/partial-head.js'

/** What Node tells of a request once its head is whole. */
const told = (rawHeaders: string[]) => ({
  method: 'PUT',
  url: '/a',
  rawHeaders,
  headers: Object.fromEntries(
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
    ),
  ),
})

/** A head without white space and without an end, and what Node tells of them. */
const LINE = 'PUT /a HTTP/1.1\r\n'
const LONG = LINE + 'ab:cd\r\n'.repeat(100)
const LONG_HEADERS = Array.from({ length: 100 }, () => ['ab', 'cd']).flat()
const LONG_BYTES = LONG.length + 64 * 101
const GET = 'PUT /a HTTP/1.1\r\nHost:a\r\n\r\n'
const HEADERS = ['Host', 'a']
const PUT = 'PUT /a HTTP/1.1\r\nHost:a\r\nContent-Length:1000\r\n\r\n'
const PUT_HEADERS = [...HEADERS, 'Content-Length', '1000']
const CHUNKED = 'PUT /a HTTP/1.1\r\nHost:a\r\nTransfer-Encoding:chunked\r\n\r\n'
const CHUNKED_HEADERS = [...HEADERS, 'Transfer-Encoding', 'chunked']

describe('what a partial head takes', () => {
  const head = () => {
    const partial = new PartialHead()
    let bytes = 0
    return {
      begin: (rawHeaders: string[]) => partial.end(told(rawHeaders)),
      read(text: string, isBody = false): number {
        bytes += partial.read(Buffer.from(text), isBody)
        return bytes
      },
    }
  }

  it('is its bytes, and 64 for each line', () => {
    const { read } = head()
    expect(read(LONG)).toBe(LONG_BYTES)
    expect(read('ab')).toBe(LONG_BYTES + 2)
    expect(read(': c\r\n')).toBe(LONG_BYTES + 7 + 64)
  })

  it('is nothing once its request has begun', () => {
    const { begin, read } = head()
    read(GET.slice(0, 20))
    begin(HEADERS)
    expect(read(GET.slice(20))).toBe(0)
    expect(read('GET')).toBe(3)
  })

  it('is what came with the request before, too', () => {
    const { begin, read } = head()
    begin(HEADERS)
    begin(HEADERS)
    expect(read(GET + GET + LONG)).toBe(LONG_BYTES)
    expect(read('a')).toBe(LONG_BYTES + 1)
  })

  it('is nothing of a body, in one piece or in several, whatever stands in it', () => {
    const { begin, read } = head()
    begin(PUT_HEADERS)
    expect(read(PUT + 'x'.repeat(1000))).toBe(0)
    begin(PUT_HEADERS)
    expect(read(PUT + '\r\n'.repeat(250), true)).toBe(0)
    expect(read('\r\n'.repeat(250))).toBe(0)
    begin(PUT_HEADERS)
    expect(read(PUT, true)).toBe(0)
    expect(read('x'.repeat(999), true)).toBe(0)
    expect(read('x')).toBe(0)
  })

  it('is what stands behind a body', () => {
    const { begin, read } = head()
    begin(PUT_HEADERS)
    expect(read(PUT + 'x'.repeat(1000) + LONG)).toBe(LONG_BYTES)
    begin([...LONG_HEADERS, ...PUT_HEADERS])
    expect(read(PUT.slice(LINE.length), true)).toBe(0)
    expect(read('x'.repeat(1000) + LONG)).toBe(LONG_BYTES)
  })

  it('is what stands behind the last chunk', () => {
    const { begin, read } = head()
    begin(CHUNKED_HEADERS)
    expect(read(`${CHUNKED}ff\r\n`, true)).toBe(0)
    expect(read(`${'x'.repeat(255)}\r\n0\r\n\r\n${LONG}`)).toBe(LONG_BYTES)
    begin([...LONG_HEADERS, ...PUT_HEADERS])
    expect(read(`${PUT.slice(LINE.length)}${'x'.repeat(1000)}`)).toBe(0)
  })

  it('grows by no white space from request to request', () => {
    const { begin, read } = head()
    const spaced = PUT.replaceAll(/:(?=[a\d])/g, ':   ')
    for (let index = 0; index < 1000; index++) {
      begin(PUT_HEADERS)
      expect(read(spaced + 'x'.repeat(1000))).toBe(0)
    }
  })
})
