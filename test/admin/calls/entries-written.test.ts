import { beforeEach, describe, expect, test } from 'vitest'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'
import { BASE, ENTRIES, IN_AN_HOUR, NOW, SEED } from './entries-world.js'

let service: Service
let admin: AdminCalls

beforeEach(async () => {
  service = await Service.start(SEED)
  admin = new AdminCalls(service)
})

const headers = { 'x-kv-key': 'kv' }
const read = (key: string) => service.send(`GET /v1/kv/ns_a_1/${encodeURIComponent(key)}`, { headers })
const all = () => admin.send(`GET ${BASE}`)
const usage = async () => ((await admin.send('GET /namespaces/ns_a_1')).json as { usage: object }).usage

describe('PUT', () => {
  const made = { ttlSeconds: 3600, createdAt: NOW, expiresAt: IN_AN_HOUR, state: 'live' }

  test.each<[unknown, object]>([
    [
      { value: [1, null], ttlSeconds: 3600 },
      { value: [1, null], ...made },
    ],
    [
      { value: null, ttlSeconds: 3600 },
      { value: null, ...made },
    ],
    [
      { json: '{"a": 12345678901234567890}', ttlSeconds: 3600 },
      { json: '{"a":12345678901234567890}', ...made },
    ],
    [
      { json: '{"a": 1}', ttlSeconds: 3600 },
      { value: { a: 1 }, ...made },
    ],
    [
      { value: '{{internet.email}}', ttlSeconds: 3600 },
      { value: '{{internet.email}}', ...made, literal: true },
    ],
    [
      { value: '{{', ttlSeconds: 3600, literal: true },
      { value: '{{', ...made, literal: true },
    ],
    [
      { value: 1, expiresAt: '+1h' },
      { value: 1, ...made },
    ],
    [
      { value: 1, expiresAt: IN_AN_HOUR },
      { value: 1, ...made },
    ],
    [
      { value: 1, expiresAt: Date.parse(IN_AN_HOUR) },
      { value: 1, ...made },
    ],
    [
      { value: 1, ttlSeconds: 5, expiresAt: '+1h' },
      { value: 1, ...made, ttlSeconds: 5 },
    ],
    [
      { value: 1, createdAt: '-30m', ttlSeconds: 5400 },
      { ...made, value: 1, ttlSeconds: 5400, createdAt: '2026-01-15T11:30:00.000Z' },
    ],
    [
      { value: 1, expiresAt: '-1s' },
      { value: 1, ttlSeconds: 0, createdAt: NOW, expiresAt: '2026-01-15T11:59:59.000Z', state: 'expired' },
    ],
    [
      { value: 1, expiresAt: NOW },
      { value: 1, ttlSeconds: 0, createdAt: NOW, expiresAt: NOW, state: 'expired' },
    ],
    [
      { value: 1, ttlSeconds: Number.MAX_SAFE_INTEGER },
      {
        ...made,
        value: 1,
        ttlSeconds: Number.MAX_SAFE_INTEGER,
        expiresAt: Number.MAX_SAFE_INTEGER,
      },
    ],
    ['value: { on: yes }\nttlSeconds: 3600', { value: { on: 'yes' }, ...made }],
  ])('PUT writes the entry %j', async (body, shown) => {
    for (const key of ['new', 'a/b']) {
      const path = `${BASE}/${encodeURIComponent(key)}`
      expect(await admin.send(`PUT ${path}`, body)).toMatchObject({ status: 200, json: { key, ...shown } })
      expect((await admin.send(`GET ${path}`)).json).toEqual({ key, ...shown })
    }
  })

  test('PUT accepts what GET returned', async () => {
    await admin.send(`PUT ${BASE}/far`, { value: 1, ttlSeconds: Number.MAX_SAFE_INTEGER })
    const before = await all()
    for (const entry of (before.json as { entries: { key: string }[] }).entries) {
      // An expired entry would be created again, at the end of the list.
      if (entry.key === 'gone') continue
      expect((await admin.send(`PUT ${BASE}/${encodeURIComponent(entry.key)}`, entry)).status).toBe(200)
    }
    expect((await all()).json).toEqual(before.json)
  })

  test('what PUT wrote is visible through the data interface, and neither limited by a quota nor counted', async () => {
    const long = 'x'.repeat(100)
    expect((await admin.send(`PUT ${BASE}/long%2Fkey`, { value: long, ttlSeconds: 60 })).status).toBe(200)
    expect(await usage()).toMatchObject({ reads: 0, writes: 0, lists: 0 })
    expect((await read('long/key')).json).toMatchObject({ value: long, ttlSeconds: 60 })
    service.advance(60_000)
    expect((await read('long/key')).status).toBe(404)
  })

  test('PUT keeps the storage size right', async () => {
    const sizeOf = async () => ((await usage()) as { storageBytes: number }).storageBytes
    const before = await sizeOf()
    await admin.send(`PUT ${BASE}/%C3%A9`, { value: 'é', ttlSeconds: 60 })
    expect(await sizeOf()).toBe(before + 2 + 4)
    await admin.send(`PUT ${BASE}/%C3%A9`, { value: 1, ttlSeconds: 60 })
    expect(await sizeOf()).toBe(before + 2 + 1)
    await admin.send(`DELETE ${BASE}/%C3%A9`)
    expect(await sizeOf()).toBe(before)
    await admin.send(`DELETE ${BASE}/gone`)
    expect(await sizeOf()).toBe(before - 6)
  })

  test('PUT keeps the place of a live entry; an expired one is created again, at the end', async () => {
    await admin.send(`PUT ${BASE}/user:1`, { value: 1, ttlSeconds: 60 })
    await admin.send(`PUT ${BASE}/gone`, { value: 1, ttlSeconds: 60 })
    const { json } = await all()
    const keys = (json as { entries: { key: string }[] }).entries.map(({ key }) => key)
    expect(keys).toEqual(['user:1', 'a/b', 'user:{{2}}', 'gone'])
  })
})

test('DELETE removes a live and an expired entry, and the journal gives the reason', async () => {
  const { tombstones } = service.world
  expect(await admin.send(`DELETE ${BASE}/a%2Fb`)).toMatchObject({ status: 204, text: '' })
  expect(await admin.send(`DELETE ${BASE}/gone`)).toMatchObject({ status: 204, text: '' })
  expect((await read('a/b')).status).toBe(404)
  expect(tombstones.find('ns_a_1', 'a/b')).toEqual({ deletedBy: 'an admin call' })
  expect(tombstones.find('ns_a_1', 'gone')).toEqual({ expiredAt: Date.parse('2026-01-15T11:59:59Z') })
  expect((await usage()) as object).toMatchObject({ deletes: 0 })
})

test.each<[string, unknown, string, string, string?]>([
  [`PUT ${BASE}/k`, '', 'invalid_seed', 'value: an entry needs "value" or "json"'],
  [`PUT ${BASE}/k`, { value: 1, ttl: 60 }, 'invalid_seed', 'ttl: unknown field "ttl"'],
  [`PUT ${BASE}/k`, { value: 1, repeat: 2, ttlSeconds: 60 }, 'invalid_seed', 'repeat: unknown field'],
  [
    `PUT ${BASE}/k`,
    { value: 1, literal: false, ttlSeconds: 60 },
    'invalid_seed',
    'literal: expected true',
    'leave it out: templates are for seeds',
  ],
  [
    `PUT ${BASE}/k`,
    { value: 1, key: 'other', ttlSeconds: 60 },
    'invalid_request',
    'key: the body says other, the path says k',
    'leave key out',
  ],
  [
    `PUT ${BASE}/k`,
    { value: 1, state: 'expired', ttlSeconds: 60 },
    'invalid_request',
    'state: by its expiresAt the entry is live, since the clock is at 2026-01-15T12:00:00.000Z',
    'leave state out; expiresAt: "-1s" makes an expired entry',
  ],
  [
    `PUT ${BASE}/k`,
    { value: 1, state: 'live', expiresAt: '-1s' },
    'invalid_request',
    'state: by its expiresAt the entry is expired',
    'leave state out; a later expiresAt makes a live entry',
  ],
  [
    `PUT ${BASE}/k`,
    { value: 1, state: 'dead', expiresAt: '-1s' },
    'invalid_seed',
    'state: expected one of live, expired',
  ],
  [
    'PUT /namespaces/ns_none/entries/k',
    { value: 1, ttlSeconds: 60 },
    'not_found',
    'there is no namespace ns_none',
    'GET /_admin/namespaces lists them',
  ],
  ['GET /namespaces/ns_none/entries', undefined, 'not_found', 'there is no namespace ns_none'],
  [
    `GET ${BASE}/none`,
    undefined,
    'not_found',
    'ns_a_1 has no entry "none"',
    'GET /_admin/namespaces/ns_a_1/entries lists',
  ],
  [`DELETE ${BASE}/none`, undefined, 'not_found', 'ns_a_1 has no entry "none"'],
  [
    `GET ${BASE}?limit=0`,
    undefined,
    'invalid_request',
    'limit: expected a whole number from 1 to 1000, found "0"',
    'the parameters are limit, after, find, prefix, sort',
  ],
  [`GET ${BASE}?limit=1&limit=2`, undefined, 'invalid_request', 'limit: may only be given once'],
  [
    `GET ${BASE}?sort=age`,
    undefined,
    'invalid_request',
    'sort: expected key, size, createdAt, expiresAt, or one of these after a "-"',
  ],
  [
    `GET ${BASE}?sort=key&after=3`,
    undefined,
    'invalid_request',
    'after: this is the "next" of a page in another',
  ],
  [
    `GET ${BASE}?after=3:a`,
    undefined,
    'invalid_request',
    'after: this is the "next" of a page in another order',
  ],
  [`GET ${BASE}?after=a`, undefined, 'invalid_request', 'after: expected the "next" of an earlier page'],
  [
    `GET ${BASE}?filter=a&limit=-1`,
    undefined,
    'invalid_request',
    'filter: there is no such parameter; limit: expected a ',
  ],
])('a call on entries refuses %s %j', async (line, body, code, message, hint = '') => {
  const refused = await admin.refused(line, body)
  expect(refused.code).toBe(code)
  expect(refused.message.slice(0, message.length)).toBe(message)
  expect(refused.hint ?? '').toContain(hint)
  expect((await all()).json).toEqual({ entries: ENTRIES })
})
