import { beforeEach, describe, expect, test } from 'vitest'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

const SEED = `
clock: { now: 2026-01-15T12:00:00Z, freeze: true }
namespaces: [{ id: ns_a_1, keys: [{ key: kv_admin_ns, scope: admin }] }]
stores:
  - id: ec_web_89daefd4
    owner: user_alice
    keys: [{ key: kv_admin_web, scope: admin }]
    entries:
      - { key: banner, value: { text: hello }, updatedAt: -1h }
      - { key: a/b, json: "1.0" }
      - { key: "{{brace}}", value: x, literal: true }
  - id: ec_other_00000000
`

const WEB = {
  id: 'ec_web_89daefd4',
  storeId: 'ec_web_89daefd4',
  owner: 'user_alice',
  keys: [{ key: 'kv_admin_web', scope: 'admin' }],
  entries: { live: 3 },
}

const BASE = '/stores/ec_web_89daefd4'
const NOW = '2026-01-15T12:00:00.000Z'

let service: Service
let admin: AdminCalls

beforeEach(async () => {
  service = await Service.start(SEED)
  admin = new AdminCalls(service)
})

const send = (line: string, key = 'kv_admin_web') => service.send(line, { headers: { 'x-kv-key': key } })

test('GET lists the stores, and returns one', async () => {
  const other = {
    ...WEB,
    id: 'ec_other_00000000',
    storeId: 'ec_other_00000000',
    owner: 'user_local',
    keys: [],
    entries: { live: 0 },
  }
  expect((await admin.send('GET /stores')).json).toEqual({ stores: [WEB, other] })
  expect((await admin.send(`GET ${BASE}`)).json).toEqual(WEB)
})

test('POST creates a store that its keys open', async () => {
  const { status, json } = await admin.send('POST /stores', { name: 'jobs' })
  const { storeId } = json as { storeId: string }
  expect(status).toBe(201)
  expect(storeId).toMatch(/^ec_jobs_[0-9a-z]{8}$/)
  expect(json).toEqual({ id: storeId, storeId, owner: 'user_local', keys: [], entries: { live: 0 } })
  const key = (await admin.send(`POST /stores/${storeId}/keys`, { scope: 'read' })).json as { key: string }
  expect((await send(`GET /v1/ec/${storeId}`, key.key)).json).toEqual({ ok: true, configs: [] })
  expect((await send(`DELETE /v1/ec/${storeId}/a`, key.key)).status).toBe(403)
})

test('PATCH changes the owner', async () => {
  expect((await admin.send(`PATCH ${BASE}`, { owner: 'user_bob' })).json).toEqual({
    ...WEB,
    owner: 'user_bob',
  })
  expect((await admin.send(`PATCH ${BASE}`, {})).json).toEqual({ ...WEB, owner: 'user_bob' })
})

test('DELETE removes a store with its keys, or one key', async () => {
  expect((await admin.send(`DELETE ${BASE}/keys/kv_admin_web`)).status).toBe(204)
  expect((await send('GET /v1/ec/ec_web_89daefd4')).status).toBe(401)
  expect((await admin.send(`DELETE ${BASE}`)).status).toBe(204)
  expect((await send('GET /v1/ec/ec_web_89daefd4')).status).toBe(404)
  expect((await admin.send('GET /stores')).json).toMatchObject({ stores: [{ id: 'ec_other_00000000' }] })
})

describe('entries', () => {
  test('GET returns them as in a seed', async () => {
    const entries = [
      { key: 'banner', value: { text: 'hello' }, updatedAt: '2026-01-15T11:00:00.000Z' },
      { key: 'a/b', json: '1.0', updatedAt: NOW },
      { key: '{{brace}}', value: 'x', updatedAt: NOW, literal: true },
    ]
    expect((await admin.send(`GET ${BASE}/entries`)).json).toEqual({ entries })
    expect((await admin.send(`GET ${BASE}/entries/a%2Fb`)).json).toEqual(entries[1])
    expect((await admin.send(`GET ${BASE}/entries?prefix=b&limit=1`)).json).toEqual({ entries: [entries[0]] })
    await admin.send(`PUT ${BASE}/entries/older`, { value: 1, updatedAt: '-2h' })
    const { json: sorted } = await admin.send(`GET ${BASE}/entries?sort=updatedAt`)
    expect(sorted).toMatchObject({ entries: [{ key: 'older' }, { key: 'banner' }, {}, {}] })
  })

  test.each<[unknown, object, string]>([
    [{ value: [1, null] }, { value: [1, null], updatedAt: NOW }, '[1,null]'],
    [{ json: ' 1.00 ' }, { json: '1.00', updatedAt: NOW }, '1.00'],
    [{ value: 1, updatedAt: '2020-01-01' }, { value: 1, updatedAt: '2020-01-01T00:00:00.000Z' }, '1'],
    [{ value: 1, updatedAt: '-30s' }, { value: 1, updatedAt: '2026-01-15T11:59:30.000Z' }, '1'],
    ['value: { a: yes }', { value: { a: 'yes' }, updatedAt: NOW }, '{"a":"yes"}'],
  ])('PUT an entry of a store: %j', async (body, shown, text) => {
    expect(await admin.send(`PUT ${BASE}/entries/a%2Fb`, body)).toMatchObject({
      status: 200,
      json: { key: 'a/b', ...shown },
    })
    const { text: answer } = await send('GET /v1/ec/ec_web_89daefd4/a%2Fb')
    expect(answer).toContain(`"value":${text},`)
    expect(await keys()).toEqual(['banner', 'a/b', '{{brace}}'])
  })

  test('PUT accepts what GET returned', async () => {
    const before = await admin.send(`GET ${BASE}/entries`)
    for (const entry of (before.json as { entries: { key: string }[] }).entries) {
      const { status } = await admin.send(`PUT ${BASE}/entries/${encodeURIComponent(entry.key)}`, entry)
      expect(status).toBe(200)
    }
    expect(await admin.send(`GET ${BASE}/entries`)).toEqual(before)
  })

  test('DELETE removes an entry of a store', async () => {
    expect((await admin.send(`DELETE ${BASE}/entries/a%2Fb`)).status).toBe(204)
    expect((await send('GET /v1/ec/ec_web_89daefd4/a%2Fb')).status).toBe(404)
    expect(service.world.journal.newest?.decision.absence).toEqual({ deletedBy: 'an admin call' })
    expect(await keys()).toEqual(['banner', '{{brace}}'])
  })

  async function keys(): Promise<string[]> {
    const { json } = await send('GET /v1/ec/ec_web_89daefd4')
    return (json as { configs: { key: string }[] }).configs.map(({ key }) => key)
  }
})

test.each<[string, unknown, string, RegExp, RegExp?]>([
  ['POST /stores', {}, 'invalid_seed', /a store needs "name"/],
  [
    'POST /stores',
    { name: 'a', limits: {} },
    'invalid_seed',
    /^limits: unknown field/,
    /^known here: name, owner$/,
  ],
  [
    'PATCH /stores/ec_none',
    {},
    'not_found',
    /^there is no store ec_none$/,
    /^GET \/_admin\/stores lists them/,
  ],
  [`POST ${BASE}/keys`, { scope: 'read', key: 'kv_admin_ns' }, 'conflict', /is in use by ns_a_1$/],
  [`DELETE ${BASE}/keys/kv_admin_ns`, undefined, 'not_found', /has no key/, /^it belongs to ns_a_1/],
  [
    `GET ${BASE}/entries/none`,
    undefined,
    'not_found',
    /^ec_web_89daefd4 has no entry "none"$/,
    /\/entries lists/,
  ],
  [`DELETE ${BASE}/entries/none`, undefined, 'not_found', /^ec_web_89daefd4 has no entry "none"$/],
  [`PUT ${BASE}/entries/k`, { value: 1, ttlSeconds: 60 }, 'invalid_seed', /^ttlSeconds: unknown field/],
  [
    `PUT ${BASE}/entries/k`,
    { value: 1, key: 'l' },
    'invalid_request',
    /^key: the body says l, the path says k$/,
  ],
])('a call on stores refuses %s %j', async (line, body, code, message, hint = /^/) => {
  const before = [await admin.send('GET /stores'), await admin.send(`GET ${BASE}/entries`)]
  const refused = await admin.refused(line, body)
  expect(refused.code).toBe(code)
  expect(refused.message).toMatch(message)
  expect(refused.hint ?? '').toMatch(hint)
  expect([await admin.send('GET /stores'), await admin.send(`GET ${BASE}/entries`)]).toEqual(before)
})
