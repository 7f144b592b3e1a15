import { afterEach, expect, test, vi } from 'vitest'
import { SLICE_ITEMS } from '../../src/core/steps.js'
import { type KvEntry, Offset } from '../../src/domain/entries/entry.js'
import { State } from '../../src/domain/state.js'
import { Tombstones } from '../../src/domain/tombstones.js'

/** Entries that expire at once, too many to remove them in one slice of work: what is seen is as if they were removed. */

const ORIGIN = 1_000_000
const COUNT = 8 * SLICE_ITEMS

/** A namespace of COUNT entries, of which each lives as long from the origin as is said; every other one as an instant. */
function filled(lifeOf: (index: number) => number) {
  const state = State.empty()
  const namespace = state.addNamespace('ns_a', 'alice', {})
  for (let index = 0; index < COUNT; index++) {
    const isOffset = index % 2 === 0
    namespace.put({
      key: `k${index}`,
      text: JSON.stringify('x'.repeat(index % 7)),
      ttlSeconds: 60,
      createdAt: 0,
      expiresAt: lifeOf(index) + (isOffset ? 0 : ORIGIN),
      offsets: isOffset ? Offset.expiresAt : Offset.none,
    })
  }
  return { namespace, entries: [...namespace.entries.values()] }
}

afterEach(() => vi.restoreAllMocks())

/** How often something is called while work is done. */
function callsDuring(
  spy: { readonly mock: { readonly calls: readonly unknown[] } },
  work: () => void,
): number {
  const before = spy.mock.calls.length
  work()
  return spy.mock.calls.length - before
}

test('no entry is weighed when many expire', () => {
  const { namespace } = filled((index) => (index % 3 === 0 ? 99 : 10))
  const weighing = vi.spyOn(Buffer, 'byteLength')
  const calls = callsDuring(weighing, () => {
    expect(namespace.expiredBytes(ORIGIN + 10, ORIGIN).keys).toBeGreaterThan(0)
    namespace.deleteExpired(ORIGIN + 10, ORIGIN, new Tombstones(0))
  })
  expect(calls).toBe(0)
  expect(namespace.entries.size).toBe(Math.ceil(COUNT / 3))
})

test('a list passes over none of those that expired', () => {
  const { namespace, entries } = filled((index) => (index < 0.7 * COUNT ? 10 : 99))
  namespace.deleteExpired(ORIGIN + 10, ORIGIN, new Tombstones(0))
  const lookUps = vi.spyOn(Map.prototype, 'get')
  const firstOf = (list: Iterable<KvEntry>) => list[Symbol.iterator]().next().value
  const first = entries[Math.ceil(0.7 * COUNT)]
  for (const list of [() => namespace.asOfNow(), () => namespace.entries.values()]) {
    const calls = callsDuring(lookUps, () => expect(firstOf(list())).toEqual(first))
    expect(calls).toBeLessThan(100)
  }
})

test('a page of the list behind an entry passes over none of those that expired', () => {
  const { namespace, entries } = filled((index) => (index > 0 && index < 0.7 * COUNT ? 10 : 99))
  namespace.deleteExpired(ORIGIN + 10, ORIGIN, new Tombstones(0))
  const lookUps = vi.spyOn(Map.prototype, 'get')
  const calls = callsDuring(lookUps, () => {
    const [next] = namespace.after(entries[0]?.seq ?? 0)
    expect(next).toEqual(entries[Math.ceil(0.7 * COUNT)])
  })
  expect(calls).toBeLessThan(100)
})

test('a list of many is what was there when it was asked for', () => {
  const { namespace, entries } = filled(() => 10)
  const list = namespace.asOfNow()
  namespace.deleteExpired(ORIGIN + 10, ORIGIN, new Tombstones(0))
  expect([...namespace.asOfNow()]).toEqual([])
  for (let again = 0; again < 2; again++) expect([...list]).toEqual(entries)
})
