import { describe, expect, test } from 'vitest'
import { bearer, kvKey, NS, startShop } from '../clients.js'

const body = '{"value":1,"ttlSeconds":60}'
const CALLS = { put: `PUT /v1/kv/${NS}/k`, get: `GET /v1/kv/${NS}/k`, delete: `DELETE /v1/kv/${NS}/k` }

describe('the scopes of keys (contract, Authentication A and B)', () => {
  test.each([
    ['read', { put: 403, get: 200, delete: 403 }],
    ['write', { put: 200, get: 403, delete: 200 }],
    ['admin', { put: 200, get: 200, delete: 200 }],
  ])('%s', async (scope, allowed) => {
    const { service } = await startShop({ entries: [{ key: 'k', value: 1, ttlSeconds: 60 }] })
    for (const [name, line] of Object.entries(CALLS)) {
      const { status } = await service.send(line, { headers: kvKey(`kv_${scope}_shop`), body })
      expect([name, status]).toEqual([name, Reflect.get(allowed, name)])
    }
  })

  test('are held by the service: the prefix of a key says nothing', async () => {
    const { service } = await startShop({ keys: [{ key: 'kv_read_misnamed', scope: 'admin' }] })
    const { status } = await service.send(CALLS.put, { headers: kvKey('kv_read_misnamed'), body })
    expect(status).toBe(200)
  })
})

describe('what does not open a namespace', () => {
  const rest = {
    stores: [{ id: 'ec_web_89daefd4', keys: [{ key: 'kv_admin_web', scope: 'admin' }] }],
    database: { keys: [{ key: 'db' }] },
  }
  test.each<[string, Record<string, string>, number]>([
    ['no header', {}, 401],
    ['an empty key', kvKey(''), 401],
    ['a key cut short', kvKey('kv_admin_sho'), 401],
    ['a key in other letters', kvKey('KV_ADMIN_SHOP'), 401],
    ['two keys in one header', kvKey('kv_admin_shop, kv_admin_shop'), 401],
    ['__proto__', kvKey('__proto__'), 401],
    ['a database key', kvKey('db'), 401],
    ['a key in the header of the database', { 'X-API-Key': 'kv_admin_shop' }, 401],
    ["a store's key", kvKey('kv_admin_web'), 403],
  ])('%s', async (_, headers, status) => {
    const { service } = await startShop({}, {}, rest)
    for (const line of Object.values(CALLS))
      expect((await service.send(line, { headers, body })).status).toBe(status)
  })

  test("the owner's token, where a key is needed", async () => {
    const { service } = await startShop()
    for (const line of Object.values(CALLS)) {
      expect((await service.send(line, { headers: await bearer(), body })).status).toBe(401)
    }
  })

  test('a key needs no Authorization header, and one that is wrong does no harm', async () => {
    const { service } = await startShop()
    const headers = { ...kvKey('kv_admin_shop'), Authorization: 'Bearer nonsense' }
    expect((await service.send(CALLS.put, { headers, body })).status).toBe(200)
  })
})

describe('a list by scoped key', () => {
  const list = `GET /v1/kv/${NS}`
  test.each<[string, 401 | 403 | 'allow', Record<string, string>, number, string]>([
    ['is refused', 401, kvKey('kv_read_shop'), 401, 'scoped_key_not_accepted'],
    ['is refused whoever holds the key', 401, kvKey('kv_unknown'), 401, 'scoped_key_not_accepted'],
    ['is refused as 403 to known keys', 403, kvKey('kv_read_shop'), 403, 'scoped_key_not_accepted'],
    ['is 401 to unknown ones even then', 403, kvKey('kv_unknown'), 401, 'credential_invalid'],
    ['is allowed', 'allow', kvKey('kv_admin_shop'), 200, 'ok'],
    ['is not allowed to foreign keys', 'allow', kvKey('kv_read_other'), 403, 'credential_foreign'],
  ])('%s (%s)', async (_, listWithScopedKey, headers, status, outcome) => {
    const other = { id: 'ns_other_p7q1r5', keys: [{ key: 'kv_read_other', scope: 'read' }] }
    const own = {
      id: NS,
      keys: [
        { key: 'kv_read_shop', scope: 'read' },
        { key: 'kv_admin_shop', scope: 'admin' },
      ],
    }
    const { service } = await startShop({}, { kv: { listWithScopedKey } }, { namespaces: [own, other] })
    expect((await service.send(list, { headers })).status).toBe(status)
    expect(service.outcome).toBe(outcome)
  })

  test('goes by the token where both are sent', async () => {
    const { service } = await startShop({}, { kv: { listWithScopedKey: 'allow' } })
    const stranger = { ...(await bearer('user_bob')), ...kvKey('kv_admin_shop') }
    expect((await service.send(list, { headers: stranger })).status).toBe(403)
    const owner = { ...(await bearer()), ...kvKey('kv_unknown') }
    expect((await service.send(list, { headers: owner })).status).toBe(200)
  })
})
