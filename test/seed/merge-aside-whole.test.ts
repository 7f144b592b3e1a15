import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { State } from '../../src/domain/state.js'
import { mergeSeed } from '../../src/seed/load.js'
import { BEGINNING, type ResumePoint } from '../../src/seed/resume-point.js'
import { merged, NOW, namespace, seedOf, stateOf, TIMES } from './merging.js'

/** What is written to a state while others are merged into it. */
type Write = (state: State, id: string) => unknown

const WRITES: readonly Write[] = [
  (state, id) => state.namespace(id)?.put({ key: id, text: '"written"', ...TIMES }),
  (state, id) => state.namespace(id)?.put({ key: 'k', text: '"written"', ...TIMES }),
  (state, id) => {
    const usage = state.namespace(id)?.usage.at(NOW)
    if (usage !== undefined) usage.reads++
  },
  (state, id) => state.namespace(id)?.changeLimits({ writes: 7 }),
  (state, id) => state.store(id)?.put({ key: 'k', text: '1', updatedAt: NOW, updatedIsOffset: false }),
  (state, id) => !state.namespaces.has(id) && state.addNamespace(id, 'written', {}),
  (state, id) => !state.stores.has(id) && state.addStore(id, 'written'),
  (state, id) => state.namespaces.has(id) && state.addKey(`own_${id}`, id, 'read'),
  (state, id) => state.namespaces.has(id) && state.addKey(`key_${id}`, id, 'write'),
  (state, id) => state.addDatabaseKey(`db_${id}`),
  (state, id) => state.rateWindows.set(`db_${id}`, { number: 1, used: 1 }),
  (state) => state.documents.insert({ id: undefined, heading: 'written', text: undefined }),
  (state) => state.fork(),
]

/** Of these it is not told where they then come in the order. */
const REMOVALS: readonly Write[] = [
  (state, id) => state.removeResource(id),
  (state, id) => state.scopedKeys.delete(`key_${id}`),
  (state, id) => state.databaseKeys.delete(`db_${id}`),
]

const IDS = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6']

/** Everything in a state, in order. */
const contentsOf = (state: State) => ({
  namespaces: [...state.namespaces.values()].map(({ id, owner, limits, usage, entries, stored }) => ({
    ...{ id, owner, limits, months: usage.months(), stored },
    entries: entries.toArray().map(({ key, text }) => [key, text]),
  })),
  stores: [...state.stores.values()].map(({ id, owner, entries }) => ({
    ...{ id, owner },
    entries: entries.toArray().map(({ key, text }) => [key, text]),
  })),
  keys: [...state.scopedKeys.values()].map(({ key, resourceId, scope }) => ({ id: key, resourceId, scope })),
  databaseKeys: [...state.databaseKeys.values()].map(({ key, scope }) => ({ id: key, scope })),
  windows: [...state.rateWindows.entries()].map(([id, window]) => ({ id, window })),
  documents: state.documents.records.toArray(),
  sizes: [state.namespaces.size, state.stores.size, state.scopedKeys.size, state.databaseKeys.size],
})

const sorted = (contents: ReturnType<typeof contentsOf>) => {
  const byId = <T extends { id: string }>(items: readonly T[]) =>
    items.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const { namespaces, stores, keys, databaseKeys, windows } = contents
  return {
    ...contents,
    namespaces: byId(namespaces),
    stores: byId(stores),
    keys: byId(keys),
    databaseKeys: byId(databaseKeys),
    windows: byId(windows),
  }
}

const SEED = seedOf(
  ['n1', 'n2', 'n3', 'n6'].map((id, index) =>
    namespace(id, {
      ...(index % 2 === 0 ? { owner: 'seed' } : {}),
      limits: { reads: index },
      usage: [{ month: 'current', counters: { writes: index } }],
      keys: [{ key: `key_${id}`, scope: 'admin' }],
      entries: [{ key: 'k', text: '"seed"', ttlSeconds: 60 }],
    }),
  ),
  ['n1', 'n4'].map((id) => ({ id, keys: [], entries: [{ key: 'k', text: '"seed"' }] })),
  { keys: [{ key: 'db_n1' }, { key: 'db_n2', projects: ['1'] }], documents: [{ title: 'seed' }] },
)

const RESUME: ResumePoint = {
  ...BEGINNING,
  rateWindows: ['n1', 'n3', 'n5'].map((id, index) => [`db_${id}`, { number: 1, used: 5 + index }]),
}

describe('a merge aside comes to what one at once does,', () => {
  const writes = (of: readonly Write[]) =>
    fc.array(fc.tuple(fc.constantFrom(...of), fc.constantFrom(...IDS)), { maxLength: 12 })

  /** Writes before the merge, while it is made, and between each two times that it catches up. */
  const compare = (rounds: readonly (readonly [Write, string])[][], look: (state: State) => unknown) => {
    const [before = [], ...meanwhile] = rounds
    const state = stateOf()
    for (const [write, id] of before) write(state, id)
    const aside = merged(SEED, state, RESUME)
    for (const round of meanwhile) {
      for (const [write, id] of round) write(state, id)
      aside.catchUp(state)
    }
    const whole = state.fork()
    mergeSeed(SEED, RESUME, whole, NOW)
    expect(look(aside.merged)).toEqual(look(whole))
  }

  test('in the same order', () => {
    fc.assert(
      fc.property(fc.array(writes(WRITES), { minLength: 2, maxLength: 4 }), (rounds) =>
        compare(rounds, contentsOf),
      ),
    )
  })

  test('but for the order where something is removed meanwhile', () => {
    const all = [...WRITES, ...REMOVALS, ...REMOVALS]
    fc.assert(
      fc.property(fc.array(writes(all), { minLength: 2, maxLength: 4 }), (rounds) =>
        compare(rounds, (state) => sorted(contentsOf(state))),
      ),
    )
  })
})
