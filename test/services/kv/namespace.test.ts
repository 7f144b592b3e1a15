import { expect, test } from 'vitest'
import { INTEGER_MAX } from '../../../src/contract/values.js'
import { State } from '../../../src/domain/state.js'
import { Tombstones } from '../../../src/domain/tombstones.js'
import { services } from '../../../src/services/index.js'
import { KV } from '../../../src/services/kv/contents.js'
import { creationOf, expiryOf, type KvFields, Offset } from '../../../src/services/kv/entry.js'
import type { Namespace } from '../../../src/services/kv/namespace.js'

const JOURNAL = { life: {} }

const ORIGIN = 1_000_000

const start = (): Namespace => State.empty(services).of(KV).addNamespace('ns_a', 'alice', { reads: 5 })

/** An entry that expires at an instant, in ms. */
const until = (expiresAt: number, fields: Partial<KvFields> = {}): KvFields => ({
  key: 'k',
  text: '"v"',
  ttlSeconds: 60,
  createdAt: 0,
  expiresAt,
  offsets: Offset.none,
  ...fields,
})
/** An entry that expires `expiresAt` ms after the origin. */
const untilOffset = (expiresAt: number, fields: Partial<KvFields> = {}): KvFields =>
  until(expiresAt, { offsets: Offset.expiresAt, ...fields })

test('a stored entry is no longer counted once it is deleted, even if deleted twice', () => {
  const namespace = start()
  const tombstones = new Tombstones(10, JOURNAL)
  namespace.put(until(1, { key: 'stays', text: '1' }))
  const entry = namespace.put(until(1, { key: 'goes', text: '"long"' }))
  for (let index = 0; index < 2; index++)
    namespace.delete(entry, { deletedBy: { request: 'r1' } }, tombstones)
  expect(namespace.stored).toEqual({ keys: 5, values: 1 })
  expect(tombstones.find('ns_a', 'goes')).toEqual({ deletedBy: { request: 'r1' } })
})

test('a stored entry never expires beyond the last exact instant', () => {
  expect(start().put(until(Number.MAX_VALUE)).expiresAt).toBe(INTEGER_MAX)
  expect(expiryOf(untilOffset(INTEGER_MAX), ORIGIN)).toBe(INTEGER_MAX)
})

test('times of entries are instants, or offsets from the origin', () => {
  expect(expiryOf(until(7), ORIGIN)).toBe(7)
  expect(expiryOf(untilOffset(7), ORIGIN)).toBe(ORIGIN + 7)
  const entry = start().put(until(7, { createdAt: 3 }))
  expect(creationOf(entry, ORIGIN)).toBe(3)
  expect(creationOf({ ...entry, offsets: Offset.createdAt }, ORIGIN)).toBe(ORIGIN + 3)
  expect(creationOf({ ...entry, offsets: Offset.expiresAt }, ORIGIN)).toBe(3)
})

test('the earliest expiry is copied, and the copy is independent', () => {
  const namespace = start()
  namespace.put(until(50))
  const copy = namespace.copy(ORIGIN, {})
  copy.put(until(40, { key: 'b' }))
  expect([copy.earliestExpiry(ORIGIN), namespace.earliestExpiry(ORIGIN)]).toEqual([40, 50])
  expect([copy.stored, namespace.stored]).toEqual([
    { keys: 2, values: 6 },
    { keys: 1, values: 3 },
  ])
  expect(copy).toMatchObject({ id: 'ns_a', owner: 'alice', limits: { reads: 5 } })
})

test('the contents at an instant count an entry that expires then as expired', () => {
  const namespace = start()
  namespace.put(until(10, { key: 'expires' }))
  namespace.put(until(11, { key: 'ü', text: '"€"' }))
  namespace.put(until(99, { key: 'b', text: '1' }))
  expect(namespace.contentsAt(10, ORIGIN)).toEqual({
    live: 2,
    expired: 1,
    liveBytes: { keys: 3, values: 6 },
  })
})
