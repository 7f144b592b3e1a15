import { expect, test } from 'vitest'
import { State } from '../../../src/domain/state.js'
import { Tombstones } from '../../../src/domain/tombstones.js'
import { CONFIG } from '../../../src/services/config/contents.js'
import { type ConfigFields, updateOf } from '../../../src/services/config/store.js'
import { services } from '../../../src/services/index.js'

const JOURNAL = { life: {} }

const written = (key: string, text: string, updatedAt: number): ConfigFields => ({
  key,
  text,
  updatedAt,
  updatedIsOffset: false,
})

test('a put keeps the place of an existing key, and gives a new one the last place', () => {
  const store = State.empty(services).of(CONFIG).addStore('ec_a', 'alice')
  for (const [key, now] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const)
    store.put(written(key, `${now}`, now))
  expect([...store.entries.values()].map(({ key, text, updatedAt }) => [key, text, updatedAt])).toEqual([
    ['a', '3', 3],
    ['b', '2', 2],
  ])
  store.delete('a', { deletedBy: 'a test' }, new Tombstones(1, JOURNAL))
  store.put(written('a', '4', 4))
  expect([...store.entries.values()].map(({ key }) => key)).toEqual(['b', 'a'])
})

test('a relative time of a seed counts from the origin until the entry is written', () => {
  const store = State.empty(services).of(CONFIG).addStore('ec_a', 'alice')
  const seeded = store.put({ key: 'a', text: '1', updatedAt: -500, updatedIsOffset: true })
  expect([updateOf(seeded, 10_000), updateOf(seeded, 20_000)]).toEqual([9500, 19_500])
  expect(updateOf(store.put(written('a', '2', 12_345)), 20_000)).toBe(12_345)
})

test('a delete records the reason, but only for an existing entry', () => {
  const store = State.empty(services).of(CONFIG).addStore('ec_a', 'alice')
  const tombstones = new Tombstones(10, JOURNAL)
  store.put(written('a', '1', 1))
  const passing = { deletedBy: 'a test' }
  expect(['a', 'a', 'b'].map((key) => store.delete(key, passing, tombstones))).toEqual([true, false, false])
  expect([tombstones.find('ec_a', 'a'), tombstones.find('ec_a', 'b')]).toEqual([passing, 'never existed'])
})
