import { expect, test } from 'vitest'
import { serviceOfPort } from '../../src/request/call.js'
import { Routes } from '../../src/request/route.js'
import { Service } from '../support/service.js'
import { bearer, FROZEN, keysOf, NS, OWNER } from './clients.js'

test('a target is a path and a query', () => {
  const parts = (target: string) => {
    const { path, query } = new Routes([]).find('GET', target)
    return [path, query]
  }
  expect(['/a', '/a?', '/a?b=1?c', '?a'].map(parts)).toEqual([
    ['/a', ''],
    ['/a', ''],
    ['/a', 'b=1?c'],
    ['', 'a'],
  ])
})

test('a port without the key-value store answers unknown paths as the database', () => {
  expect(serviceOfPort(undefined)).toBe('kv')
  expect(serviceOfPort(() => undefined)).toBe('kv')
  expect(serviceOfPort((service) => (service === 'kv' ? 'http://a' : undefined))).toBe('documents')
  expect(serviceOfPort((service) => (service === 'documents' ? 'http://c' : undefined))).toBe('kv')
})

test('the credential of a request is its key, or the owner that its token names', async () => {
  const seed = { clock: FROZEN, namespaces: [{ id: NS, owner: OWNER, keys: keysOf('shop') }] }
  const service = await Service.start(seed, { auth: { ownerClaim: 'uid' } })
  const headers = { 'X-KV-Key': 'kv', 'X-API-Key': 'db' }
  const credentialOf = async (line: string, more: Record<string, string> = {}) => {
    await service.send(line, { headers: { ...headers, ...more } })
    return service.world.journal.newest?.credential
  }
  expect(await credentialOf(`GET /v1/kv/${NS}/k`)).toBe('kv')
  expect(await credentialOf('GET /documents')).toBe('db')
  expect(await credentialOf('GET /nowhere')).toBeNull()
  expect(await credentialOf(`GET /v1/usage/${NS}`, await bearer('s', { uid: 'u' }))).toBe('u')
  expect(await credentialOf(`GET /v1/usage/${NS}`, await bearer('s', { uid: 7 }))).toBeNull()
  // A refused token names nobody.
  expect(await credentialOf(`GET /v1/usage/${NS}`, { Authorization: 'Bearer x' })).toBe('kv')
})
