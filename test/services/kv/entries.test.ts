import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TTL_MIN_S } from '../../../src/contract/values.js'
import { VirtualClock } from '../../../src/core/clock.js'
import { defaultProfile, type Profile } from '../../../src/domain/profile/profile.js'
import { State } from '../../../src/domain/state.js'
import { Tombstones } from '../../../src/domain/tombstones.js'
import type { World } from '../../../src/domain/world.js'
import type { ServiceCall } from '../../../src/request/call.js'
import { services } from '../../../src/services/index.js'
import { KV } from '../../../src/services/kv/contents.js'
import {
  list,
  presentTtl,
  put,
  putUncounted,
  read,
  remove,
  removeUncounted,
  settleStorage,
} from '../../../src/services/kv/entries.js'
import { type KvEntry, Offset } from '../../../src/services/kv/entry.js'
import type { Namespace } from '../../../src/services/kv/namespace.js'
import { callIn } from '../../support/calls.js'

const JOURNAL = { life: {} }

const START = Date.UTC(2026, 0, 15)

/** The parts of a world that a namespace's rules use, at some ms after START. */
const worldAt = (ms: number, tombstones = new Tombstones(10, JOURNAL)) => ({
  state: State.empty(services).fork(START),
  clock: new VirtualClock(() => 0, { now: START + ms, frozen: true }),
  tombstones,
})

/** A namespace, and a call of an operation on it at some ms after START. */
function start(profile: Partial<Profile['kv']> = {}, limits: Namespace['limits'] = {}) {
  const namespace = State.empty(services).of(KV).addNamespace('ns_a', 'alice', limits)
  const filled = { ...defaultProfile, kv: { ...defaultProfile.kv, ...profile } }
  const at = (ms: number) => callIn({ ...worldAt(ms) }, { at: START + ms }, filled)
  return { namespace, at }
}

const entry = (fields: Partial<KvEntry>): KvEntry => ({
  seq: 1,
  key: 'k',
  text: '1',
  ttlSeconds: 90,
  createdAt: START,
  expiresAt: START + 90_000,
  offsets: Offset.none,
  ...fields,
})

describe('the TTL in a response', () => {
  test.each<[string, Profile['kv']['readTtl'], Partial<KvEntry>, number, number]>([
    ['is the one of the write', 'original', {}, 89_999, 90],
    ['is what remains, rounded up', 'remaining', {}, 0, 90],
    ['is what remains, rounded up', 'remaining', {}, 1, 90],
    ['is what remains, rounded up', 'remaining', {}, 1000, 89],
    ['is 1 to the last ms', 'remaining', {}, 89_999, 1],
    [
      'is the difference between creation and expiry, if a seed gave none',
      'original',
      { ttlSeconds: undefined },
      5000,
      90,
    ],
    [
      'is the difference between two offsets',
      'original',
      {
        ttlSeconds: undefined,
        createdAt: -30_000,
        expiresAt: 60_000,
        offsets: Offset.createdAt + Offset.expiresAt,
      },
      5000,
      90,
    ],
    [
      'is the difference between an instant and an offset',
      'original',
      { ttlSeconds: undefined, createdAt: START - 10_000, expiresAt: 60_000, offsets: Offset.expiresAt },
      5000,
      70,
    ],
  ])('the TTL in a response %s (%s)', (_, readTtl, fields, ms, shown) => {
    expect(presentTtl({ now: START + ms, origin: START, readTtl }, entry(fields))).toBe(shown)
  })
})

test('an upsert keeps a seeded creation relative, and makes the expiry an instant', () => {
  const { namespace, at } = start()
  namespace.put(entry({ createdAt: -5000, expiresAt: 60_000, offsets: 3 }))
  const { entry: written } = put(at(1000), namespace, { key: 'k', text: '2', ttlSeconds: 120 })
  expect(written).toEqual({
    seq: 1,
    key: 'k',
    text: '2',
    ttlSeconds: 120,
    createdAt: -5000,
    expiresAt: START + 121_000,
    offsets: Offset.createdAt,
  })
})

/** Applies the rules to plain data: what a namespace must be after any sequence of operations. */
class Model {
  entries: { key: string; text: string; expiresAt: number }[] = []
  counters = { reads: 0, writes: 0, deletes: 0, lists: 0 }

  meet(now: number, key?: string): void {
    this.entries = this.entries.filter((held) => (key ?? held.key) !== held.key || held.expiresAt > now)
  }

  put(now: number, key: string, text: string, ttlSeconds: number): void {
    this.meet(now, key)
    const expiresAt = now + Math.max(ttlSeconds, TTL_MIN_S) * 1000
    const held = this.entries.find((candidate) => candidate.key === key)
    if (held === undefined) this.entries.push({ key, text, expiresAt })
    else Object.assign(held, { text, expiresAt })
    this.counters.writes++
  }

  get bytes(): number {
    return this.entries.reduce(
      (sum, { key, text }) => sum + Buffer.byteLength(key) + Buffer.byteLength(text),
      0,
    )
  }
}

const keys = fc.constantFrom('a', 'é', 'constructor', '__proto__')
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('put'),
      key: keys,
      text: fc.constantFrom('1', '"é"', '[]'),
      ttl: fc.integer({ min: -5, max: 200 }),
    }),
    fc.record({
      do: fc.constantFrom('read', 'remove', 'list'),
      key: keys,
      text: fc.constant(''),
      ttl: fc.constant(0),
    }),
    fc.record({
      do: fc.constant('wait'),
      key: keys,
      text: fc.constant(''),
      ttl: fc.integer({ min: 0, max: 90 }),
    }),
    fc.record({ do: fc.constant('fork'), key: keys, text: fc.constant(''), ttl: fc.constant(0) }),
  ),
  { maxLength: 60 },
)

test('after any operations, entries, order, counters and storage are those of a plain model', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      let { namespace } = start()
      const { at } = start()
      const model = new Model()
      let ms = 0
      for (const step of sequence) {
        const now = START + ms
        const call = at(ms)
        if (step.do === 'wait') ms += step.ttl * 1000
        if (step.do === 'fork') namespace = namespace.copy(START, {})
        if (step.do === 'put') {
          put(call, namespace, { key: step.key, text: step.text, ttlSeconds: step.ttl })
          model.put(now, step.key, step.text, step.ttl)
        }
        if (step.do === 'read') {
          model.meet(now, step.key)
          model.counters.reads++
          expect(read(call, namespace, step.key)?.text).toBe(
            model.entries.find(({ key }) => key === step.key)?.text,
          )
        }
        if (step.do === 'remove') {
          model.meet(now, step.key)
          const isThere = model.entries.some(({ key }) => key === step.key)
          expect(remove(call, namespace, step.key)).toBe(isThere)
          model.entries = model.entries.filter(({ key }) => key !== step.key)
          if (isThere) model.counters.deletes++
        }
        if (step.do === 'list') {
          model.meet(now)
          model.counters.lists++
          expect([...list(call, namespace)].map(({ key }) => key)).toEqual(
            model.entries.map(({ key }) => key),
          )
        }
        expect(settleStorage(at(ms), namespace)).toBe(model.bytes)
        expect(namespace.usage.at(now)).toEqual(model.counters)
      }
    }),
  )
})

describe('by an admin call,', () => {
  test('entries are written and removed without a count, and the reason for a missing one is recorded', () => {
    const { namespace, at } = start()
    const tombstones = new Tombstones(10, JOURNAL)
    const world = (ms: number) => worldAt(ms, tombstones) as World
    const { seq: _, ...fields } = entry({})
    const first = putUncounted(world(0), namespace, fields)
    expect(putUncounted(world(0), namespace, { ...fields, text: '2' })).toMatchObject({
      seq: first.seq,
      text: '2',
    })
    const renewed = putUncounted(world(90_000), namespace, { ...fields, expiresAt: START + 190_000 })
    expect(renewed.seq).toBeGreaterThan(first.seq)
    expect(tombstones.find('ns_a', 'k')).toEqual({ expiredAt: START + 90_000 })
    removeUncounted(world(90_000), namespace, renewed)
    expect(tombstones.find('ns_a', 'k')).toEqual({ deletedBy: 'an admin call' })
    const last = putUncounted(world(90_000), namespace, { ...fields, expiresAt: START + 190_000 })
    removeUncounted(world(190_000), namespace, last)
    expect(tombstones.find('ns_a', 'k')).toEqual({ expiredAt: START + 190_000 })
    expect(Object.values(namespace.usage.at(START)).every((count) => count === 0)).toBe(true)
    expect(remove(at(0), namespace, 'k')).toBe(false)
  })
})

describe('an entry at its very expiresAt is expired, and a ms before it is not', () => {
  const MINUTE = { key: 'k', text: '1', ttlSeconds: 60 }
  test.each<[what: string, isThere: (call: ServiceCall, namespace: Namespace) => boolean]>([
    ['for a read', (call, namespace) => read(call, namespace, 'k') !== undefined],
    ['for a list', (call, namespace) => list(call, namespace).length === 1],
    ['for a delete', (call, namespace) => remove(call, namespace, 'k')],
    ['for a put over it', (call, namespace) => !put(call, namespace, MINUTE).isNew],
  ])('an entry is expired at its very expiresAt, and not a ms before it, %s', (_what, isThere) => {
    for (const [ms, expected] of [
      [59_999, true],
      [60_000, false],
      [60_001, false],
    ] as const) {
      const { namespace, at } = start()
      expect(put(at(0), namespace, MINUTE).entry.expiresAt).toBe(START + 60_000)
      expect([ms, isThere(at(ms), namespace)]).toEqual([ms, expected])
    }
  })
})

describe('a put that does not make the total larger always fits', () => {
  const write = (key: string, text: string) => ({ key, text, ttlSeconds: 60 })
  test.each([
    ['at the limit', 4],
    ['beyond the limit', 2],
    ['at a limit of nothing', 0],
  ])('a put that does not make the total larger fits %s', (_where, storageBytes) => {
    const { namespace, at } = start({}, { storageBytes: 4 })
    put(at(0), namespace, write('k', '123'))
    namespace.changeLimits({ storageBytes })
    expect(put(at(1), namespace, write('k', '456')).entry.text).toBe('456')
    expect(() => put(at(2), namespace, write('k', '4567'))).toThrow()
    expect(put(at(3), namespace, write('k', '45')).entry.text).toBe('45')
  })
})
