import { describe, expect, test } from 'vitest'
import { hostName, isFromOwnPort, isKnownHost } from '../../src/web/known-hosts.js'

/** Decides by their names alone which pages may control the emulator. */

describe('a name that a stranger can register is a stranger', () => {
  test.each([
    'x.notinternal',
    'x.notlocalhost',
    'internal.x',
    'localhost.x',
    'x.internal.',
    '127.0.0.1.x',
    'emulator.example.com.x',
    'sub.emulator.example.com',
  ])('the name %s, which a stranger can register, is a stranger', (name) => {
    expect(isKnownHost(name, ['emulator.example.com'])).toBe(false)
  })
})

test.each([
  'localhost',
  '127.0.0.1',
  '[::1]',
  'emulator',
  'x.localhost',
  'x.internal',
  'Emulator.example.com',
])('the name %s is known', (name) => {
  expect(isKnownHost(hostName(name), ['emulator.EXAMPLE.com'])).toBe(true)
})

describe('a page of another port of this server', () => {
  test.each([
    ['http://localhost:4600', 'localhost:4601'],
    ['http://127.0.0.1:4600', '127.0.0.1:4601'],
    ['http://[::1]:4600', '[::1]:4601'],
    ['http://emulator.example.com:4600', 'Emulator.example.com:80'],
  ])('a page of another port of this server is %s, under the Host %s', (origin, host) => {
    expect(isFromOwnPort(origin, host, '4600', ['emulator.example.com'])).toBe(true)
  })

  test.each([
    ['the first digits of its port alone', 'http://localhost:460', 'localhost'],
    ['its port, and one digit more', 'http://localhost:46001', 'localhost'],
    ['no port', 'http://localhost', 'localhost'],
    ['another port', 'http://localhost:4601', 'localhost:4601'],
    ['more after its port', 'http://localhost:4600.evil.example', 'localhost'],
    ['a path', 'http://localhost:4600/', 'localhost'],
    ['another scheme', 'https://localhost:4600', 'localhost'],
    ['another name of the same machine', 'http://127.0.0.1:4600', 'localhost'],
    ['a sandboxed page', 'null', 'localhost'],
    ['a stranger under its own name', 'http://evil.example:4600', 'evil.example'],
  ])(
    'a page is not one of another port of this server with %s: %s under the Host %s',
    (_what, origin, host) => {
      expect(isFromOwnPort(origin, host, '4600', [])).toBe(false)
    },
  )
})
