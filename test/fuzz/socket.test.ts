import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sendInPieces } from '../web/pieces.js'
import { HOST, KV_KEY, NO_HOSTS } from '../web/requests.js'
import { isWell, talk, type WireAnswer } from '../web/wire.js'
import { JSON_TEXTS, NAMES } from './hostile-values.js'
import { FUZZ_TIMEOUT_MS, fuzz } from './runs.js'
import { cuts, EVERY_SWITCH, isWellFormed, NAMESPACE, WORLD, wireEmulator } from './wire-emulator.js'

/** Requests that no ordinary client sends, in odd pieces, are answered correctly or refused. */

function expectAllowed({ status, body }: WireAnswer): void {
  expect((status >= 200 && status < 500) || status === 501, `${status} ${body.slice(0, 300)}`).toBe(true)
}

/** A request inside the body of another one. It must never be carried out. */
const smuggled = (world: string) =>
  `PUT ${world}${NAMESPACE}/smuggled HTTP/1.1\r\n${HOST}${KV_KEY}Content-Length: 27\r\n\r\n{"value":1,"ttlSeconds":60}`

/** Lines that frame a body. A Content-Length may not be combined with any other of these lines. */
const FRAMINGS: readonly string[] = [
  'Content-Length: 5',
  'Content-Length: 0',
  'Content-Length: 4000',
  'content-length : 5',
  'Content-Length: +5',
  'Content-Length: 0x5',
  'Content-Length: 5, 5',
  'Content-Length: ',
  'Content-Length: 5\x0b',
  'Content-Length: 18446744073709551621',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: CHUNKED\r\n ',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked, chunked',
  'Transfer-Encoding: "chunked"',
]

const PATHS = [
  '/v1/kv/',
  '/v1/usage/',
  '/v1/ec/',
  '/documents/',
  '/projects/',
  '/_worlds/',
  '/_admin/',
  '/_dashboard/',
  '/',
]
const rawSegment = fc.oneof(
  fc.constantFrom(
    'ns_wire_a1',
    'ec_wire_b2',
    '1',
    '%',
    '%zz',
    '%00',
    '%ff',
    '%c0%ae',
    '%ed%a0%80',
    '..',
    '%2e%2e',
    ';',
    '%5c',
  ),
  fc.constantFrom(...NAMES.filter(isWellFormed)).map(encodeURIComponent),
)
const HEADERS = [
  'X-KV-Key',
  'X-API-Key',
  'Authorization',
  'X-Emulator-World',
  'X-Emulator-Fault',
  'x-next',
  'Content-Type',
  'Accept',
  'Origin',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Prefix',
  'Forwarded',
  'Connection',
  'Upgrade',
  'Expect',
]
const HEADER_VALUES = [
  'kv_admin_wire',
  'db_wire',
  'Bearer a.b.c',
  `Bearer ${Buffer.from('{"alg":"__proto__"}').toString('base64url')}.e30.`,
  '__proto__',
  'constructor',
  '503; effect=__proto__',
  '503;503',
  'delay=1e9',
  '?next=%ff',
  'http://[',
  '\xff\xfe',
  'text/html',
  ' ',
  ';'.repeat(2000),
  'a:99999',
  'host=a:99999;proto=https',
  'Upgrade',
  'websocket',
  '100-continue',
]
const HOSTS = ['localhost', 'localhost', 'a;b', ...NO_HOSTS]

describe.each([
  ['as it starts', {}, ''],
  ['with every switch on', EVERY_SWITCH, WORLD],
] as const)('an emulator %s', (_how, switches, world) => {
  const emulator = wireEmulator(switches)

  test(
    'a request whose end is given in two ways is refused, and what is in its body never carried out',
    async () => {
      const property = fc.asyncProperty(
        fc
          .uniqueArray(fc.constantFrom(...FRAMINGS), { minLength: 2, maxLength: 4 })
          .filter((lines) => lines.some((line) => /^content-length/i.test(line))),
        fc.constantFrom('0\r\n\r\n', '5\r\nabcde\r\n0\r\n\r\n', 'abcde', ''),
        cuts,
        async (lines, rest, places) => {
          await emulator().reset()
          const head = `PUT ${world}${NAMESPACE}/k HTTP/1.1\r\n${HOST}${KV_KEY}${lines.join('\r\n')}\r\n\r\n`
          const bytes = Buffer.from(`${head}${rest}${smuggled(world)}`, 'latin1')
          const { answers, isClosed } = await sendInPieces(emulator().baseUrl, bytes, places, {
            answers: 100,
            halfClose: true,
          })
          expect(isClosed).toBe(true)
          for (const answer of answers) expectAllowed(answer)
          expect(answers.map(({ status }) => status)).toEqual([400])
          const looked = await fetch(`${emulator().baseUrl}${NAMESPACE}/smuggled`, {
            headers: { 'X-KV-Key': 'kv_admin_wire' },
          })
          expect(looked.status).toBe(404)
        },
      )
      await fuzz(property, 40)
    },
    FUZZ_TIMEOUT_MS,
  )

  test(
    'names of prototypes, broken escapes and strange headers anywhere are answered by 4xx or 501',
    async () => {
      const property = fc.asyncProperty(
        fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH'),
        fc.constantFrom(...PATHS),
        fc.constantFrom(...HOSTS),
        fc.constantFrom('', '', world, ...HOSTS.map((host) => `http://${host}`)),
        fc.array(rawSegment, { maxLength: 3 }),
        fc.array(
          fc.tuple(
            fc.constantFrom('limit', 'next', ...NAMES.filter(isWellFormed)),
            fc.constantFrom('1', '', '-0', '1e400', '%', ...NAMES.filter(isWellFormed)),
          ),
          { maxLength: 3 },
        ),
        fc.array(fc.tuple(fc.constantFrom(...HEADERS), fc.constantFrom(...HEADER_VALUES)), { maxLength: 4 }),
        fc.constantFrom('', ...JSON_TEXTS),
        cuts,
        async (method, path, host, before, segments, query, headers, body, places) => {
          const search = query.map(
            ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
          )
          const target = `${before}${path}${segments.join('/')}${search.length > 0 ? `?${search.join('&')}` : ''}`
          const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
          const head = `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${lines}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`
          const bytes = Buffer.from(head + body, 'latin1')
          const { answers, isClosed } = await sendInPieces(emulator().baseUrl, bytes, places, {
            answers: 100,
          })
          expect(isClosed).toBe(true)
          // A fault that the request itself asked for is no failure of the emulator.
          const isFault = headers.some(
            ([name, value]) => name === 'X-Emulator-Fault' && value.startsWith('503'),
          )
          if (!isFault) for (const answer of answers) expectAllowed(answer)
        },
      )
      await fuzz(property, 60)
      expect(await isWell(emulator().baseUrl)).toBe(true)
    },
    FUZZ_TIMEOUT_MS,
  )

  test('requests that end early, at any byte, change nothing', async () => {
    await emulator().reset()
    const before = await emulator().state.get()
    const put = `PUT ${world}${NAMESPACE}/half HTTP/1.1\r\n${HOST}${KV_KEY}Transfer-Encoding: chunked\r\n\r\n1b\r\n{"value":1,"ttlSeconds":60}\r\n0\r\n\r\n`
    for (let at = 1; at < put.length; at += 7) {
      const { answers } = await talk(emulator().baseUrl, put.slice(0, at), { answers: 100, halfClose: true })
      for (const { status } of answers) expect(status).toBe(400)
    }
    expect(await emulator().state.get()).toEqual(before)
    expect((await talk(emulator().baseUrl, put)).answers[0]?.status).toBe(200)
  })
})
