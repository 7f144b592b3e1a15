import { describe, expect, test } from 'vitest'
import { plainRequest } from '../../src/in-process/request.js'

const ADDRESS = 'http://127.0.0.1/documents'

/** The same request, read by a standard Request. */
async function standard(init: RequestInit) {
  const request = new Request(ADDRESS, init)
  return {
    method: request.method,
    headers: [...request.headers],
    body: Buffer.from(await request.arrayBuffer()).toString(),
  }
}

const pairsOf = (list: readonly string[]) =>
  list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : []))

describe('a plain request', () => {
  test.each<[string, RequestInit]>([
    ['nothing', {}],
    ['a method', { method: 'DELETE' }],
    ['headers', { headers: { 'X-KV-Key': 'kv_read_demo', Accept: 'a' } }],
    [
      'Headers',
      {
        headers: new Headers([
          ['b', '1'],
          ['a', '2'],
          ['a', '3'],
        ]),
      },
    ],
    [
      'pairs of headers',
      {
        headers: [
          ['a', '1'],
          ['a', '2'],
        ],
      },
    ],
    ['headers in other orders and letters', { headers: { b: '1', a: '2', 'X-A': '3', 'CONTENT-TYPE': 'a' } }],
    ['headers of one name', { headers: { a: '1', A: '2' } }],
    ['a header with spaces around it', { headers: { a: ' 1 ', b: '' } }],
    ['a header beyond ASCII', { headers: { a: 'é' } }],
    ['a header that is a number', { headers: { a: 1 } as unknown as Record<string, string> }],
    ['a text', { method: 'PUT', body: '{"value":"€"}' }],
    ['an empty text', { method: 'POST', body: '' }],
    ['a text of a type', { method: 'POST', body: 'a', headers: { 'content-type': 'application/json' } }],
    ['a text for a DELETE', { method: 'DELETE', body: 'a' }],
  ])('is what a Request of %s is', async (_, init) => {
    const plain = plainRequest(init)
    expect(plain && { ...plain, headers: pairsOf(plain.headers), body: plain.body.toString() }).toEqual(
      await standard(init),
    )
  })

  test.each<[string, RequestInit]>([
    ['a method in other letters', { method: 'put' }],
    ['a method of no operation', { method: 'PATCH' }],
    ['a body for a GET', { body: 'a' }],
    ['bytes', { method: 'PUT', body: new Uint8Array(2) }],
    ['a form', { method: 'POST', body: new URLSearchParams('a=1') }],
    ['no body', { method: 'POST', body: null }],
    ['another option', { redirect: 'error' }],
  ])('leaves %s to Request', (_, init) => {
    expect(plainRequest(init)).toBeUndefined()
  })

  test('refuses headers as Request does', () => {
    expect(() => plainRequest({ headers: { 'a b': '1' } })).toThrow(TypeError)
  })
})
