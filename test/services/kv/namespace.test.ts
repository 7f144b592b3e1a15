import { describe, expect, test } from 'vitest'
import { INTEGER_MAX } from '../../../src/contract/values.js'
import { Tombstones } from '../../../src/domain/tombstones.js'
import { emptyState } from '../../../src/services/index.js'
import { KV } from '../../../src/services/kv/contents.js'
import { creationOf, expiryOf, type KvFields, Offset } from '../../../src/services/kv/entry.js'
import type { Namespace } from '../../../src/services/kv/namespace.js'

const ORIGIN = 1_000_000

const start = (): Namespace => emptyState().of(KV).addNamespace('ns_a', 'alice', { reads: 5 })

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
/** The same so many ms behind the origin. */
const untilOffset = (expiresAt: number, fields: Partial<KvFields> = {}): KvFields =>
  until(expiresAt, { offsets: Offset.expiresAt, ...fields })

const keysOf = (namespace: Namespace): string[] => [...namespace.entries.values()].map(({ key }) => key)

describe('what is stored', () => {
  test('is counted no longer once it is deleted, and only once', () => {
    const namespace = start()
    const tombstones = new Tombstones(10)
    namespace.put(until(1, { key: 'stays', text: '1' }))
    const entry = namespace.put(until(1, { key: 'goes', text: '"long"' }))
    for (let index = 0; index < 2; index++) namespace.delete(entry, { deletedBy: 'request r1' }, tombstones)
    expect(namespace.stored).toEqual({ keys: 5, values: 1 })
    expect(tombstones.find('ns_a', 'goes')).toEqual({ deletedBy: 'request r1' })
  })

  test('never expires beyond the last exact instant', () => {
    expect(start().put(until(Number.MAX_VALUE)).expiresAt).toBe(INTEGER_MAX)
    expect(expiryOf(untilOffset(INTEGER_MAX), ORIGIN)).toBe(INTEGER_MAX)
  })
})

describe('times', () => {
  test('are instants, or offsets from the origin', () => {
    expect(expiryOf(until(7), ORIGIN)).toBe(7)
    expect(expiryOf(untilOffset(7), ORIGIN)).toBe(ORIGIN + 7)
    const entry = start().put(until(7, { createdAt: 3 }))
    expect(creationOf(entry, ORIGIN)).toBe(3)
    expect(creationOf({ ...entry, offsets: Offset.createdAt }, ORIGIN)).toBe(ORIGIN + 3)
    expect(creationOf({ ...entry, offsets: Offset.expiresAt }, ORIGIN)).toBe(3)
  })
})

describe('the earliest expiry', () => {
  test('is the same of a copy, which it does not share', () => {
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
})

describe('deleting what is expired', () => {
  /** Entries that expire at each of these instants. */
  function withExpiries(...instants: readonly number[]) {
    const namespace = start()
    for (const instant of instants)
      namespace.put(until(instant, { key: `k${instant}`, text: `"${instant}"` }))
    return { namespace, tombstones: new Tombstones(10) }
  }

  test.each<[string, number, string[]]>([
    ['none', 9, ['k10', 'k20', 'k30', 'k40']],
    ['the one that expires now', 10, ['k20', 'k30', 'k40']],
    ['half', 20, ['k30', 'k40']],
    ['most', 39, ['k40']],
    ['all', 40, []],
  ])('takes %s', (_, now, left) => {
    const { namespace, tombstones } = withExpiries(10, 20, 30, 40)
    namespace.deleteExpired(now, ORIGIN, tombstones)
    expect(keysOf(namespace)).toEqual(left)
    expect(namespace.stored).toEqual({ keys: 3 * left.length, values: 4 * left.length })
    for (const instant of [10, 20, 30, 40])
      expect(tombstones.find('ns_a', `k${instant}`)).toEqual(
        instant <= now ? { expiredAt: instant } : 'never existed',
      )
  })

  test('knows when the next one expires', () => {
    const { namespace, tombstones } = withExpiries(10, 20, 30)
    namespace.put(untilOffset(5, { key: 'late' }))
    namespace.deleteExpired(15, ORIGIN, tombstones)
    expect(namespace.earliestExpiry(ORIGIN)).toBe(20)
    namespace.deleteExpired(30, ORIGIN, tombstones)
    expect(namespace.earliestExpiry(ORIGIN)).toBe(ORIGIN + 5)
    namespace.deleteExpired(ORIGIN + 5, ORIGIN, tombstones)
    expect(namespace.earliestExpiry(ORIGIN)).toBe(Number.POSITIVE_INFINITY)
    expect(tombstones.find('ns_a', 'late')).toEqual({ expiredAt: ORIGIN + 5 })
  })
})

test('its contents are those of a moment: what expires then is expired', () => {
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

test('it goes to another owner, and its limits are changed one by one', () => {
  const namespace = start()
  namespace.transferTo('bob')
  namespace.changeLimits({ writes: 7 })
  expect([namespace.owner, namespace.limits]).toEqual(['bob', { reads: 5, writes: 7 }])
  namespace.changeLimits({ reads: null, lists: 0 })
  const { limits } = namespace
  expect(limits).toEqual({ writes: 7, lists: 0 })
  namespace.changeLimits({})
  expect(namespace.limits, 'all copies share them').toBe(limits)
})
