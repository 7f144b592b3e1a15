import { describe, expect, test } from 'vitest'
import { DecisionFacts } from '../../src/domain/decision-facts.js'
import type { State } from '../../src/domain/state.js'
import { Tombstones } from '../../src/domain/tombstones.js'
import { CONFIG } from '../../src/services/config/contents.js'
import type { ConfigFields } from '../../src/services/config/store.js'
import type { DatabaseKey } from '../../src/services/documents/collection.js'
import { DOCUMENTS } from '../../src/services/documents/contents.js'
import { emptyState, sizesOf } from '../../src/services/index.js'
import { KV } from '../../src/services/kv/contents.js'
import { type KvFields, Offset } from '../../src/services/kv/entry.js'

const NOW = Date.UTC(2026, 0, 15)
const all: DatabaseKey = { seq: 1, key: 'all' }

/** A state with one of everything. */
function makeState(): State {
  const state = emptyState()
  const namespace = state.of(KV).addNamespace('ns_a', 'alice', {})
  namespace.put(entry('a'))
  namespace.put(entry('b'))
  state.of(CONFIG).addStore('ec_a', 'alice').put(configEntry('a', '1'))
  state.addKey('kv_a', 'ns_a', 'read')
  state.of(DOCUMENTS).addDatabaseKey('db_a')
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

function deleteEntries(state: State, ...keys: string[]): void {
  const namespace = state.of(KV).namespace('ns_a')
  for (const key of keys) {
    const found = namespace?.entries.get(key)
    if (found !== undefined) namespace?.delete(found, { deletedBy: 'a test' }, new Tombstones(1))
  }
}

/** Everything in a state, as plain data. */
function contentOf(state: State): object {
  return {
    namespaces: [...state.of(KV).namespaces.values()].map(({ id, owner, stored, usage, entries }) => ({
      id,
      owner,
      stored: { ...stored },
      months: usage.months(),
      entries: [...entries.values()],
    })),
    stores: [...state.of(CONFIG).stores.values()].map(({ id, entries }) => ({
      id,
      entries: [...entries.values()],
    })),
    scopedKeys: [...state.scopedKeys.values()],
    databaseKeys: [...state.of(DOCUMENTS).databaseKeys.values()],
    documents: [...state.of(DOCUMENTS).documents.records.values()],
    projects: [...state.of(DOCUMENTS).projects.records.values()],
    rateLimit: state.of(DOCUMENTS).rateLimit,
    rateWindows: [...state.of(DOCUMENTS).rateWindows.entries()],
  }
}

const CHANGES: Record<string, (state: State) => unknown> = {
  'an entry put': (state) => state.of(KV).namespace('ns_a')?.put(entry('c')),
  'an entry replaced': (state) =>
    state
      .of(KV)
      .namespace('ns_a')
      ?.put({ ...entry('a'), text: '"longer"' }),
  'an entry deleted': (state) => deleteEntries(state, 'a'),
  'all entries deleted': (state) => deleteEntries(state, 'a', 'b'),
  'a read counted': (state) => {
    const counters = state.of(KV).namespace('ns_a')?.usage.at(NOW)
    if (counters !== undefined) counters.reads++
  },
  'a config entry put': (state) => state.of(CONFIG).store('ec_a')?.put(configEntry('b', '2')),
  'a config entry replaced': (state) => state.of(CONFIG).store('ec_a')?.put(configEntry('a', '2')),
  'a config entry deleted': (state) =>
    state.of(CONFIG).store('ec_a')?.delete('a', { deletedBy: 'a test' }, new Tombstones(1)),
  'a namespace added': (state) => state.of(KV).addNamespace('ns_b', 'bob', {}),
  'a namespace removed': (state) => state.removeResource('ns_a'),
  'a store added': (state) => state.of(CONFIG).addStore('ec_b', 'bob'),
  'a key added': (state) => state.addKey('kv_b', 'ns_a', 'admin'),
  'a key deleted': (state) => state.scopedKeys.delete('kv_a'),
  'a database key added': (state) => state.of(DOCUMENTS).addDatabaseKey('db_b'),
  'a document created': (state) => state.of(DOCUMENTS).documents.create({ heading: 'new', text: 'x' }, all),
  'a document deleted': (state) => state.of(DOCUMENTS).documents.records.delete('1'),
  'a project created': (state) => state.of(DOCUMENTS).projects.create({ heading: 'new', text: 'x' }, all),
  'a rate limit set': (state) => state.of(DOCUMENTS).limitRate({ requests: 1, perMs: 1000 }),
  'a request counted against the rate limit': (state) =>
    state
      .of(DOCUMENTS)
      .rateWindows.take(
        'db_a',
        { requests: 1, perMs: 1000 },
        { now: NOW, isFrozen: false, kind: 'fixed' },
        new DecisionFacts(),
      ),
}

describe.each(Object.entries(CHANGES))('%s', (_, change) => {
  test('in a fork is not seen by what it was forked from', () => {
    const state = makeState()
    const before = contentOf(state)
    const fork = state.fork()
    expect(contentOf(fork)).toEqual(before)
    change(fork)
    expect(contentOf(fork)).not.toEqual(before)
    expect(contentOf(state)).toEqual(before)
  })

  test('is not seen by an earlier fork, nor by a fork of that', () => {
    const state = makeState()
    const before = contentOf(state)
    const fork = state.fork()
    const second = fork.fork()
    change(state)
    expect(contentOf(state)).not.toEqual(before)
    expect([contentOf(fork), contentOf(second)]).toEqual([before, before])
  })

  test('is had by a later fork', () => {
    const state = makeState()
    change(state)
    expect(contentOf(state.fork())).toEqual(contentOf(state))
  })
})

test('what was fetched before a fork is fetched again after it', () => {
  const state = makeState()
  const held = state.of(KV).namespace('ns_a')
  state.fork()
  expect(state.of(KV).namespace('ns_a')).not.toBe(held)
  expect(state.of(KV).namespace('ns_a')).toBe(state.of(KV).namespace('ns_a'))
  expect(state.of(CONFIG).store('ec_a')).toBe(state.of(CONFIG).store('ec_a'))
})

test('a fork has the origin that it is given, else the one of the state', () => {
  const state = emptyState().fork(5)
  expect([state.origin, state.fork().origin, state.fork(7).origin]).toEqual([5, 5, 7])
})

test('a key that is given again keeps its place', () => {
  const state = emptyState()
  state.addKey('a', 'ns_a', 'read')
  state.addKey('b', 'ns_b', 'read')
  state.of(DOCUMENTS).addDatabaseKey('x')
  state.of(DOCUMENTS).addDatabaseKey('y')
  expect(state.addKey('a', 'ns_b', 'admin')).toEqual({ seq: 1, key: 'a', resourceId: 'ns_b', scope: 'admin' })
  expect([...state.scopedKeys.values()].map(({ key }) => key)).toEqual(['a', 'b'])
  expect(state.of(DOCUMENTS).addDatabaseKey('x')).toEqual({ seq: 1, key: 'x' })
  expect([...state.of(DOCUMENTS).databaseKeys.values()].map(({ key }) => key)).toEqual(['x', 'y'])
  expect(state.keysOf('ns_b').map(({ key }) => key)).toEqual(['a', 'b'])
  expect([...state.keysByResource()].map(([id, keys]) => [id, keys.length])).toEqual([['ns_b', 2]])
})

test('keys of namespaces and stores that are removed are gone', () => {
  const state = emptyState()
  for (const id of ['ns_a', 'ns_b', 'ns_a', 'ec_a']) state.addKey(`key${state.scopedKeys.size}`, id, 'read')
  state.removeResource('ns_a')
  expect([...state.keysByResource().keys()]).toEqual(['ns_b', 'ec_a'])
  expect(state.scopedKeys.size).toBe(2)
})

test('its collections are named, and its rate limit is the one that was set', () => {
  const state = emptyState()
  expect([
    state.of(DOCUMENTS).projects.name,
    state.of(DOCUMENTS).documents.name,
    state.of(DOCUMENTS).rateLimit,
  ]).toEqual(['projects', 'documents', undefined])
  const limit = { requests: 5, perMs: 60_000 }
  state.of(DOCUMENTS).limitRate(limit)
  expect([state.of(DOCUMENTS).rateLimit, state.fork().of(DOCUMENTS).rateLimit]).toEqual([limit, limit])
})

test('a key of the database has a scope where it was given one', () => {
  const state = emptyState()
  const scope = { projects: new Set(['1']), documents: new Set<string>(), outOfScope: 'empty' } as const
  expect(state.of(DOCUMENTS).addDatabaseKey('scoped', scope)).toEqual({ seq: 1, key: 'scoped', scope })
  expect(state.of(DOCUMENTS).addDatabaseKey('all')).toEqual({ seq: 2, key: 'all' })
  expect(Object.keys(state.of(DOCUMENTS).addDatabaseKey('all'))).toEqual(['seq', 'key'])
})

test('a state says how much of each kind it holds, and which keys open what', () => {
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
