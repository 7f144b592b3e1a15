import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Absence,
  absenceText,
  NO_TOMBSTONES,
  namedBy,
  TOMBSTONES_MAX,
  type TombstoneRecords,
  Tombstones,
  UNKNOWN_TOMBSTONES,
} from '../../src/domain/tombstones.js'
import { extent } from '../support/extent.js'

const JOURNAL = { life: {} }

const BY_R7 = { deletedBy: { request: 'r7' } }

const namesOf = ({ records }: TombstoneRecords) => Array.from(records.values(), ({ name }) => name)
const keysOf = (known: TombstoneRecords) => namesOf(known).map((name) => namedBy(name)[1])

test('a tombstone has the reason why an entry is missing', () => {
  const tombstones = new Tombstones(10, JOURNAL)
  tombstones.note('ns_a', 'expired', { expiredAt: 5 })
  tombstones.note('ns_a', 'deleted', BY_R7)
  expect(tombstones.find('ns_a', 'expired')).toEqual({ expiredAt: 5 })
  expect(tombstones.find('ns_a', 'deleted')).toEqual(BY_R7)
  expect(tombstones.find('ns_a', 'other')).toBe('never existed')
})

test.each<[Absence, string]>([
  ['never existed', 'never existed'],
  ['no record kept', `no record (only the last ${TOMBSTONES_MAX} are kept)`],
  [{ expiredAt: 5 }, 'expired at 1970-01-01T00:00:00.005Z'],
  [BY_R7, 'deleted by request r7'],
  [{ deletedBy: 'an admin call' }, 'deleted by an admin call'],
])('the absence %j is explained: %s', (absence, text) => {
  expect(absenceText(absence)).toBe(text)
})

test('tombstones of namespaces and stores are kept apart', () => {
  const tombstones = new Tombstones(10, JOURNAL)
  tombstones.note('ns_a', 'b', BY_R7)
  expect(tombstones.find('ns_b', 'b')).toBe('never existed')
  expect(tombstones.find('ns_ab', '')).toBe('never existed')
})

test('the oldest tombstones are dropped beyond the bound, and then no key is reported as never existing', () => {
  const tombstones = new Tombstones(2, JOURNAL)
  tombstones.note('ns_a', 'a', BY_R7)
  tombstones.note('ns_a', 'b', BY_R7)
  expect(tombstones.find('ns_a', 'never')).toBe('never existed')
  // Noting it again makes it the youngest.
  tombstones.note('ns_a', 'a', BY_R7)
  tombstones.note('ns_a', 'c', BY_R7)
  expect(['a', 'b', 'c', 'never'].map((key) => tombstones.find('ns_a', key))).toEqual([
    BY_R7,
    'no record kept',
    BY_R7,
    'no record kept',
  ])
})

test('a bound of 0 keeps none at all', () => {
  const tombstones = new Tombstones(0, JOURNAL)
  tombstones.note('ns_a', 'a', BY_R7)
  tombstones.noteAll('ns_a', [{ key: 'b' }], () => BY_R7)
  for (const key of ['a', 'b']) expect(tombstones.find('ns_a', key)).toBe('no record kept')
})

test('loading replaces everything, and the bound is no longer reached', () => {
  const tombstones = new Tombstones(1, JOURNAL)
  tombstones.note('ns_a', 'a', BY_R7)
  tombstones.note('ns_a', 'b', BY_R7)
  tombstones.load(NO_TOMBSTONES)
  expect(tombstones.find('ns_a', 'b')).toBe('never existed')
})

test('adding many tombstones at once is like adding one after the other', () => {
  for (const count of [0, 2, 3, 4, 6, 8]) {
    const gone = Array.from({ length: count }, (_, index) => ({ key: `k${index}`, at: index }))
    const atOnce = new Tombstones(3, JOURNAL)
    atOnce.note('ns_a', 'before', BY_R7)
    atOnce.noteAll('ns_a', gone, ({ at }) => ({ expiredAt: at }))
    const oneByOne = new Tombstones(3, JOURNAL)
    oneByOne.note('ns_a', 'before', BY_R7)
    for (const { key, at } of gone) oneByOne.note('ns_a', key, { expiredAt: at })
    for (const key of ['before', 'never', ...gone.map((entry) => entry.key)]) {
      expect(atOnce.find('ns_a', key)).toEqual(oneByOne.find('ns_a', key))
    }
    expect(namesOf(atOnce.save()), 'the next to be given up is the same').toEqual(namesOf(oneByOne.save()))
  }
})

test('random copies know what copies of their own would know', () => {
  const MAX = 8
  /** Plain tombstones, which every copy has to itself. */
  interface Plain {
    readonly records: ReadonlyMap<string, number>
    readonly isComplete: boolean
  }
  const noted = ({ records, isComplete }: Plain, key: string, at: number): Plain => {
    const kept = new Map(records)
    kept.delete(key)
    const all = [...kept.set(key, at)]
    return { records: new Map(all.slice(-MAX)), isComplete: isComplete && all.length <= MAX }
  }
  const place = fc.nat(2)
  const step = fc.oneof(
    fc.record({ do: fc.constant('note' as const), at: place, keys: fc.array(fc.nat(15), { maxLength: 10 }) }),
    fc.record({ do: fc.constant('load' as const), at: place, from: place }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const real = [0, 1, 2].map(() => new Tombstones(MAX, JOURNAL))
      const plain: Plain[] = real.map(() => ({ records: new Map(), isComplete: true }))
      for (const [now, one] of steps.entries()) {
        if (one.do === 'load') {
          real[one.at]?.load(real[one.from]?.save() ?? NO_TOMBSTONES)
          plain[one.at] = plain[one.from] ?? { records: new Map(), isComplete: true }
          continue
        }
        const gone = one.keys.map((number) => ({ key: `k${number}` }))
        real[one.at]?.noteAll('ns_a', gone, () => ({ expiredAt: now }))
        for (const { key } of gone)
          plain[one.at] = noted(plain[one.at] ?? { records: new Map(), isComplete: true }, key, now)
      }
      for (const [index, { records, isComplete }] of plain.entries()) {
        const known = real[index]?.save() ?? NO_TOMBSTONES
        expect([keysOf(known), known.isComplete]).toEqual([[...records.keys()], isComplete])
        for (const [key, expiredAt] of records) expect(real[index]?.find('ns_a', key)).toEqual({ expiredAt })
      }
    }),
    { numRuns: extent(200, 5000) },
  )
})

describe('loaded tombstones', () => {
  const known = (count: number, isComplete = true): TombstoneRecords => {
    const source = new Tombstones(100, JOURNAL)
    for (let index = 0; index < count; index++) source.note('ns_a', `k${index}`, BY_R7)
    return { ...source.save(), isComplete }
  }
  const loaded = (max: number, from: TombstoneRecords) => {
    const tombstones = new Tombstones(max, JOURNAL)
    tombstones.load(from)
    return tombstones
  }

  test('loaded tombstones are the youngest ones, and are known to be complete or not', () => {
    for (const [max, count, isComplete, oldest, never] of [
      [3, 3, true, BY_R7, 'never existed'],
      [3, 4, true, 'no record kept', 'no record kept'],
      [3, 2, true, BY_R7, 'never existed'],
      [3, 2, false, BY_R7, 'no record kept'],
    ] as const) {
      const tombstones = loaded(max, known(count, isComplete))
      expect(tombstones.find('ns_a', 'k0')).toEqual(oldest)
      expect(tombstones.find('ns_a', `k${count - 1}`)).toEqual(BY_R7)
      expect(tombstones.find('ns_a', 'never')).toBe(never)
      expect(tombstones.save().records.size).toBe(Math.min(max, count))
    }
    expect(loaded(3, NO_TOMBSTONES).find('ns_a', 'k')).toBe('never existed')
    expect(loaded(3, UNKNOWN_TOMBSTONES).find('ns_a', 'k')).toBe('no record kept')
  })

  test('loaded tombstones are dropped first, the oldest ones before the others', () => {
    const tombstones = new Tombstones(3, JOURNAL)
    tombstones.note('ns_a', 'other', BY_R7)
    tombstones.load(known(3))
    tombstones.note('ns_a', 'new', BY_R7)
    expect(keysOf(tombstones.save())).toEqual(['k1', 'k2', 'new'])
  })

  test('loaded tombstones do not change the saved ones', () => {
    const tombstones = new Tombstones(2, JOURNAL)
    tombstones.note('ns_a', 'a', BY_R7)
    tombstones.note('ns_a', 'b', BY_R7)
    const saved = tombstones.save()
    tombstones.note('ns_a', 'c', BY_R7)
    tombstones.note('ns_a', 'd', BY_R7)
    expect(saved.records.size).toBe(2)
    expect(keysOf(tombstones.save())).toEqual(['c', 'd'])
    tombstones.load(saved)
    expect(tombstones.find('ns_a', 'a')).toEqual(BY_R7)
  })

  test('share what is not changed with all copies', () => {
    const source = new Tombstones(100, JOURNAL)
    for (let index = 0; index < 100; index++) source.note('ns_a', `k${index}`, BY_R7)
    const saved = source.save()
    const [copy, other] = [loaded(100, saved), loaded(100, saved)]
    copy.note('ns_a', 'new', BY_R7)
    const [large] = saved.records.layers
    expect(large?.records.size).toBe(100)
    for (const tombstones of [source, copy, other]) expect(tombstones.save().records.layers[0]).toBe(large)
    expect([copy, other].map((one) => one.find('ns_a', 'k0'))).toEqual(['no record kept', BY_R7])
  })

  test('loaded tombstones name no request if the world has another journal', () => {
    const source = new Tombstones(10, JOURNAL)
    source.note('ns_a', 'expired', { expiredAt: 5 })
    source.note('ns_a', 'by-admin', { deletedBy: 'an admin call' })
    source.note('ns_a', 'by-request', BY_R7)
    const tombstones = new Tombstones(10, { life: {} })
    tombstones.load(source.save())
    tombstones.note('ns_a', 'own', BY_R7)
    const keys = ['expired', 'by-admin', 'by-request', 'own', 'never']
    const expected = [
      { expiredAt: 5 },
      { deletedBy: 'an admin call' },
      { deletedBy: 'a request in another journal' },
      BY_R7,
      'never existed',
    ]
    expect(keys.map((key) => tombstones.find('ns_a', key))).toEqual(expected)
    tombstones.load(tombstones.save())
    expect(keys.map((key) => tombstones.find('ns_a', key))).toEqual(expected)
  })
})
