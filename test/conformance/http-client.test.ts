import { describe, expect, test } from 'vitest'
import { describeExchange } from '../../conformance/check.js'
import {
  type ClientRequest,
  nextUrl,
  RawBody,
  sendRequest,
  withApiKey,
} from '../../conformance/http-client.js'

const ASKED = 'http://db.test:4600/_worlds/w1/documents?limit=2'

describe('an x-next is sent back as', () => {
  test.each([
    ['a URL, unchanged', 'http://db.test:4600/_worlds/w1/documents?after=7', undefined],
    [
      'a path, from the root',
      '/_worlds/w1/documents?after=7',
      'http://db.test:4600/_worlds/w1/documents?after=7',
    ],
    ['a query, of the same path', '?after=7', 'http://db.test:4600/_worlds/w1/documents?after=7'],
    ['a cursor, in the query after the limit', 'c+/=&7', `${ASKED}&next=c%2B%2F%3D%267`],
    [
      'a URL of another host, without leaving this one',
      'https://evil.test/x?y=1',
      'http://db.test:4600/x?y=1',
    ],
    ['a path with another host, without leaving this one', '//evil.test/x?y=1', 'http://db.test:4600/x?y=1'],
    ['a text that only begins like a URL, as a cursor', 'http://[', `${ASKED}&next=http%3A%2F%2F%5B`],
    ['a text that only begins like a path, as a cursor', '//[', `${ASKED}&next=%2F%2F%5B`],
  ])('an x-next is sent back as %s', (_, next, url = next) => expect(nextUrl(ASKED, next)).toBe(url))

  test('a cursor replaces the one of the page before', () => {
    expect(nextUrl(`${ASKED}&next=one`, 'two')).toBe(`${ASKED}&next=two`)
  })
})

describe('an exchange', () => {
  const sent: ClientRequest[] = []
  const send = async (request: ClientRequest) => {
    sent.push(request)
    return { status: 200, headers: new Headers({ 'X-Next': 'n' }), text: '{"ok":true}' }
  }

  test('an exchange sends a raw body unchanged, with the content type of JSON', async () => {
    const answer = await sendRequest(send, {
      method: 'PUT',
      url: 'http://a.test/x',
      headers: {},
      body: new RawBody('{"a":1.0}'),
    })
    expect(sent.at(-1)).toEqual({
      method: 'PUT',
      url: 'http://a.test/x',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"a":1.0}',
    })
    expect(answer.header('x-next')).toBe('n')
    expect(answer.header('x-other')).toBeUndefined()
  })

  test('an exchange is described without its credential', async () => {
    const answer = await sendRequest(send, {
      method: 'GET',
      url: 'http://a.test/x',
      headers: withApiKey('secret'),
    })
    expect(describeExchange(answer)).toBe('GET http://a.test/x (x-api-key) -> 200 {"ok":true}')
  })
})
