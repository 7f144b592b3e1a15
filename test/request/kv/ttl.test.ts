import { describe, expect, test } from 'vitest'
import { column, member, NOW, startShop } from '../clients.js'

const putTtl = (ttl: string) => `{"value":1,"ttlSeconds":${ttl}}`
const LARGEST = 2 ** 53 - 1

describe('a TTL is clamped to 60 and echoed clamped (contract, Rules A.1)', () => {
  test.each<[sent: string, kept: number]>([
    ['60', 60],
    ['59', 60],
    ['-0', 60],
    ['-1e300', 60],
    ['60.0', 60],
    ['6e1', 60],
    ['1.2e2', 120],
    ['12000e-2', 120],
    ['-9007199254740993', 60],
  ])('the TTL %s becomes %d (contract, Rules A.1)', async (sent, kept) => {
    const shop = await startShop()
    const answer = await shop.put('k', putTtl(sent))
    const lifetime = { ttlSeconds: kept, expiresAt: NOW + kept * 1000 }
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ ok: true, key: 'k', ...lifetime })
    expect((await shop.get('k')).json).toEqual({ ok: true, key: 'k', value: 1, ...lifetime })
  })
})

describe('a TTL that is not an integer is refused', () => {
  test.each([
    '1.5',
    '"60"',
    'null',
    '120.99999999999999999',
    '9007199254740990.9',
    '1e-400',
    '-0.00000000000000000000001',
  ])('the TTL %s, which is not an integer, is refused', async (sent) => {
    const shop = await startShop()
    const answer = await shop.put('k', putTtl(sent))
    expect(answer.status).toBe(400)
    expect(answer.header('x-emulator-reason')).toContain('ttlSeconds')
    expect(member(await shop.usage(), 'usage')).toMatchObject({ writes: 0, storageBytes: 0 })
  })

  test('a missing TTL, or one that only the prototype has, is refused', async () => {
    const shop = await startShop()
    for (const body of ['{"value":1}', '{"value":1,"__proto__":{"ttlSeconds":60}}']) {
      const answer = await shop.put('k', body)
      expect([answer.status, answer.header('x-emulator-reason')]).toEqual([
        400,
        'the member ttlSeconds is missing: a whole number of seconds',
      ])
    }
  })
})

test('the last of several ttlSeconds counts', async () => {
  const shop = await startShop()
  const answer = await shop.put('k', '{"ttlSeconds":"no","value":1,"ttlSeconds":90}')
  expect(member(answer, 'ttlSeconds')).toBe(90)
})

test('a TTL that is echoed as requested is valid JSON', async () => {
  const shop = await startShop({}, { kv: { ttlInvalid: 'truncate', ttlEcho: 'requested' } })
  for (const ttl of ['-1e400', '-1e300', '1e400', '-0.5']) {
    expect((await shop.put('k', putTtl(ttl))).status).toBe(200)
  }
})

describe('there is no maximum (contract, Limits A.2)', () => {
  const END = '9999-12-31T23:59:59.999Z'
  test.each([1e11, 1e12, 1e15, LARGEST])(
    'a TTL of %d seconds is not too large (contract, Limits A.2)',
    async (ttlSeconds) => {
      const shop = await startShop()
      const expiresAt = Math.min(NOW + ttlSeconds * 1000, LARGEST)
      await shop.put('forever', { value: 1, ttlSeconds })
      await shop.put('day', { value: 1, ttlSeconds: 86_400 })
      const listed = await shop.list()
      expect(listed.status).toBe(200)
      expect(column(listed, 'ttlSeconds', 'keys')).toEqual([ttlSeconds, 86_400])
      expect(column(listed, 'expiresAt', 'keys')).toEqual([expiresAt, NOW + 86_400_000])
      expect(column(listed, 'expiresAtIso', 'keys')).toEqual([
        expiresAt < Date.parse(END) ? new Date(expiresAt).toISOString() : END,
        '2026-01-16T12:00:00.000Z',
      ])
      shop.service.world.clock.set(Date.parse(END))
      expect((await shop.get('forever')).status).toBe(expiresAt > Date.parse(END) ? 200 : 404)
    },
  )

  test.each([
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '1e16',
    '1e308',
    '1e400',
    '9'.repeat(400),
  ])('a TTL of %s seconds is kept as the largest: no number holds more than 2^53-1 exactly', async (sent) => {
    const shop = await startShop()
    const times = { ttlSeconds: LARGEST, expiresAt: LARGEST }
    expect((await shop.put('k', putTtl(sent))).json).toEqual({ ok: true, key: 'k', ...times })
    expect((await shop.get('k')).json).toMatchObject(times)
    expect(column(await shop.list(), 'expiresAt', 'keys')).toEqual([LARGEST])
  })
})

test.each([
  ['120.99999999999999999', 120],
  ['9007199254740990.9', 9_007_199_254_740_990],
  ['1e-400', 60],
  ['1239e-1', 123],
  ['-90.5', 60],
])('the TTL %s is cut to %d if the profile cuts fractions off', async (sent, kept) => {
  const shop = await startShop({}, { kv: { ttlInvalid: 'truncate' } })
  expect(member(await shop.put('k', putTtl(sent)), 'ttlSeconds')).toBe(kept)
})

test('a ttlSeconds of two million digits is clamped to the largest', async () => {
  const shop = await startShop()
  const answer = await shop.put('k', putTtl(`1${'0'.repeat(2_000_000)}1.0`))
  expect(member(answer, 'ttlSeconds')).toBe(LARGEST)
})

test('a fraction elsewhere in the body changes nothing', async () => {
  const shop = await startShop()
  const answer = await shop.put('k', '{"value":{"ttlSeconds":1.5,"a":"1e3"},"ttlSeconds":90}')
  expect(member(answer, 'ttlSeconds')).toBe(90)
})

test('an entry of a seed has the same largest TTL', async () => {
  const entries = [{ key: 'k', value: 1, ttlSeconds: LARGEST }]
  const shop = await startShop({ entries })
  expect((await shop.get('k')).json).toMatchObject({ ttlSeconds: LARGEST, expiresAt: LARGEST })
})
