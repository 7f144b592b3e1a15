import { expect, test } from 'vitest'
import { streamFor } from '../../../src/core/random.js'
import { State } from '../../../src/domain/state.js'
import { Tombstones } from '../../../src/domain/tombstones.js'
import { services } from '../../../src/services/index.js'
import { KV } from '../../../src/services/kv/contents.js'
import { expiryOf, type KvEntry, Offset } from '../../../src/services/kv/entry.js'

const JOURNAL = { life: {} }

const ORIGIN = 1_000_000
const COUNT = 300

test('the expired ones of many entries are removed, whatever is replaced, removed and forked in the meantime', () => {
  const chances = streamFor(1, 'expiries')
  let namespace = State.empty(services).of(KV).addNamespace('ns_a', 'alice', {})
  const model = new Map<string, KvEntry>()
  const put = (key: string, life: number) => {
    const isOffset = chances.integer(2) === 0
    const entry = namespace.put({
      key,
      text: JSON.stringify('x'.repeat(chances.integer(7))),
      ttlSeconds: 60,
      createdAt: 0,
      expiresAt: life + (isOffset ? 0 : ORIGIN),
      offsets: isOffset ? Offset.expiresAt : Offset.none,
    })
    model.set(key, entry)
  }
  for (let index = 0; index < COUNT; index++) put(`k${index}`, chances.integer(COUNT))
  for (let now = ORIGIN; now < ORIGIN + COUNT; now += 3) {
    const expired = [...model.values()].filter((entry) => expiryOf(entry, ORIGIN) <= now)
    const bytes = expired.reduce(
      ({ keys, values }, { key, text }) => ({ keys: keys + key.length, values: values + text.length }),
      { keys: 0, values: 0 },
    )
    expect(namespace.expiredBytes(now, ORIGIN)).toEqual(bytes)
    const tombstones = new Tombstones(COUNT, JOURNAL)
    namespace.deleteExpired(now, ORIGIN, tombstones)
    for (const { key } of expired) model.delete(key)
    const inOrder = [...model.values()].sort((one, other) => one.seq - other.seq)
    expect([...namespace.entries.values()]).toEqual(inOrder)
    expect(tombstones.save().records.size).toBe(expired.length)
    const earliest = Math.min(...inOrder.map((entry) => expiryOf(entry, ORIGIN)))
    expect(namespace.earliestExpiry(ORIGIN)).toBeLessThanOrEqual(earliest)
    if (expired.length > 0) expect(namespace.earliestExpiry(ORIGIN)).toBe(earliest)
    for (let change = 0; change < 4; change++) {
      const key = `k${chances.integer(COUNT)}`
      const there = model.get(key)
      if (chances.integer(4) > 0 || there === undefined) put(key, now - ORIGIN + chances.integer(COUNT))
      else {
        namespace.delete(there, { deletedBy: 'a test' }, tombstones)
        model.delete(key)
      }
    }
    if (chances.integer(5) === 0) namespace = namespace.copy(ORIGIN, {})
  }
})

test('expired entries are recorded in the order in which they were written, so that the first are dropped first', () => {
  const namespace = State.empty(services).of(KV).addNamespace('ns_a', 'alice', {})
  for (const [key, expiresAt] of [
    ['a', 30],
    ['b', 10],
    ['c', 20],
  ] as const)
    namespace.put({ key, text: '1', ttlSeconds: 60, createdAt: 0, expiresAt, offsets: Offset.none })
  const tombstones = new Tombstones(2, JOURNAL)
  namespace.deleteExpired(30, ORIGIN, tombstones)
  expect(['a', 'b', 'c'].map((key) => tombstones.find('ns_a', key) !== 'no record kept')).toEqual([
    false,
    true,
    true,
  ])
})
