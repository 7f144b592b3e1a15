import { describe, expect, test } from 'vitest'
import { Seen } from '../../../src/core/seen.js'
import { SLICE_ITEMS } from '../../../src/core/steps.js'
import type { Baseline } from '../../../src/domain/baseline.js'
import {
  bytesOfBaseline as baselineSteps,
  bytesOfFaults as faultSteps,
  bytesOfState as stateSteps,
} from '../../../src/domain/contents/bytes.js'
import { Offset } from '../../../src/domain/entries/entry.js'
import type { FaultSpec } from '../../../src/domain/faults/fault.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import { State } from '../../../src/domain/state.js'

const MANY = 1000
const LENGTH = 100_000
/** The least that anything takes that can be asked for by a name. */
const THING_BYTES = 100
/** A number, or a place in a list or set. */
const NUMBER_BYTES = 8

const long = 'x'.repeat(LENGTH)
const times = { ttlSeconds: 60, createdAt: 0, expiresAt: 60_000, offsets: Offset.none }
const update = { updatedAt: 0, updatedIsOffset: false }
const fields = { id: undefined, heading: 'h', text: undefined }

/** In one go, as all of these. */
const bytesOfFaults = (specs: readonly FaultSpec[]) => faultSteps(specs, new Seen())

function putEntry(state: State, key: string, text: string): void {
  state.namespace('ns')?.put({ key, text, ...times })
}

function putConfig(state: State, key: string, text: string): void {
  state.store('ec')?.put({ key, text, ...update })
}

/** A state with an empty namespace, `ns`, and an empty store, `ec`. */
function makeState(): State {
  const state = State.empty()
  state.addNamespace('ns', 'o', {})
  state.addStore('ec', 'o')
  return state
}

const bytesOfState = (state: State, seen: Seen): number => stateSteps(state, seen)

const bytesOfBaseline = (baseline: Baseline, seen: Seen): number => baselineSteps(baseline, seen)

const count = (state: State): number => bytesOfState(state, new Seen())

/** By how much a change makes a state larger that was counted before. */
function grown(change: (state: State) => void): number {
  const state = makeState()
  const before = count(state)
  change(state)
  return count(state) - before
}

const ids = (): ReadonlySet<string> => new Set(Array.from({ length: MANY }, (_, index) => `${index}`))

describe('a long text counts, once, in', () => {
  test.each<[string, (state: State) => void]>([
    ['the id of a namespace', (state) => state.addNamespace(long, 'o', {})],
    ['the id of a store', (state) => state.addStore(long, 'o')],
    ['the owner of a namespace', (state) => state.addNamespace('n', long, {})],
    ['the owner of a store', (state) => state.addStore('s', long)],
    ['a key of a namespace', (state) => putEntry(state, long, '1')],
    ['a value of a namespace', (state) => putEntry(state, 'k', long)],
    ['a key of a store', (state) => putConfig(state, long, '1')],
    ['a value of a store', (state) => putConfig(state, 'k', long)],
    ['an access key', (state) => state.addKey(long, 'ns', 'read')],
    ['a key of the database', (state) => state.addDatabaseKey(long)],
    ['a key with a window', (state) => state.rateWindows.set(long, { number: 1, used: 1 })],
    ['the name of a project', (state) => state.projects.insert({ ...fields, heading: long })],
    ['the description of a project', (state) => state.projects.insert({ ...fields, text: long })],
    ['the title of a document', (state) => state.documents.insert({ ...fields, heading: long })],
    ['the content of a document', (state) => state.documents.insert({ ...fields, text: long })],
  ])('%s', (_, change) => {
    expect(grown(change) / LENGTH).toBeCloseTo(1, 1)
  })
})

/** Has something made so many times. */
const made = (count: number) => (make: (state: State, index: number) => void) => (state: State) => {
  for (let index = 0; index < count; index++) make(state, index)
}

describe('each counts, however small:', () => {
  const each = made(MANY)

  test.each<[string, (state: State) => void]>([
    ['a namespace', each((state, index) => state.addNamespace(`n${index}`, '', {}))],
    ['a store', each((state, index) => state.addStore(`s${index}`, ''))],
    ['an entry', each((state, index) => putEntry(state, `k${index}`, ''))],
    ['a config', each((state, index) => putConfig(state, `k${index}`, ''))],
    ['an access key', each((state, index) => state.addKey(`k${index}`, 'ns', 'read'))],
    ['a key of the database', each((state, index) => state.addDatabaseKey(`k${index}`))],
    ['a project', each((state) => state.projects.insert(fields))],
    ['a document', each((state) => state.documents.insert(fields))],
    ['a month of counters', each((state, month) => state.namespace('ns')?.usage.set(`${month}`, {}))],
    ['a fixed window', each((state, key) => state.rateWindows.set(`${key}`, { number: 1, used: 1 }))],
    ['a sliding window', each((state, key) => state.rateWindows.set(`${key}`, { log: [] }))],
  ])('%s', (_, change) => {
    const bytes = grown(change)
    expect(bytes).toBeGreaterThan(MANY * THING_BYTES)
    expect(bytes).toBeLessThan(MANY * THING_BYTES * 20)
  })

  test.each<[string, (state: State) => void]>([
    [
      'a project of a scope',
      (state) => state.addDatabaseKey('k', { projects: ids(), documents: new Set(), outOfScope: 'empty' }),
    ],
    [
      'a document of a scope',
      (state) => state.addDatabaseKey('k', { projects: new Set(), documents: ids(), outOfScope: 'empty' }),
    ],
    [
      'an instant of a sliding window',
      ({ rateWindows }) =>
        rateWindows.set('k', { log: Array.from({ length: MANY }, (_, index) => [index, 1]) }),
    ],
    [
      'a window of before',
      ({ rateWindows }) =>
        rateWindows.set('k', {
          number: MANY,
          used: 1,
          others: Array.from({ length: MANY }, (_, index) => [index, 1]),
        }),
    ],
  ])('%s', (_, change) => {
    expect(grown(change)).toBeGreaterThan(MANY * NUMBER_BYTES)
  })

  test('a window without one of before as much as one that has a list of none', () => {
    const window = { number: 1, used: 1 }
    const bytes = [window, { ...window, others: [] }].map((one) =>
      grown((state) => state.rateWindows.set('k', one)),
    )
    expect(bytes[0]).toBe(bytes[1])
  })

  test('a fault, as much as any other', () => {
    const faults = Array.from({ length: MANY }, () => ({ status: 503 }))
    const one = bytesOfFaults(faults.slice(0, 1))
    expect(one).toBeGreaterThan(THING_BYTES)
    expect(bytesOfFaults(faults)).toBe(MANY * one)
  })

  const list = Array.from({ length: 20 }, () => 1)
  const names = Object.fromEntries(list.map((one, index) => [`a${index}`, one]))
  const OF_LIST = 80 * (1 + list.length)
  test.each<[string, readonly FaultSpec[], number]>([
    ['without data', [{ status: 503 }], 1000],
    ['with its id', [{ status: 503, id: 'f' }], 1001],
    ['with a short text', [{ status: 503, body: 'abc' }], 1000 + 80 + 3],
    ['with a short mapping', [{ status: 503, body: { ab: 'c' } }], 1000 + 80 + 2 + 80 + 1],
    ['with a list', [{ status: 503, body: list }], 1000 + OF_LIST],
    [
      'with a larger mapping',
      [{ status: 503, body: names }],
      1000 + OF_LIST + Object.keys(names).join('').length,
    ],
    ['and another that shares a list', [{ body: list }, { body: list }], 2000 + OF_LIST],
  ])('a fault %s', (_, faults, bytes) => {
    expect(bytesOfFaults(faults)).toBe(bytes)
  })

  test('a record without a text takes what one with an empty text takes', () => {
    expect(grown((state) => state.documents.insert(fields))).toBe(
      grown((state) => state.documents.insert({ ...fields, text: '' })),
    )
  })

  test.each([
    ['body', { body: long }],
    ['headers', { headers: { 'x-long': long } }],
    ['match', { match: { path: long } }],
    ['id', { id: long }],
    ['name of a header', { headers: { [long]: '' } }],
  ])('of a fault, its %s', (_, spec) => {
    expect(bytesOfFaults([{ status: 503, ...spec }]) / LENGTH).toBeCloseTo(1, 1)
  })
})

describe('what two states share counts once:', () => {
  const both = (state: State, other: State): number => {
    const seen = new Seen()
    return bytesOfState(state, seen) + bytesOfState(other, seen)
  }

  test.each<[string, (state: State) => void]>([
    ['namespaces', (state) => state.addNamespace('n', long, {})],
    ['entries', (state) => putEntry(state, 'k', long)],
    ['stores', (state) => state.addStore('s', long)],
    ['configs', (state) => putConfig(state, 'k', long)],
    ['keys', (state) => state.addKey(long, 'ns', 'read')],
    ['documents', (state) => state.documents.insert({ ...fields, text: long })],
    [
      'windows',
      ({ rateWindows }) => rateWindows.set('k', { log: Array.from({ length: LENGTH / 10 }, () => [1, 1]) }),
    ],
  ])('%s', (_, change) => {
    const state = makeState()
    change(state)
    const one = count(state)
    expect(both(state, state.fork())).toBeLessThan(one * 1.5)
  })

  test('namespaces, after so many forks that layers of their map were joined', () => {
    const FORKS = 40
    const seen = new Seen()
    let state = State.empty()
    let bytes = 0
    for (let index = 0; index < FORKS; index++) {
      state.addNamespace(`n${index}`, long, {})
      state = state.fork()
      bytes += bytesOfState(state, seen)
    }
    expect(state.namespaces.layers.length - 1).toBeLessThan(FORKS)
    expect(Math.floor(bytes / LENGTH)).toBeLessThan(FORKS * 1.1)
  })

  test('entries of a store, of which one of them has written more', () => {
    const state = makeState()
    putConfig(state, 'shared', long)
    const fork = state.fork()
    count(fork)
    putConfig(fork, 'own', long)
    expect(Math.floor(both(state, fork) / LENGTH)).toBe(2)
    putConfig(fork, 'own too', long)
    expect(Math.floor(both(state, fork) / LENGTH)).toBe(3)
  })
})

const baselineWith = (given: Partial<Baseline>): Baseline => ({
  state: makeState(),
  profile: defaultProfile,
  clock: {},
  randomSeed: 1,
  randomStates: {},
  faults: [],
  lastFaultId: 0,
  ...given,
})

test('a baseline that two worlds have counts once, faults included', () => {
  const faults = Array.from({ length: MANY }, () => ({ status: 503 }))
  const baseline = baselineWith({ faults })
  const seen = new Seen()
  expect(bytesOfBaseline(baseline, seen)).toBeGreaterThan(MANY * THING_BYTES)
  expect(bytesOfBaseline(baseline, seen)).toBe(0)
})

describe('looked at in slices, and where nothing of it changes not again:', () => {
  const SLICES = 3
  const each = made(SLICES * SLICE_ITEMS)
  test.each<[string, (state: State) => void]>([
    ['namespaces', each((state, index) => state.addNamespace(`n${index}`, '', {}))],
    ['stores', each((state, index) => state.addStore(`s${index}`, ''))],
  ])('%s, each time anew', (_, fill) => {
    const state = makeState()
    fill(state)
    for (let time = 0; time < 2; time++) expect(turns(state)).toBe(SLICES)
  })

  test('entries that are each in a namespace of their own, and the namespaces', () => {
    const state = makeState()
    each((all, index) => {
      const put = { key: 'k', text: '', ...times }
      all.addNamespace(`n${index}`, '', {}).put(put)
    })(state)
    expect(turns(state)).toBeGreaterThanOrEqual(3 * SLICES)
    // The entries are counted through by now, but each namespace is still looked into.
    expect(turns(state)).toBeGreaterThanOrEqual(2 * SLICES)
  })
})
