import { expect, test } from 'vitest'
import { updateOf } from '../../src/domain/config.js'
import { State } from '../../src/domain/state.js'

test('a put keeps the place of a key that is there, and gives a new one the last', () => {
  const store = State.empty().addStore('ec_a', 'alice')
  for (const [key, now] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const)
    store.put(key, `${now}`, now)
  expect([...store.entries.values()].map(({ key, text, updatedAt }) => [key, text, updatedAt])).toEqual([
    ['a', '3', 3],
    ['b', '2', 2],
  ])
  store.entries.delete('a')
  store.put('a', '4', 4)
  expect([...store.entries.values()].map(({ key }) => key)).toEqual(['b', 'a'])
})

test('a seeded time that is relative counts from the origin until the entry is written', () => {
  const store = State.empty().addStore('ec_a', 'alice')
  const seeded = { seq: store.entries.takeSeq(), key: 'a', text: '1', updatedAt: -500, updatedIsOffset: true }
  store.entries.set('a', seeded)
  expect([updateOf(seeded, 10_000), updateOf(seeded, 20_000)]).toEqual([9500, 19_500])
  expect(updateOf(store.put('a', '2', 12_345), 20_000)).toBe(12_345)
})
