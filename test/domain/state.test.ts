import { expect, test } from 'vitest'
import { sizesOf } from '../../src/admin/contents.js'
import { State } from '../../src/domain/state.js'
import { CONFIG } from '../../src/services/config/contents.js'
import type { ConfigFields } from '../../src/services/config/store.js'
import type { DocumentsKey } from '../../src/services/documents/collection.js'
import { DOCUMENTS } from '../../src/services/documents/contents.js'
import { services } from '../../src/services/index.js'
import { KV } from '../../src/services/kv/contents.js'
import { type KvFields, Offset } from '../../src/services/kv/entry.js'

const NOW = Date.UTC(2026, 0, 15)
const all: DocumentsKey = { seq: 1, key: 'all' }

function makeState(): State {
  const state = State.empty(services)
  const namespace = state.of(KV).addNamespace('ns_a', 'alice', {})
  namespace.put(entry('a'))
  namespace.put(entry('b'))
  state.of(CONFIG).addStore('ec_a', 'alice').put(configEntry('a', '1'))
  state.addKey('kv_a', 'ns_a', 'read')
  state.of(DOCUMENTS).addKey('db_a')
  state.of(DOCUMENTS).documents.create({ heading: 'd', text: undefined }, all)
  state.of(DOCUMENTS).projects.create({ heading: 'p', text: undefined }, all)
  return state
}

const entry = (key: string): KvFields => ({
  key,
  text: '1',
  ttlSeconds: 60,
  createdAt: NOW,
  expiresAt: NOW + 60_000,
  offsets: Offset.none,
})

const configEntry = (key: string, text: string): ConfigFields => ({
  key,
  text,
  updatedAt: NOW,
  updatedIsOffset: false,
})

test('a namespace must be fetched again after a fork', () => {
  const state = makeState()
  const held = state.of(KV).namespace('ns_a')
  state.fork()
  expect(state.of(KV).namespace('ns_a')).not.toBe(held)
  expect(state.of(KV).namespace('ns_a')).toBe(state.of(KV).namespace('ns_a'))
  expect(state.of(CONFIG).store('ec_a')).toBe(state.of(CONFIG).store('ec_a'))
})

test('a fork has the given origin, or else that of its state', () => {
  const state = State.empty(services).fork(5)
  expect([state.origin, state.fork().origin, state.fork(7).origin]).toEqual([5, 5, 7])
})

test('a key that is given again keeps its place', () => {
  const state = State.empty(services)
  state.addKey('a', 'ns_a', 'read')
  state.addKey('b', 'ns_b', 'read')
  state.of(DOCUMENTS).addKey('x')
  state.of(DOCUMENTS).addKey('y')
  expect(state.addKey('a', 'ns_b', 'admin')).toEqual({ seq: 1, key: 'a', resourceId: 'ns_b', scope: 'admin' })
  expect([...state.scopedKeys.values()].map(({ key }) => key)).toEqual(['a', 'b'])
  expect(state.of(DOCUMENTS).addKey('x')).toEqual({ seq: 1, key: 'x' })
  expect([...state.of(DOCUMENTS).keys.values()].map(({ key }) => key)).toEqual(['x', 'y'])
  expect(state.keysOf('ns_b').map(({ key }) => key)).toEqual(['a', 'b'])
  expect([...state.keysByResource()].map(([id, keys]) => [id, keys.length])).toEqual([['ns_b', 2]])
})

test('the keys of a removed namespace or store are removed', () => {
  const state = State.empty(services)
  for (const id of ['ns_a', 'ns_b', 'ns_a', 'ec_a']) state.addKey(`key${state.scopedKeys.size}`, id, 'read')
  state.removeResource('ns_a')
  expect([...state.keysByResource().keys()]).toEqual(['ns_b', 'ec_a'])
  expect(state.scopedKeys.size).toBe(2)
})

test('the collections have names, and the rate limit is the one that was set', () => {
  const state = State.empty(services)
  expect([
    state.of(DOCUMENTS).projects.name,
    state.of(DOCUMENTS).documents.name,
    state.of(DOCUMENTS).rateLimit,
  ]).toEqual(['projects', 'documents', undefined])
  const limit = { requests: 5, perMs: 60_000 }
  state.of(DOCUMENTS).limitRate(limit)
  expect([state.of(DOCUMENTS).rateLimit, state.fork().of(DOCUMENTS).rateLimit]).toEqual([limit, limit])
})

test('a key of the database has a scope if it was given one', () => {
  const state = State.empty(services)
  const scope = { projects: new Set(['1']), documents: new Set<string>(), outOfScope: 'empty' } as const
  expect(state.of(DOCUMENTS).addKey('scoped', scope)).toEqual({ seq: 1, key: 'scoped', scope })
  expect(state.of(DOCUMENTS).addKey('all')).toEqual({ seq: 2, key: 'all' })
  expect(Object.keys(state.of(DOCUMENTS).addKey('all'))).toEqual(['seq', 'key'])
})

test('a state counts its records by kind, and lists the keys of each resource', () => {
  const state = makeState()
  state.of(CONFIG).addStore('ec_b', 'alice').put(configEntry('a', '1'))
  state.addKey('ec_a', 'ec_a', 'admin')
  state.addKey('kv_b', 'ns_a', 'admin')
  expect(sizesOf(state)).toEqual({
    namespaces: 1,
    entries: 2,
    stores: 2,
    configs: 2,
    databaseKeys: 1,
    projects: 1,
    documents: 1,
  })
  expect(state.keysOf('ns_a').map(({ key }) => key)).toEqual(['kv_a', 'kv_b'])
  expect(state.keysOf('ec_b')).toEqual([])
})
