import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/core/refusal.js'

import type { State } from '../../src/domain/state.js'
import { merged, NOW, namespace, seedOf, stateOf, TIMES } from './merging.js'

const idsOf = (state: State) => [...state.namespaces.values()].map(({ id }) => id)

describe('namespaces that are merged', () => {
  test('come behind those of a state that had very many more', () => {
    const aside = merged(seedOf([namespace('ns_a')]), stateOf('ns_old'))
    const other = stateOf('ns_other')
    other.namespaces.continueFrom(2 ** 40)
    other.addNamespace('ns_late', 'alice', {})
    expect(idsOf(aside.catchUp(other))).toEqual(['ns_other', 'ns_late', 'ns_a'])
  })

  test('come in the order in which others made theirs', () => {
    const state = stateOf('ns_old')
    const aside = merged(seedOf([namespace('ns_a'), namespace('ns_b')]), state)
    state.addNamespace('ns_new', 'alice', {})
    expect(idsOf(aside.catchUp(state))).toEqual(['ns_old', 'ns_new', 'ns_a', 'ns_b'])
    state.removeResource('ns_old')
    expect(idsOf(aside.catchUp(state))).toEqual(['ns_new', 'ns_a', 'ns_b'])
  })
})
describe('what a seed brought to a namespace or store that others write to', () => {
  const entry = { key: 'k', text: '"seed"' }
  const keys = [{ key: 'kv', scope: 'admin' } as const]
  const seed = seedOf(
    [namespace('ns_a', { keys, entries: [{ ...entry, ttlSeconds: 60 }] })],
    [{ id: 'ec_a', keys: [], entries: [entry] }],
  )
  const textsOf = ({ namespaces, stores }: State) =>
    [namespaces.get('ns_a'), stores.get('ec_a')].map((one) =>
      [...(one?.entries.values() ?? [])].map(({ key, text }) => [key, text]),
    )
  const change = (state: State, key: string) => {
    state.namespace('ns_a')?.put({ key, text: '1', ...TIMES })
    state.store('ec_a')?.put({ key, text: '1', updatedAt: NOW, updatedIsOffset: false })
  }
  const start = () => {
    const state = stateOf('ns_a')
    state.addStore('ec_a', 'alice')
    return state
  }

  test('is there beside what they write, however often they do', () => {
    const state = start()
    const aside = merged(seed, state)
    const written = []
    for (const key of ['k', 'own', 'more']) {
      change(state, key)
      written.push([key, key === 'k' ? '"seed"' : '1'])
      aside.catchUp(state)
      expect(textsOf(aside.merged)).toEqual([written, written])
    }
  })

  test('stays where its counters or keys alone changed before', () => {
    const state = start()
    const aside = merged(seed, state)
    state.namespace('ns_a')?.changeLimits({ reads: 1 })
    state.store('ec_a')?.transferTo('bob')
    aside.catchUp(state)
    state.addKey('kv', 'ns_a', 'read')
    aside.catchUp(state)
    change(state, 'own')
    aside.catchUp(state)
    const both = [
      ['own', '1'],
      ['k', '"seed"'],
    ]
    expect(textsOf(aside.merged)).toEqual([both, both])
    expect(aside.merged.scopedKeys.get('kv')?.scope).toBe('admin')
  })

  test('comes to another state that takes the place of theirs', () => {
    const aside = merged(seed, start())
    const other = start()
    change(other, 'own')
    aside.catchUp(other)
    const both = [
      ['own', '1'],
      ['k', '"seed"'],
    ]
    expect(textsOf(aside.merged)).toEqual([both, both])
  })
})

test('a key that another namespace gets meanwhile is a conflict', () => {
  const state = stateOf('ns_old')
  const seed = seedOf([namespace('ns_a', { keys: [{ key: 'kv', scope: 'read' }] })])
  const aside = merged(seed, state)
  state.addKey('kv', 'ns_old', 'read')
  expect(() => aside.catchUp(state)).toThrow(Refusal)
  expect([idsOf(state), state.scopedKeys.get('kv')?.resourceId]).toEqual([['ns_old'], 'ns_old'])
})
