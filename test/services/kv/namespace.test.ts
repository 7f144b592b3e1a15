import { describe, expect, test, vi } from 'vitest'
import { INTEGER_MAX } from '../../../src/contract/values.js'
import { State } from '../../../src/domain/state.js'
import { Tombstones } from '../../../src/domain/tombstones.js'
import { creationOf, expiryOf, type KvFields, Offset } from '../../../src/services/kv/entry.js'
import type { Namespace } from '../../../src/services/kv/namespace.js'

const ORIGIN = 1_000_000

const MANY = 2000

const start = (): Namespace => State.empty().addNamespace('ns_a', 'alice', { reads: 5 })

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
  test('is counted in bytes of UTF-8, keys and values apart', () => {
    const namespace = start()
    namespace.put(until(1, { key: 'ü', text: '"€"' }))
    expect(namespace.stored).toEqual({ keys: 2, values: 5 })
    namespace.put(until(1, { key: 'ab', text: '1' }))
    expect(namespace.stored).toEqual({ keys: 4, values: 6 })
    namespace.put(until(1, { key: 'ab', text: '"123"' }))
    expect(namespace.stored).toEqual({ keys: 4, values: 10 })
    namespace.put(until(1, { key: 'ab', text: '12' }))
    expect(namespace.stored).toEqual({ keys: 4, values: 7 })
  })

  test('is counted no longer once it is deleted, and only once', () => {
    const namespace = start()
    const tombstones = new Tombstones(10)
    namespace.put(until(1, { key: 'stays', text: '1' }))
    const entry = namespace.put(until(1, { key: 'goes', text: '"long"' }))
    for (let index = 0; index < 2; index++) namespace.delete(entry, { deletedBy: 'request r1' }, tombstones)
    expect(namespace.stored).toEqual({ keys: 5, values: 1 })
    expect(tombstones.find('ns_a', 'goes')).toEqual({ deletedBy: 'request r1' })
  })

  test('keeps its place where it is replaced', () => {
    const namespace = start()
    const first = namespace.put(until(1, { key: 'a' }))
    namespace.put(until(1, { key: 'b' }))
    const again = namespace.put(until(2, { key: 'a', text: '2' }))
    expect([first.seq, again.seq, keysOf(namespace)]).toEqual([1, 1, ['a', 'b']])
    expect(again).toMatchObject({ text: '2', expiresAt: 2 })
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
  test('is that of the instants and of the offsets', () => {
    const namespace = start()
    expect(namespace.earliestExpiry(ORIGIN)).toBe(Number.POSITIVE_INFINITY)
    namespace.put(until(ORIGIN + 50, { key: 'a' }))
    namespace.put(until(ORIGIN + 90, { key: 'b' }))
    expect(namespace.earliestExpiry(ORIGIN)).toBe(ORIGIN + 50)
    namespace.put(untilOffset(40, { key: 'c' }))
    expect(namespace.earliestExpiry(ORIGIN)).toBe(ORIGIN + 40)
    expect(namespace.earliestExpiry(ORIGIN + 30)).toBe(ORIGIN + 50)
  })

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

  test('looks at none of them before the first one expires', () => {
    const { namespace, tombstones } = withExpiries(10, 20)
    const listing = vi.spyOn(namespace.entries, 'values')
    namespace.deleteExpired(9, ORIGIN, tombstones)
    expect(namespace.expiredBytes(9, ORIGIN)).toEqual({ keys: 0, values: 0 })
    expect(listing).not.toHaveBeenCalled()
    expect(namespace.expiredBytes(10, ORIGIN)).toEqual({ keys: 3, values: 4 })
    expect(listing).toHaveBeenCalledTimes(1)
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

describe('deleting very many that are expired, where very many stay', () => {
  const COUNT = 6 * MANY

  /** Every other entry expires at 10, by an offset where `expire` says so. */
  function full(expire = until) {
    const namespace = start()
    for (let index = 0; index < COUNT; index++) {
      const fields = { key: `k${index}`, text: `${index}` }
      namespace.put(index % 2 === 0 ? until(ORIGIN + 99, fields) : expire(10, fields))
    }
    return namespace
  }
  const leftKeys = Array.from({ length: COUNT / 2 }, (_, index) => `k${2 * index}`)
  const bytesOf = (keys: readonly string[]) => ({
    keys: keys.join('').length,
    values: keys.join('').length - keys.length,
  })
  const tombstones = () => new Tombstones(COUNT)

  test('counts and shows at once what is left', () => {
    const namespace = full()
    const gone = tombstones()
    namespace.deleteExpired(10, ORIGIN, gone)
    expect(keysOf(namespace)).toEqual(leftKeys)
    expect([...namespace.entries.after(5)].map(({ key }) => key)).toEqual(leftKeys.slice(3))
    expect(namespace.entries.size).toBe(COUNT / 2)
    expect(namespace.stored).toEqual(bytesOf(leftKeys))
    expect(namespace.earliestExpiry(ORIGIN)).toBe(ORIGIN + 99)
    expect(namespace.entries.get('k1')).toBeUndefined()
    expect(gone.find('ns_a', 'k1')).toEqual({ expiredAt: 10 })
    expect(gone.find('ns_a', 'k0')).toBe('never existed')
  })

  test('takes what is written later for another entry, whenever it expires', () => {
    const namespace = full()
    const gone = tombstones()
    namespace.deleteExpired(10, ORIGIN, gone)
    // The clock may have gone back meanwhile.
    namespace.put(until(7, { key: 'k1' }))
    expect(namespace.entries.get('k1')?.expiresAt).toBe(7)
    expect(keysOf(namespace)).toEqual([...leftKeys, 'k1'])
    namespace.deleteExpired(7, ORIGIN, gone)
    expect(keysOf(namespace)).toEqual(leftKeys)
    expect(gone.find('ns_a', 'k1')).toEqual({ expiredAt: 7 })
  })

  test('does not bring them back at an earlier time, nor with another origin', () => {
    const namespace = full(untilOffset)
    const gone = tombstones()
    namespace.deleteExpired(ORIGIN + 10, ORIGIN, gone)
    const later = namespace.copy(2 * ORIGIN, {})
    for (const now of [ORIGIN - 1, ORIGIN + 98]) later.deleteExpired(now, 2 * ORIGIN, gone)
    expect([keysOf(later), keysOf(namespace)]).toEqual([leftKeys, leftKeys])
    for (const index of [0, 1, 2, 3]) later.put(until(ORIGIN + 99 + index, { key: `new${index}` }))
    later.deleteExpired(ORIGIN + 99, 2 * ORIGIN, gone)
    expect(keysOf(later)).toEqual(['new1', 'new2', 'new3'])
    expect(later.stored).toEqual({ keys: 12, values: 9 })
  })

  test('is the same in several parts', () => {
    const namespace = start()
    for (let index = 0; index < COUNT; index++)
      namespace.put(until(index % 3, { key: `k${index}`, text: `${index}` }))
    for (const now of [0, 1]) namespace.deleteExpired(now, ORIGIN, tombstones())
    const left = Array.from({ length: COUNT / 3 }, (_, index) => `k${3 * index + 2}`)
    expect(keysOf(namespace)).toEqual(left)
    expect(namespace.stored).toEqual(bytesOf(left))
  })
})

describe('of many entries', () => {
  /** All of them expire at 99. */
  function large() {
    const namespace = start()
    for (let index = 0; index <= MANY; index++) namespace.put(until(99, { key: `k${index}`, text: '1' }))
    return namespace
  }
  test('one that is replaced keeps its place, and what is new goes behind all others', () => {
    const namespace = large()
    namespace.put(until(10, { key: 'k0', text: '"new"' }))
    namespace.put(untilOffset(10, { key: 'last', text: '12' }))
    expect([keysOf(namespace)[0], keysOf(namespace).at(-1)]).toEqual(['k0', 'last'])
    expect(namespace.expiredBytes(10, ORIGIN)).toEqual({ keys: 2, values: 5 })
    expect(namespace.expiredBytes(ORIGIN + 10, ORIGIN)).toEqual(namespace.stored)
    namespace.deleteExpired(10, ORIGIN, new Tombstones(1))
    expect([keysOf(namespace)[0], keysOf(namespace).length]).toEqual(['k1', MANY + 1])
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
