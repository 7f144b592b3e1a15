import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { NO_TOMBSTONES, Tombstones } from '../../src/domain/tombstones.js'

const BY_R7 = { deletedBy: 'request r7' }

it('knows why an entry is gone', () => {
  const tombstones = new Tombstones(10)
  tombstones.note('ns_a', 'expired', { expiredAt: 5 })
  tombstones.note('ns_a', 'deleted', BY_R7)
  expect(tombstones.find('ns_a', 'expired')).toEqual({ expiredAt: 5 })
  expect(tombstones.find('ns_a', 'deleted')).toEqual(BY_R7)
  expect(tombstones.find('ns_a', 'other')).toBe('never existed')
})

it('tells the last passing', () => {
  const tombstones = new Tombstones(10)
  tombstones.note('ns_a', 'k', { expiredAt: 5 })
  tombstones.note('ns_a', 'k', BY_R7)
  expect(tombstones.find('ns_a', 'k')).toEqual(BY_R7)
})

it('tells namespaces and stores apart', () => {
  const tombstones = new Tombstones(10)
  tombstones.note('ns_a', 'b', BY_R7)
  expect(tombstones.find('ns_b', 'b')).toBe('never existed')
  expect(tombstones.find('ns_ab', '')).toBe('never existed')
})

it('gives up the oldest beyond its bound, and then no longer says never', () => {
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

it('may keep none at all', () => {
  const tombstones = new Tombstones(0)
  tombstones.note('ns_a', 'a', BY_R7)
  const leaving = tombstones.leaving<{ key: string }>()
  leaving.add({ key: 'b' })
  tombstones.noteAll('ns_a', leaving, () => BY_R7)
  for (const key of ['a', 'b']) expect(tombstones.find('ns_a', key)).toBe('no record kept')
})

it('forgets everything, the bound that was reached too', () => {
  const tombstones = new Tombstones(1)
  tombstones.note('ns_a', 'a', BY_R7)
  tombstones.note('ns_a', 'b', BY_R7)
  tombstones.load(NO_TOMBSTONES)
  expect(tombstones.find('ns_a', 'b')).toBe('never existed')
})

it('notes many at once as one after the other', () => {
  for (const count of [0, 2, 3, 4, 6, 8]) {
    const gone = Array.from({ length: count }, (_, index) => ({ key: `k${index}`, at: index }))
    const atOnce = new Tombstones(3)
    atOnce.note('ns_a', 'before', BY_R7)
    const leaving = atOnce.leaving<(typeof gone)[number]>()
    for (const entry of gone) leaving.add(entry)
    atOnce.noteAll('ns_a', leaving, ({ at }) => ({ expiredAt: at }))
    const oneByOne = new Tombstones(3)
    oneByOne.note('ns_a', 'before', BY_R7)
    for (const { key, at } of gone) oneByOne.note('ns_a', key, { expiredAt: at })
    for (const key of ['before', 'never', ...gone.map((entry) => entry.key)]) {
      expect(atOnce.find('ns_a', key)).toEqual(oneByOne.find('ns_a', key))
    }
  }
})

it('takes no memory for keys that go again and again', () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heapBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const tombstones = new Tombstones(10_000)
  const note = (times: number) => {
    for (let at = 0; at < times; at++) tombstones.note('ns_a', `k${at % 100}`, { expiredAt: at })
  }
  note(20_000)
  const before = heapBytes()
  note(200_000)
  expect(heapBytes() - before).toBeLessThan(4 * 1024 * 1024)
  expect(tombstones.find('ns_a', 'k99')).toEqual({ expiredAt: 199_999 })
})
