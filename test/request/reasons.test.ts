import { describe, expect, test } from 'vitest'
import { reasonHeader } from '../../src/request/errors.js'
import { Service } from '../support/service.js'
import { bearer, dbKey, FROZEN, keysOf, kvKey, NS, OWNER, STORE } from './clients.js'

const start = () =>
  Service.start({
    clock: FROZEN,
    namespaces: [
      { id: NS, owner: OWNER, keys: keysOf('shop'), limits: { writes: 0 } },
      { id: `ns_${'long'.repeat(100)}_ü`, keys: keysOf('long') },
    ],
    stores: [{ id: STORE, keys: keysOf('web') }],
    database: { keys: [{ key: 'db' }, { key: 'blind', documents: [] }], documents: [{ id: 1, title: 't' }] },
  })

/** Every way to be refused without a token. */
const REFUSED: readonly [line: string, headers: Record<string, string>, status: number][] = [
  [`GET /v1/kv/${NS}/k`, {}, 401],
  [`GET /v1/kv/${NS}/k`, kvKey('\r\nSet-Cookie: a=b'), 401],
  [`GET /v1/kv/${NS}/k`, kvKey('kv_admin_long'), 403],
  [`GET /v1/kv/${NS}/k`, kvKey('kv_admin_shop'), 404],
  [`GET /v1/kv/${NS}/%0D%0ASet-Cookie:%20a=b`, kvKey('kv_admin_shop'), 404],
  [`GET /v1/kv/${NS}/%ZZ`, kvKey('kv_admin_shop'), 400],
  [`PUT /v1/kv/${NS}/k`, kvKey('kv_admin_shop'), 429],
  [`PUT /v1/kv/${NS}/k`, kvKey('kv_read_shop'), 403],
  ['GET /v1/kv/ns_%0D%0Aevil/k', kvKey('kv_admin_shop'), 404],
  [`GET /v1/kv/${NS}`, kvKey('kv_admin_shop'), 401],
  [`GET /v1/usage/${NS}`, { Authorization: 'Bearer \u{1f600}' }, 401],
  [`PUT /v1/ec/${STORE}/k`, kvKey('kv_admin_web'), 400],
  [`GET /v1/ec/${STORE}/%E2%80%A8`, kvKey('kv_admin_web'), 404],
  ['GET /documents', {}, 401],
  ['GET /documents?limit=%0d%0a', dbKey('db'), 400],
  ['GET /documents?next=%0d%0a', dbKey('db'), 400],
  ['GET /documents/%0d%0a', dbKey('db'), 400],
  ['GET /documents/2', dbKey('db'), 404],
  ['GET /documents/1', dbKey('blind'), 403],
  ['POST /documents', dbKey('db'), 400],
  ['FÜNF /documents', dbKey('db'), 501],
]

describe('every refusal has a reason: one line of printable ASCII, 200 characters at most', () => {
  test.each(REFUSED)(
    'the refusal of %s with %j (%d) has a reason in one line of printable ASCII, 200 characters at most',
    async (line, headers, status) => {
      const answer = await (await start()).send(line, { headers })
      expect(answer.status).toBe(status)
      expect(answer.header('x-emulator-reason')).toMatch(/^[\x20-\x7e]{10,200}$/)
      expect(answer.header('set-cookie')).toBeUndefined()
    },
  )

  test.each(['\r\nX-Injected: yes', 'ü'.repeat(300), '"}\u0000', 'a'.repeat(5000)])(
    'a hostile claim (%#) is shown escaped and cut',
    async (sub) => {
      const service = await start()
      const answer = await service.send(`GET /v1/usage/${NS}`, { headers: await bearer(sub) })
      expect(answer.status).toBe(403)
      expect(answer.header('x-emulator-reason')).toMatch(/^the token's sub is [\x20-\x7e]{1,181}$/)
      expect(answer.json).toEqual({
        ok: false,
        message: 'The token does not allow access to this namespace.',
      })
    },
  )

  test('a success has no reason', async () => {
    const answer = await (await start()).send('GET /documents', { headers: dbKey('db') })
    expect([answer.status, answer.header('x-emulator-reason')]).toEqual([200, undefined])
  })
})

describe('a sentence as a header', () => {
  test.each([
    ['plain ~ text', 'plain ~ text'],
    ['a\r\nb', String.raw`a\u{d}\u{a}b`],
    ['\u0000\u007f', String.raw`\u{0}\u{7f}`],
    ['ü😀\ud800', String.raw`\u{fc}\u{1f600}\u{d800}`],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), `${'x'.repeat(197)}...`],
    ['', ''],
  ])('the sentence %j can be sent as a header', (sentence, header) => {
    expect(reasonHeader(sentence)).toBe(header)
  })
})
