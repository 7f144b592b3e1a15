import { expect, test } from 'vitest'
import { State } from '../../../src/domain/state.js'
import { Tombstones } from '../../../src/domain/tombstones.js'
import { expiryOf, type KvEntry, Offset } from '../../../src/services/kv/entry.js'

/** Many entries that expire at once. */

const ORIGIN = 1_000_000
const COUNT = 4000
const FEW = 500

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

function storedOf(entries: readonly KvEntry[]) {
  const sum = (of: (entry: KvEntry) => string) =>
    entries.reduce((bytes, entry) => bytes + Buffer.byteLength(of(entry)), 0)
  return { keys: sum(({ key }) => key), values: sum(({ text }) => text) }
}

test.each<[which: string, lifeOf: (index: number) => number]>([
  ['all', () => 10],
  ['none', () => 99],
  ['few', (index) => (index < FEW ? 10 : 99)],
  ['all but few', (index) => (index < FEW ? 99 : 10)],
  ['every second one', (index) => (index % 4 < 2 ? 10 : 99)],
  ['two of three', (index) => (index % 3 === 0 ? 99 : 10)],
  ['most, the first of them', (index) => (index < 0.7 * COUNT ? 10 : 99)],
  ['most, the last of them', (index) => (index > 0.3 * COUNT ? 10 : 99)],
  ['a third, the first of them', (index) => (index < 0.3 * COUNT ? 10 : 99)],
  ['a third, the last of them', (index) => (index > 0.7 * COUNT ? 10 : 99)],
  ['some, and others later', (index) => [10, 20, 99][index % 3] ?? 0],
])('%s', (_which, lifeOf) => {
  const { namespace, entries } = filled(lifeOf)
  const tombstones = new Tombstones(COUNT)
  let left = entries
  // From one origin to another, as after a clock that is set: offsets go along with it.
  for (const [now, origin] of [
    [ORIGIN + 10, ORIGIN],
    [ORIGIN + 20, ORIGIN + 30],
    [ORIGIN + 20, ORIGIN - 5],
    [ORIGIN + 98, ORIGIN + 5],
  ] as const) {
    left = left.filter((entry) => expiryOf(entry, origin) > now)
    namespace.deleteExpired(now, origin, tombstones)
    expect([...namespace.entries.values()]).toEqual(left)
    expect(namespace.entries.size).toBe(left.length)
    expect(namespace.stored).toEqual(storedOf(left))
    expect(namespace.earliestExpiry(origin)).toBe(
      Math.min(Number.POSITIVE_INFINITY, ...left.map((entry) => expiryOf(entry, origin))),
    )
  }
})

test('a list of many is what was there when it was asked for', () => {
  const { namespace, entries } = filled(() => 10)
  const list = namespace.entries.values()
  namespace.deleteExpired(ORIGIN + 10, ORIGIN, new Tombstones(0))
  expect([...namespace.entries.values()]).toEqual([])
  expect([...list]).toEqual(entries)
})
