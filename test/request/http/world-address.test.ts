import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { worldAddress } from '../../../src/request/http/world-address.js'

type Sent = Pick<IncomingMessage, 'url' | 'headers'>

const of = (url: string | undefined, world?: string | string[]) =>
  worldAddress({ url, headers: world === undefined ? {} : { 'x-emulator-world': world } } as Sent)

describe('a request is for', () => {
  test.each<[string, string | undefined, string]>([
    ['/documents?limit=1', undefined, '/documents?limit=1'],
    ['/_worlds', undefined, '/_worlds'],
    ['/x/_worlds/w1/a', undefined, '/x/_worlds/w1/a'],
    ['http://h/documents', undefined, 'http://h/documents'],
    ['http://_worlds/w1/a', undefined, 'http://_worlds/w1/a'],
  ])('a request is for the default world, or the one of its header: %s', (url, world, target) => {
    expect(of(url)).toEqual({ world, prefix: '', target })
    expect(of(url, 'w7')).toEqual({ world: 'w7', prefix: '', target })
  })

  test.each<[string, string, string]>([
    ['/_worlds/w1/documents', 'w1', '/documents'],
    ['/_worlds/w1/documents?next=/a?b', 'w1', '/documents?next=/a?b'],
    ['/_worlds/w1/', 'w1', '/'],
    ['/_worlds/w1', 'w1', '/'],
    ['/_worlds/w1?a=/b', 'w1', '/?a=/b'],
    ['/_worlds/', '', '/'],
    ['/_worlds//a', '', '/a'],
    ['http://h/_worlds/w1/documents', 'w1', 'http://h/documents'],
    ['HTTP://h:80/_worlds/w1', 'w1', 'HTTP://h:80/'],
  ])('a request is for the world of its path: %s', (url, world, target) => {
    const address = { world, prefix: `/_worlds/${world}`, target }
    expect(of(url)).toEqual(address)
    expect(of(url, world)).toEqual(address)
  })
})

test('path and header that name different worlds are reported', () => {
  expect(of('/_worlds/w1/a', 'w2')).toBe(
    'the path names the world w1, but the X-Emulator-World header names w2',
  )
})

test('a header that was sent twice names no world of that path', () => {
  expect(of('/_worlds/w1/a', ['w1', 'w2'])).toBe(
    'the path names the world w1, but the X-Emulator-World header names w1, w2',
  )
})

test('a request without a target is for the root', () => {
  expect(of(undefined)).toEqual({ world: undefined, prefix: '', target: '/' })
})
