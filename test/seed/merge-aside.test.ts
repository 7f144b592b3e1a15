import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/core/refusal.js'
import { atOnce, SLICE_ITEMS } from '../../src/core/steps.js'
import { State } from '../../src/domain/state.js'
import { BEGINNING } from '../../src/seed/resume-point.js'
import { turnsOf } from '../support/turns.js'
import { asideOf, merged, merging, NOW, namespace, seedOf, stateOf, TIMES } from './merging.js'

const MANY = 5 * SLICE_ITEMS

const many = (prefix: string, count = MANY) =>
  Array.from({ length: count }, (_, index) => namespace(`${prefix}${index}`))

const idsOf = (state: State) => [...state.namespaces.values()].map(({ id }) => id)

describe('namespaces that are merged', () => {
  test('let others through, and none of them waits for it at the end', () => {
    const state = stateOf('ns_old')
    const seed = seedOf([...many('ns_'), namespace('ns_old')])
    const aside = asideOf(seed, state)
    expect(turnsOf(merging(aside, seed))).toBeGreaterThanOrEqual(MANY / SLICE_ITEMS)
    expect(turnsOf(aside.approach(() => state))).toBe(0)
    expect(turnsOf(aside.catchUp(state))).toBe(0)
    expect(idsOf(aside.merged)).toEqual(['ns_old', ...many('ns_').map(({ id }) => id)])
    expect([idsOf(state), state.namespaces.size]).toEqual([['ns_old'], 1])
  })

  test('are looked at once more, and no more, where others write a little', () => {
    const state = stateOf('ns_old')
    const aside = merged(seedOf([namespace('ns_old'), ...many('ns_')]), state)
    state.namespace('ns_old')?.put({ key: 'k', text: '1', ...TIMES })
    expect(turnsOf(aside.approach(() => state))).toBe(0)
    expect(turnsOf(aside.catchUp(state))).toBe(MANY / SLICE_ITEMS)
    expect(aside.merged.namespaces.get('ns_old')?.entries.get('k')?.text).toBe('1')
  })

  test('are caught up with in slices where others write to very many of them', () => {
    const seed = seedOf(many('ns_'))
    const state = stateOf(...many('ns_').map(({ id }) => id))
    const aside = merged(seed, state)
    for (const { id } of seed.namespaces) state.namespace(id)?.put({ key: 'k', text: '1', ...TIMES })
    expect(turnsOf(aside.approach(() => state))).toBeGreaterThanOrEqual((2 * MANY) / SLICE_ITEMS)
    expect(turnsOf(aside.approach(() => state))).toBe(0)
    expect(turnsOf(aside.catchUp(state))).toBe(0)
    expect(aside.merged.namespaces.get('ns_7')?.entries.size).toBe(1)
  })

  test('keep the entries that were merged aside where a key alone is another', () => {
    const entries = Array.from({ length: MANY }, (_, index) => ({
      key: `k${index}`,
      text: '1',
      ttlSeconds: 60,
    }))
    const keys = [{ key: 'kv', scope: 'read' } as const]
    const state = stateOf('ns_old')
    state.addKey('kv', 'ns_old', 'write')
    const aside = merged(seedOf([namespace('ns_old', { keys, entries })]), state)
    state.addKey('kv', 'ns_old', 'admin')
    expect(turnsOf(aside.catchUp(state))).toBe(0)
    expect(aside.merged.scopedKeys.get('kv')?.scope).toBe('read')
    expect(aside.merged.namespaces.get('ns_old')?.entries.size).toBe(MANY)
  })

  test('are all merged again where another state takes the place of the one that they joined', () => {
    const aside = merged(seedOf(many('ns_')), stateOf('ns_old'))
    const other = stateOf('ns_other')
    expect(turnsOf(aside.approach(() => other))).toBe(0)
    atOnce(aside.catchUp(other))
    expect(idsOf(aside.merged)).toEqual(['ns_other', ...many('ns_').map(({ id }) => id)])
  })

  test('and are so in slices', () => {
    const aside = merged(seedOf(many('ns_')), stateOf('ns_old'))
    expect(turnsOf(aside.catchUp(stateOf('ns_other')))).toBeGreaterThanOrEqual(MANY / SLICE_ITEMS)
  })

  test('come behind those of a state that had very many more', () => {
    const aside = merged(seedOf([namespace('ns_a')]), stateOf('ns_old'))
    const other = stateOf('ns_other')
    other.namespaces.continueFrom(2 ** 40)
    other.addNamespace('ns_late', 'alice', {})
    expect(idsOf(atOnce(aside.catchUp(other)))).toEqual(['ns_other', 'ns_late', 'ns_a'])
  })

  test('come in the order in which others made theirs', () => {
    const state = stateOf('ns_old')
    const aside = merged(seedOf([namespace('ns_a'), namespace('ns_b')]), state)
    state.addNamespace('ns_new', 'alice', {})
    expect(idsOf(atOnce(aside.catchUp(state)))).toEqual(['ns_old', 'ns_new', 'ns_a', 'ns_b'])
    state.removeResource('ns_old')
    expect(idsOf(atOnce(aside.catchUp(state)))).toEqual(['ns_new', 'ns_a', 'ns_b'])
  })
})

describe('stores and records that are merged let others through:', () => {
  const put = (state: State, id: string, key: string) =>
    state.store(id)?.put({ key, text: '1', updatedAt: NOW, updatedIsOffset: false })

  test('very many stores, where others write to one', () => {
    const state = State.empty()
    state.addStore('ec_0', 'alice')
    const stores = Array.from({ length: MANY }, (_, index) => ({ id: `ec_${index}`, keys: [], entries: [] }))
    const aside = merged(seedOf([], stores), state)
    put(state, 'ec_0', 'k')
    expect(turnsOf(aside.catchUp(state))).toBe(MANY / SLICE_ITEMS)
  })

  test('a store of very many entries, to which others write', () => {
    const state = State.empty()
    state.addStore('ec_a', 'alice')
    const entries = Array.from({ length: MANY }, (_, index) => ({ key: `k${index}`, text: '1' }))
    const aside = merged(seedOf([], [{ id: 'ec_a', keys: [], entries }]), state)
    put(state, 'ec_a', 'own')
    expect(turnsOf(aside.catchUp(state))).toBeGreaterThanOrEqual(MANY / SLICE_ITEMS)
    expect(aside.merged.stores.get('ec_a')?.entries.size).toBe(MANY + 1)
  })

  test('very many records', () => {
    const seed = seedOf([], [], { documents: Array.from({ length: MANY }, () => ({ title: 'd' })) })
    // Each has its id kept free, and is inserted.
    expect(turnsOf(asideOf(seed, State.empty()).finish(seed))).toBe((2 * MANY) / SLICE_ITEMS)
  })
})

test('very many windows of rates are merged aside, and those alone again in which others counted', () => {
  const rateWindows = Array.from(
    { length: MANY },
    (_, index) => [`db_${index}`, { number: 1, used: 2 }] as const,
  )
  const state = State.empty()
  const aside = merged(seedOf([]), state, { ...BEGINNING, rateWindows })
  for (const key of ['db_7', 'db_own']) state.rateWindows.set(key, { number: 1, used: 1 })
  expect(turnsOf(aside.catchUp(state))).toBe(0)
  const { rateWindows: got } = aside.merged
  expect(['db_7', 'db_8', 'db_own'].map((key) => got.get(key))).toEqual(
    [2, 2, 1].map((used) => ({ number: 1, used })),
  )
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
      atOnce(aside.catchUp(state))
      expect(textsOf(aside.merged)).toEqual([written, written])
    }
  })

  test('stays where its counters or keys alone changed before', () => {
    const state = start()
    const aside = merged(seed, state)
    state.namespace('ns_a')?.changeLimits({ reads: 1 })
    state.store('ec_a')?.transferTo('bob')
    atOnce(aside.catchUp(state))
    state.addKey('kv', 'ns_a', 'read')
    atOnce(aside.catchUp(state))
    change(state, 'own')
    atOnce(aside.catchUp(state))
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
    atOnce(aside.catchUp(other))
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
  expect(() => atOnce(aside.catchUp(state))).toThrow(Refusal)
  expect([idsOf(state), state.scopedKeys.get('kv')?.resourceId]).toEqual([['ns_old'], 'ns_old'])
})
