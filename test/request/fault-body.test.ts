import { describe, expect, test } from 'vitest'
import { operations } from '../../src/contract/operations.js'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import type { Answer } from '../support/service.js'
import { member, NOW, STORE, startShop } from './clients.js'

const NS = 'ns_shop_k3v9x2'
const rest = { stores: [{ id: STORE }], database: { keys: [{ key: 'db' }] } }

/** The answer to a request that a fault answers with this status and no body of its own. */
async function injectedTo(line: string, status: number, profile: ProfilePatch = {}): Promise<Answer> {
  const { service } = await startShop({ limits: { reads: 7 } }, profile, rest)
  return service.send(line, { headers: { 'X-Emulator-Fault': String(status) } })
}

/** The injected answer to a call of an operation, or to a method on a path that no service has. */
function injected(id: string, status: number, profile: ProfilePatch = {}): Promise<Answer> {
  const { method, path } = operations.find((operation) => operation.id === id) ?? {
    method: id,
    path: '/nowhere',
  }
  const target = path
    .replace('{namespaceId}', NS)
    .replace('{storeId}', STORE)
    .replace('{key}', 'a%20b')
    .replace('{documentId}', '12')
  return injectedTo(`${method} ${target}`, status, profile)
}

describe('the body that a fault leaves out, with an error status', () => {
  test.each<[string, number, string | undefined]>([
    ['kv.get', 400, undefined],
    ['kv.get', 401, undefined],
    ['kv.get', 403, undefined],
    ['kv.get', 404, undefined],
    ['kv.get', 405, 'method_not_allowed'],
    ['kv.get', 409, 'conflict'],
    ['kv.get', 413, 'payload_too_large'],
    ['kv.get', 415, 'unsupported_media_type'],
    ['kv.get', 422, undefined],
    ['kv.get', 429, 'monthly_quota_exceeded'],
    ['kv.put', 429, 'monthly_quota_exceeded'],
    ['kv.list', 429, 'monthly_quota_exceeded'],
    ['kv.delete', 429, 'rate_limited'],
    ['usage.get', 429, 'rate_limited'],
    ['kv.get', 500, 'internal_error'],
    ['kv.get', 503, 'internal_error'],
    ['config.get', 429, 'rate_limited'],
  ])('the body of a fault on %s with status %d has the code %s', async (id, status, code) => {
    const carried = code === undefined ? {} : { code }
    const flat = await injected(id, status)
    expect(flat.status).toBe(status)
    const { message } = Object(flat.json)
    const error = code === undefined ? {} : { error: code }
    expect(flat.json).toEqual({ ok: false, ...error, message: expect.stringMatching(/^[A-Z].*\.$/) })
    const nested = await injected(id, status, { errors: { shape: 'nested' } })
    expect(nested.json).toEqual({ ok: false, error: { ...carried, message } })
    const apart = await injected(id, status, { errors: { shape: 'code' } })
    expect(apart.json).toEqual({ ok: false, ...carried, message })
  })

  test.each<[number, string]>([
    [400, 'invalid_request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [409, 'conflict'],
    [413, 'payload_too_large'],
    [418, 'invalid_request'],
    [422, 'validation_error'],
    [429, 'rate_limited'],
    [501, 'internal_error'],
    [502, 'internal_error'],
  ])('the body of a fault on documents.list with status %d has the code %s', async (status, error) => {
    const { json } = await injected('documents.list', status)
    expect(json).toEqual({ error, message: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  test.each<[string, number, string]>([
    ['kv.get', 404, 'The key does not exist or has expired.'],
    ['kv.list', 404, 'The namespace does not exist.'],
    ['config.get', 404, 'The key does not exist.'],
    ['config.list', 404, 'The store does not exist.'],
    ['documents.get', 404, 'The project or document does not exist.'],
    ['GET', 404, 'The requested resource does not exist.'],
    ['config.get', 403, 'The scope of the key does not allow this operation.'],
    ['kv.put', 429, 'The monthly limit of the namespace is reached.'],
    ['kv.delete', 429, 'Too many requests; try again later.'],
  ])(
    'the body of a fault on %s with status %d has the message of that operation: %s',
    async (id, status, message) => {
      expect(member(await injected(id, status), 'message')).toBe(message)
    },
  )

  test('the body of a fault takes the codes of the profile', async () => {
    const codes = { '404': 'gone', '5xx': null }
    expect((await injected('kv.get', 404, { errors: { codes } })).json).toMatchObject({ error: 'gone' })
    expect((await injected('kv.get', 503, { errors: { codes } })).json).not.toHaveProperty('error')
  })

  test('the body of a fault reads like the 404 of the service itself', async () => {
    const { get, service } = await startShop()
    const real = (await get('zz')).text
    const faulted = (await get('zz', { headers: { 'X-Emulator-Fault': '404' } })).text
    expect([faulted, service.outcome]).toEqual([real, 'fault'])
  })

  test('a fault lists in Allow the other methods of the path', async () => {
    expect((await injected('kv.get', 405)).header('allow')).toBe('PUT, DELETE')
    expect((await injected('documents.create', 405)).header('allow')).toBe('GET')
    expect((await injected('usage.get', 405)).header('allow')).toBe('')
    expect((await injected('GET', 405)).header('allow')).toBe('')
    expect((await injected('kv.get', 404)).header('allow')).toBeUndefined()
  })
})

describe('the body that a fault leaves out, with a success', () => {
  const times = { ttlSeconds: 60, expiresAt: NOW + 60_000 }
  const updatedAt = new Date(NOW).toISOString()
  const counts = { reads: 0, writes: 0, lists: 0, storageBytes: 0 }
  test.each<[string, object]>([
    ['kv.put', { ok: true, key: 'a b', ...times }],
    ['kv.get', { ok: true, key: 'a b', value: null, ...times }],
    ['kv.list', { ok: true, keys: [] }],
    ['kv.delete', { ok: true, key: 'a b' }],
    [
      'usage.get',
      {
        ok: true,
        namespaceId: NS,
        monthKey: '2026-01',
        limits: { reads: 1_000_000, writes: 100_000, lists: 10_000, storageBytes: 104_857_600 },
        usage: { ...counts, deletes: 0 },
      },
    ],
    ['config.put', { ok: true, key: 'a b', updatedAt }],
    ['config.get', { ok: true, key: 'a b', value: {}, updatedAt }],
    ['config.list', { ok: true, configs: [] }],
    ['config.delete', { ok: true, key: 'a b' }],
    ['documents.list', []],
    ['documents.create', { id: 0, title: '' }],
    ['documents.get', { id: 12, title: '' }],
    ['projects.list', []],
    ['projects.create', { id: 0, name: '' }],
    ['GET', { ok: true }],
  ])('the body of a fault on %s has the members of its answer', async (id, body) => {
    expect((await injected(id, 200)).json).toEqual(body)
  })

  test('the body of a fault on a delete is as short as the profile of its store says', async () => {
    const profile = { config: { deleteBody: 'ok' } } as const
    expect((await injected('config.delete', 200, profile)).json).toEqual({ ok: true })
    expect((await injected('kv.delete', 200, profile)).json).toEqual({ ok: true, key: 'a b' })
  })

  test.each<[string, object]>([
    [`GET /v1/kv/${NS}/%ZZ`, { ok: true, key: '', value: null, ...times }],
    ['GET /documents/1/2', {}],
    ['GET /documents/900719925474099', { id: 900_719_925_474_099, title: '' }],
    ['GET /documents/1000000000000000000', { id: 0, title: '' }],
    ['GET /documents/-1', { id: 0, title: '' }],
    ['GET /documents/1x', { id: 0, title: '' }],
    ['GET /documents/%ZZ', { id: 0, title: '' }],
  ])('the body of a fault on %s repeats the parts of the path that JSON can hold', async (line, body) => {
    expect((await injectedTo(line, 200)).json).toEqual(body)
  })

  test('the body of a fault keeps the digits of an id', async () => {
    const { text } = await injectedTo('GET /documents/999999999999999999', 200)
    expect(text).toBe('{"id":999999999999999999,"title":""}')
  })

  test('the body of a fault on a usage record names the namespace, as far as its name can be read', async () => {
    expect(member(await injectedTo('GET /v1/usage/%ZZ', 200), 'namespaceId')).toBe('')
  })

  test.each([204, 205, 300, 301, 304])(
    'the body that a fault leaves out is empty with status %d',
    async (status) => {
      expect((await injected('kv.get', status)).text).toBe('')
    },
  )
})
