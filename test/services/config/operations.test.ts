import { describe, expect, test } from 'vitest'
import { column, member, NOW, STORE, startStore } from '../../api/clients.js'

describe('a value is needed (contract, Errors B)', () => {
  test.each([
    ['missing', '{}', 'is missing'],
    ['null', '{"value":null}', 'is null'],
    ['null with white space', '{ "value" : null }', 'is null'],
    ['null at last', '{"value":1,"value":null}', 'is null'],
    ['only the prototype’s', '{"__proto__":{"value":1}}', 'is missing'],
    ['no JSON', 'value=1', 'not valid JSON'],
    ['an empty body', '', 'empty'],
    ['a body of another shape', '["value"]', 'JSON object'],
    ['a bare value', '1', 'JSON object'],
  ])('%s', async (_, body, reason) => {
    const store = await startStore({ entries: [{ key: 'k', value: 'before' }] })
    const answer = await store.put('k', body)
    expect(answer.status).toBe(400)
    expect(answer.header('x-emulator-reason')).toContain(reason)
    expect((await store.get('k')).json).toMatchObject({
      value: 'before',
      updatedAt: '2026-01-15T12:00:00.000Z',
    })
  })

  test.each(['{"a":null}', '[null]', '"null"', '0', 'false', '""'])('%s is one', async (value) => {
    const store = await startStore()
    expect((await store.put('k', `{"value":${value}}`)).status).toBe(200)
  })
})

test('put, get, list and delete answer with these members and no others', async () => {
  const store = await startStore()
  const updatedAt = '2026-01-15T12:00:00.000Z'
  expect((await store.put('k', { value: [1] })).text).toBe(`{"ok":true,"key":"k","updatedAt":"${updatedAt}"}`)
  expect((await store.get('k')).text).toBe(`{"ok":true,"key":"k","value":[1],"updatedAt":"${updatedAt}"}`)
  expect((await store.list()).text).toBe(
    `{"ok":true,"configs":[{"key":"k","value":[1],"updatedAt":"${updatedAt}"}]}`,
  )
  expect((await store.remove('k')).text).toBe('{"ok":true,"key":"k"}')
  expect((await store.list()).text).toBe('{"ok":true,"configs":[]}')
})

test('a list is in order of insertion: an upsert keeps its place, a new entry of an old key goes to the end', async () => {
  const store = await startStore()
  for (const key of ['b', 'a', 'c']) await store.put(key, { value: key })
  await store.put('b', { value: 'again' })
  expect(column(await store.list(), 'key', 'configs')).toEqual(['b', 'a', 'c'])
  await store.remove('b')
  await store.put('b', { value: 'new' })
  expect(column(await store.list(), 'key', 'configs')).toEqual(['a', 'c', 'b'])
  expect(column(await store.list(), 'value', 'configs')).toEqual(['a', 'c', 'new'])
})

test('updatedAt is refreshed by every put, the same value too, and by no read', async () => {
  const store = await startStore()
  await store.put('k', { value: 1 })
  store.service.advance(1)
  await store.get('k')
  expect(member(await store.get('k'), 'updatedAt')).toBe('2026-01-15T12:00:00.000Z')
  expect(member(await store.put('k', { value: 1 }), 'updatedAt')).toBe('2026-01-15T12:00:00.001Z')
  expect(member(await store.get('k'), 'updatedAt')).toBe('2026-01-15T12:00:00.001Z')
})

test('nothing expires, in a hundred years either', async () => {
  const store = await startStore({ entries: [{ key: 'seeded', value: 1 }] })
  await store.put('k', { value: 2, ttlSeconds: 60 })
  store.service.world.clock.set(Date.UTC(2126, 0, 15))
  expect((await store.get('k')).json).toMatchObject({ value: 2, updatedAt: new Date(NOW).toISOString() })
  expect(column(await store.list(), 'key', 'configs')).toEqual(['seeded', 'k'])
})

describe('scopes (contract, Authentication A and B)', () => {
  const CALLS = {
    put: 'PUT /k',
    get: 'GET /k',
    list: 'GET ',
    delete: 'DELETE /k',
  }
  test.each([
    ['read', { put: 403, get: 200, list: 200, delete: 403 }],
    ['write', { put: 200, get: 403, list: 403, delete: 200 }],
    ['admin', { put: 200, get: 200, list: 200, delete: 200 }],
  ])('%s', async (scope, allowed) => {
    const store = await startStore({ entries: [{ key: 'k', value: 1 }] })
    for (const [name, call] of Object.entries(CALLS)) {
      const [method, path] = call.split(' ')
      const headers = { 'X-KV-Key': `kv_${scope}_web` }
      const answer = await store.service.send(`${method} /v1/ec/${STORE}${path}`, {
        headers,
        body: '{"value":1}',
      })
      expect([name, answer.status]).toEqual([name, Reflect.get(allowed, name)])
    }
  })

  test('are held by the service: the prefix of a key says nothing', async () => {
    const store = await startStore({ keys: [{ key: 'kv_admin_misnamed', scope: 'read' }] })
    const headers = { 'X-KV-Key': 'kv_admin_misnamed' }
    expect((await store.put('k', { value: 1 }, { headers })).status).toBe(403)
    expect((await store.list({ headers })).status).toBe(200)
  })
})
