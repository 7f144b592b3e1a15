import { describe, expect, test } from 'vitest'
import {
  NO_TOMBSTONES,
  namedBy,
  type TombstoneRecords,
  Tombstones,
  UNKNOWN_TOMBSTONES,
  withoutRequests,
} from '../../src/domain/tombstones.js'

const BY_R7 = { deletedBy: 'request r7' }

test('has the reason why an entry is missing', () => {
  const tombstones = new Tombstones(10)
  tombstones.note('ns_a', 'expired', { expiredAt: 5 })
  tombstones.note('ns_a', 'deleted', BY_R7)
  expect(tombstones.find('ns_a', 'expired')).toEqual({ expiredAt: 5 })
  expect(tombstones.find('ns_a', 'deleted')).toEqual(BY_R7)
  expect(tombstones.find('ns_a', 'other')).toBe('never existed')
})

test('tells namespaces and stores apart', () => {
  const tombstones = new Tombstones(10)
  tombstones.note('ns_a', 'b', BY_R7)
  expect(tombstones.find('ns_b', 'b')).toBe('never existed')
  expect(tombstones.find('ns_ab', '')).toBe('never existed')
})

test('drops the oldest beyond its bound, and then no longer reports that a key never existed', () => {
  const tombstones = new Tombstones(2)
  tombstones.note('ns_a', 'a', BY_R7)
  tombstones.note('ns_a', 'b', BY_R7)
  expect(tombstones.find('ns_a', 'never')).toBe('never existed')
  // Noted again, it is the youngest.
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
  const tombstones = new Tombstones(0)
  tombstones.note('ns_a', 'a', BY_R7)
  tombstones.noteAll('ns_a', [{ key: 'b' }], () => BY_R7)
  for (const key of ['a', 'b']) expect(tombstones.find('ns_a', key)).toBe('no record kept')
})

test('loading replaces everything, and the bound is no longer reached', () => {
  const tombstones = new Tombstones(1)
  tombstones.note('ns_a', 'a', BY_R7)
  tombstones.note('ns_a', 'b', BY_R7)
  tombstones.load(NO_TOMBSTONES)
  expect(tombstones.find('ns_a', 'b')).toBe('never existed')
})

test('adds many at once like one after the other', () => {
  for (const count of [0, 2, 3, 4, 6, 8]) {
    const gone = Array.from({ length: count }, (_, index) => ({ key: `k${index}`, at: index }))
    const atOnce = new Tombstones(3)
    atOnce.note('ns_a', 'before', BY_R7)
    atOnce.noteAll('ns_a', gone, ({ at }) => ({ expiredAt: at }))
    const oneByOne = new Tombstones(3)
    oneByOne.note('ns_a', 'before', BY_R7)
    for (const { key, at } of gone) oneByOne.note('ns_a', key, { expiredAt: at })
    for (const key of ['before', 'never', ...gone.map((entry) => entry.key)]) {
      expect(atOnce.find('ns_a', key)).toEqual(oneByOne.find('ns_a', key))
    }
    expect([...atOnce.save().records.keys()], 'the next to be given up is the same').toEqual([
      ...oneByOne.save().records.keys(),
    ])
  }
})

describe('loaded tombstones', () => {
  const known = (count: number, isComplete = true): TombstoneRecords => {
    const source = new Tombstones(100)
    for (let index = 0; index < count; index++) source.note('ns_a', `k${index}`, BY_R7)
    return { ...source.save(), isComplete }
  }
  const loaded = (max: number, from: TombstoneRecords) => {
    const tombstones = new Tombstones(max)
    tombstones.load(from)
    return tombstones
  }

  test('are the youngest ones, and are known to be complete or not', () => {
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

  test('are dropped first, the oldest ones before the others', () => {
    const tombstones = new Tombstones(3)
    tombstones.note('ns_a', 'other', BY_R7)
    tombstones.load(known(3))
    tombstones.note('ns_a', 'new', BY_R7)
    expect([...tombstones.save().records.keys()].map((name) => namedBy(name)[1])).toEqual(['k1', 'k2', 'new'])
  })

  test('share nothing with the saved ones', () => {
    const tombstones = new Tombstones(2)
    tombstones.note('ns_a', 'a', BY_R7)
    tombstones.note('ns_a', 'b', BY_R7)
    const saved = tombstones.save()
    tombstones.note('ns_a', 'c', BY_R7)
    tombstones.note('ns_a', 'd', BY_R7)
    expect(saved.records.size).toBe(2)
    expect([...tombstones.save().records.keys()].map((name) => namedBy(name)[1])).toEqual(['c', 'd'])
    tombstones.load(saved)
    expect(tombstones.find('ns_a', 'a')).toEqual(BY_R7)
  })

  test('name no request if the world has another journal', () => {
    const source = new Tombstones(10)
    source.note('ns_a', 'expired', { expiredAt: 5 })
    source.note('ns_a', 'by-admin', { deletedBy: 'an admin call' })
    source.note('ns_a', 'by-request', BY_R7)
    const tombstones = loaded(10, withoutRequests(source.save()))
    expect(['expired', 'by-admin', 'by-request', 'never'].map((key) => tombstones.find('ns_a', key))).toEqual(
      [
        { expiredAt: 5 },
        { deletedBy: 'an admin call' },
        { deletedBy: 'a request of another journal' },
        'never existed',
      ],
    )
  })
})
