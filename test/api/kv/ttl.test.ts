import { describe, expect, test } from 'vitest'
import { column, member, NOW, startShop } from '../clients.js'

const putTtl = (ttl: string) => `{"value":1,"ttlSeconds":${ttl}}`
const LARGEST = 2 ** 53 - 1

describe('a TTL is clamped to 60 and echoed clamped (contract, Rules A.1)', () => {
  test.each<[sent: string, kept: number]>([
    ['60', 60],
    ['59', 60],
    ['1', 60],
    ['0', 60],
    ['-0', 60],
    ['-5', 60],
    ['-1e300', 60],
    ['61', 61],
    ['60.0', 60],
    ['6e1', 60],
    ['6E+1', 60],
    ['900.00', 900],
    ['86400', 86_400],
    [String(LARGEST), LARGEST],
  ])('%s becomes %d', async (sent, kept) => {
    const shop = await startShop()
    const answer = await shop.put('k', putTtl(sent))
    const lifetime = { ttlSeconds: kept, expiresAt: NOW + kept * 1000 }
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ ok: true, key: 'k', ...lifetime })
    expect((await shop.get('k')).json).toEqual({ ok: true, key: 'k', value: 1, ...lifetime })
  })
})

describe('what is no integer, or too large a one, is refused', () => {
  test.each([
    '1.5',
    '59.999',
    '"60"',
    'true',
    'null',
    '[60]',
    '{}',
    '1e400',
    '-1e400',
    String(2 ** 53),
    '1e308',
  ])('%s', async (sent) => {
    const shop = await startShop()
    const answer = await shop.put('k', putTtl(sent))
    expect(answer.status).toBe(400)
    expect(answer.header('x-emulator-reason')).toContain('ttlSeconds')
    expect(member(await shop.usage(), 'usage')).toMatchObject({ writes: 0, storageBytes: 0 })
  })

  test('and so is a missing one, or one that only the prototype has', async () => {
    const shop = await startShop()
    for (const body of ['{"value":1}', '{"value":1,"__proto__":{"ttlSeconds":60}}']) {
      expect((await shop.put('k', body)).status).toBe(400)
    }
  })
})

test('the last of several ttlSeconds is the one', async () => {
  const shop = await startShop()
  const answer = await shop.put('k', '{"ttlSeconds":"no","value":1,"ttlSeconds":90}')
  expect(member(answer, 'ttlSeconds')).toBe(90)
})

test('what is echoed as requested stays JSON', async () => {
  const shop = await startShop({}, { kv: { ttlInvalid: 'truncate', ttlEcho: 'requested' } })
  for (const ttl of ['-1e400', '-1e300', '1e400', '-0.5']) {
    expect((await shop.put('k', putTtl(ttl))).status).toBe(200)
  }
})

describe('there is no maximum (contract, Limits A.2)', () => {
  const END = '9999-12-31T23:59:59.999Z'
  test.each([1e11, 1e12, 1e15, LARGEST])('%d seconds', async (ttlSeconds) => {
    const shop = await startShop()
    const expiresAt = NOW + ttlSeconds * 1000
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
  })
})
