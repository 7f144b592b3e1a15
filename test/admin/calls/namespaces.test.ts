import { beforeEach, describe, expect, test } from 'vitest'
import { signToken } from '../../../src/identity/provider.js'
import { AdminCalls } from '../../support/admin-calls.js'
import { REAL_NOW, Service } from '../../support/service.js'

const SEED = `
clock: { now: 2026-01-15T12:00:00Z, freeze: true }
namespaces:
  - id: ns_shop_k3v9x2
    owner: user_alice
    limits: { reads: 5, storageBytes: 100 }
    usage: { reads: 2, "2025-12": { writes: 7 } }
    keys: [{ key: kv_read_a, scope: read }, { key: kv_admin_a, scope: admin }]
    entries:
      - { key: live, value: 1, ttlSeconds: 60 }
      - { key: gone, value: 22, expiresAt: -1s }
  - id: ns_other_000000
    keys: [{ key: kv_admin_b, scope: admin }]
`

const PROFILE_LIMITS = { reads: 1_000_000, writes: 100_000, lists: 10_000, storageBytes: 104_857_600 }
const NONE = { reads: 0, writes: 0, deletes: 0, lists: 0 }

const SHOP = {
  id: 'ns_shop_k3v9x2',
  namespaceId: 'ns_shop_k3v9x2',
  owner: 'user_alice',
  limits: { reads: 5, storageBytes: 100 },
  limitsInForce: { ...PROFILE_LIMITS, reads: 5, storageBytes: 100 },
  monthKey: '2026-01',
  usage: { ...NONE, reads: 2, storageBytes: 11 },
  keys: [
    { key: 'kv_read_a', scope: 'read' },
    { key: 'kv_admin_a', scope: 'admin' },
  ],
  entries: { live: 1, expired: 1 },
}

let service: Service
let admin: AdminCalls

beforeEach(async () => {
  service = await Service.start(SEED)
  admin = new AdminCalls(service)
})

/** Returns the usage record that the service sends to this owner. */
async function usageOf(id: string, subject: string) {
  const token = await signToken({ subject, issuedAt: REAL_NOW })
  return service.send(`GET /v1/usage/${id}`, { headers: { authorization: `Bearer ${token}` } })
}

const read = (id: string, key: string) =>
  service.send(`GET /v1/kv/${id}/live`, { headers: { 'x-kv-key': key } })

describe('GET', () => {
  test('GET lists the namespaces, wrapped in an object', async () => {
    const { status, json } = await admin.send('GET /namespaces')
    expect(status).toBe(200)
    expect(json).toEqual({
      namespaces: [
        SHOP,
        expect.objectContaining({
          id: 'ns_other_000000',
          owner: 'user_local',
          limits: {},
          limitsInForce: PROFILE_LIMITS,
        }),
      ],
    })
  })

  test.each<[object, number]>([
    [{ kv: { storageOf: 'value' } }, 3],
    [{ kv: { expiredStorage: 'freed' } }, 5],
    [{ kv: { storageOf: 'value', expiredStorage: 'freed' } }, 1],
  ])('weighs storage by the profile %j, removing nothing', async (profile, storageBytes) => {
    service = await Service.start(SEED, profile)
    admin = new AdminCalls(service)
    for (let time = 0; time < 2; time++) {
      const { json } = await admin.send('GET /namespaces/ns_shop_k3v9x2')
      expect(json).toMatchObject({ usage: { storageBytes }, entries: { live: 1, expired: 1 } })
    }
    expect((await usageOf('ns_shop_k3v9x2', 'user_alice')).json).toMatchObject({ usage: { storageBytes } })
  })
})

test('POST creates a namespace that its keys open', async () => {
  const { status, json } = await admin.send('POST /namespaces', {
    name: 'cart-2',
    owner: 'user_bob',
    limits: { reads: 1 },
  })
  const { namespaceId } = json as { namespaceId: string }
  expect(status).toBe(201)
  expect(namespaceId).toMatch(/^ns_cart-2_[0-9a-z]{6}$/)
  expect(json).toMatchObject({
    id: namespaceId,
    owner: 'user_bob',
    limits: { reads: 1 },
    usage: { ...NONE, storageBytes: 0 },
    keys: [],
    entries: { live: 0, expired: 0 },
  })
  const key = await admin.send(`POST /namespaces/${namespaceId}/keys`, { scope: 'admin' })
  expect(key.status).toBe(201)
  expect(key.json).toEqual({ key: expect.stringMatching(/^kv_admin_[0-9A-Za-z]{24}$/), scope: 'admin' })
  const headers = { 'x-kv-key': (key.json as { key: string }).key }
  const put = { headers, body: '{"value": 1, "ttlSeconds": 60}' }
  expect((await service.send(`PUT /v1/kv/${namespaceId}/live`, put)).status).toBe(200)
  expect((await service.send(`GET /v1/kv/${namespaceId}/live`, { headers })).status).toBe(200)
  expect((await service.send(`GET /v1/kv/${namespaceId}/live`, { headers })).status).toBe(429)
  expect((await usageOf(namespaceId, 'user_bob')).json).toMatchObject({ usage: { reads: 1, writes: 1 } })
})

test('POST gives the same ids from run to run, and never one that is in use', async () => {
  const create = async () => {
    const { json } = await admin.send('POST /namespaces', { name: 'a' })
    return (json as { id: string }).id
  }
  const first = await create()
  expect(await create()).not.toBe(first)
  service.world.reset()
  expect(await create()).toBe(first)
  // Like a state that was exported without the last ids.
  service = await Service.start({ namespaces: [{ id: first }] })
  admin = new AdminCalls(service)
  expect(await create()).not.toBe(first)
})

test.each<[object, object]>([
  [{}, {}],
  [{ owner: 'user_bob' }, { owner: 'user_bob' }],
  [{ limits: { lists: 0 } }, { limits: { reads: 5, storageBytes: 100, lists: 0 } }],
  [{ limits: { reads: null, storageBytes: 7 } }, { limits: { storageBytes: 7 } }],
  [{ usage: { reads: 4, deletes: 1 } }, { usage: { reads: 4, deletes: 1, lists: 0 } }],
  [{ usage: { '2026-01': { reads: 9 } } }, { usage: { reads: 9 } }],
  [{ usage: { '2025-11': { reads: 9 } } }, { usage: { reads: 2 } }],
  [
    { owner: 'user_bob', limits: { reads: 6 }, usage: { reads: 6 } },
    { owner: 'user_bob', usage: { reads: 6 } },
  ],
])('PATCH changes a namespace by %j', async (changes, shown) => {
  const { status, json } = await admin.send('PATCH /namespaces/ns_shop_k3v9x2', changes)
  expect(status).toBe(200)
  expect(json).toMatchObject(shown)
  expect((await admin.send('GET /namespaces/ns_shop_k3v9x2')).json).toEqual(json)
})

test('a change by PATCH is visible through the data interface', async () => {
  await admin.send('PATCH /namespaces/ns_shop_k3v9x2', { owner: 'user_bob', usage: { reads: 5 } })
  expect((await read('ns_shop_k3v9x2', 'kv_read_a')).status).toBe(429)
  expect((await usageOf('ns_shop_k3v9x2', 'user_alice')).status).toBe(403)
  expect((await usageOf('ns_shop_k3v9x2', 'user_bob')).json).toMatchObject({ usage: { reads: 5 } })
  await admin.send('PATCH /namespaces/ns_shop_k3v9x2', { limits: { reads: null } })
  expect((await read('ns_shop_k3v9x2', 'kv_read_a')).status).toBe(200)
})

test('PATCH without changes adds nothing to the history', async () => {
  const { history } = service.world
  const before = history.length
  expect(await admin.send('PATCH /namespaces/ns_shop_k3v9x2', {})).toMatchObject({ json: SHOP })
  expect(history.length).toBe(before)
})

test('an export leaves out months in which nothing is counted', async () => {
  await admin.send('PATCH /namespaces/ns_shop_k3v9x2', { usage: { reads: 0 } })
  const { namespaces } = (await admin.send('GET /state')).json as { namespaces: { usage?: object }[] }
  expect(namespaces[0]?.usage).toEqual({ '2025-12': { ...NONE, writes: 7 } })
})

test('DELETE removes a namespace with its entries and keys', async () => {
  expect(await admin.send('DELETE /namespaces/ns_shop_k3v9x2')).toMatchObject({ status: 204, text: '' })
  expect((await read('ns_shop_k3v9x2', 'kv_read_a')).status).toBe(404)
  expect((await read('ns_other_000000', 'kv_read_a')).status).toBe(401)
  expect((await read('ns_other_000000', 'kv_admin_b')).status).toBe(404)
  const { json } = await admin.send('GET /namespaces')
  expect(json).toMatchObject({ namespaces: [{ id: 'ns_other_000000', keys: [{ key: 'kv_admin_b' }] }] })
})

test('DELETE revokes a key of a namespace', async () => {
  expect((await admin.send('DELETE /namespaces/ns_shop_k3v9x2/keys/kv_read_a')).status).toBe(204)
  expect((await read('ns_shop_k3v9x2', 'kv_read_a')).status).toBe(401)
  expect((await read('ns_shop_k3v9x2', 'kv_admin_a')).status).toBe(200)
})

const NAME =
  'name: expected a name of 1 to 63 letters, digits and hyphens, with no hyphen at either end, found'

test.each<[string, unknown, string, string | RegExp, string | RegExp | undefined]>([
  ['POST /namespaces', '', 'invalid_seed', 'name: a namespace needs "name"', undefined],
  ['POST /namespaces', '[]', 'invalid_seed', /expected a namespace \(a mapping\), found a list$/, undefined],
  ['POST /namespaces', { name: '' }, 'invalid_seed', `${NAME} the text ""`, undefined],
  [
    'POST /namespaces',
    { name: 'my_shop' },
    'invalid_seed',
    `${NAME} the text "my_shop"`,
    'did you mean my-shop?',
  ],
  [
    'POST /namespaces',
    { name: 'a', limit: {} },
    'invalid_seed',
    'limit: unknown field "limit"',
    'did you mean limits?',
  ],
  [
    'PATCH /namespaces/ns_none',
    { owner: 'a' },
    'not_found',
    'there is no namespace ns_none',
    /^GET \/_admin\/namespaces lists them/,
  ],
  ['POST /namespaces/ns_shop_k3v9x2/keys', {}, 'invalid_seed', 'scope: a key needs "scope"', undefined],
  [
    'POST /namespaces/ns_shop_k3v9x2/keys',
    { scope: 'read', key: 'kv_admin_b' },
    'conflict',
    'the key kv_admin_b is in use by ns_other_000000',
    'leave "key" out to have one generated',
  ],
  [
    'DELETE /namespaces/ns_shop_k3v9x2/keys/kv_none',
    undefined,
    'not_found',
    'ns_shop_k3v9x2 has no key kv_none',
    'GET /_admin/namespaces/ns_shop_k3v9x2 shows its keys',
  ],
  [
    'DELETE /namespaces/ns_shop_k3v9x2/keys/kv_admin_b',
    undefined,
    'not_found',
    'ns_shop_k3v9x2 has no key kv_admin_b',
    'it belongs to ns_other_000000: delete it there',
  ],
])('a call on namespaces refuses %s %j', async (line, body, code, message, hint) => {
  const before = await admin.send('GET /namespaces')
  const refused = await admin.refused(line, body)
  expect(refused.code).toBe(code)
  expect(refused.message).toMatch(typeof message === 'string' ? exactly(message) : message)
  if (hint !== undefined) expect(refused.hint).toMatch(typeof hint === 'string' ? exactly(hint) : hint)
  expect(await admin.send('GET /namespaces')).toEqual(before)
})

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&')}$`)
}
