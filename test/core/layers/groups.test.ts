import { expect, test } from 'vitest'
import { Groups } from '../../../src/core/layers/groups.js'
import { LayeredMap } from '../../../src/core/layers/layered-map.js'
import { atOnce, Slice } from '../../../src/core/steps.js'

interface Card {
  readonly seq: number
  readonly key: string
  readonly suit: string
}

function dealt() {
  const cards = new LayeredMap<string, Card>()
  const groups = new Groups<Card>(
    cards,
    ({ key }) => key,
    ({ suit }) => suit,
  )
  const deal = (key: string, suit: string) => {
    const card = { seq: cards.get(key)?.seq ?? cards.takeSeq(), key, suit }
    cards.set(key, card)
    groups.note(card)
  }
  const keysOf = (suit: string) => atOnce(groups.of(suit, new Slice(), () => true)).map(({ key }) => key)
  return { cards, groups, deal, keysOf }
}

test('values are in their group, in the order of the map, whenever they were set', () => {
  const { deal, keysOf } = dealt()
  deal('a', 'red')
  deal('b', 'black')
  expect([keysOf('red'), keysOf('black'), keysOf('green')]).toEqual([['a'], ['b'], []])
  deal('c', 'red')
  deal('d', 'green')
  deal('a', 'red')
  expect([keysOf('red'), keysOf('black'), keysOf('green')]).toEqual([['a', 'c'], ['b'], ['d']])
  deal('a', 'black')
  expect([keysOf('red'), keysOf('black')]).toEqual([['c'], ['a', 'b']])
})

test('values that were removed, or taken away, are in none', () => {
  const { cards, groups, deal, keysOf } = dealt()
  for (const key of ['a', 'b', 'c']) deal(key, 'red')
  expect(keysOf('red')).toHaveLength(3)
  cards.delete('b')
  expect(keysOf('red')).toEqual(['a', 'c'])
  for (const { key } of groups.take('red')) cards.delete(key)
  expect(keysOf('red')).toEqual([])
  deal('b', 'red')
  expect(keysOf('red')).toEqual(['b'])
})

test('however often one goes and comes again, no more is looked at than is there', () => {
  const { cards, deal, keysOf } = dealt()
  expect(keysOf('red')).toEqual([])
  for (let round = 0; round < 10_000; round++) {
    deal('a', 'red')
    cards.delete('a')
  }
  deal('a', 'red')
  const got = cards.get.bind(cards)
  let looks = 0
  cards.get = (key) => {
    looks++
    return got(key)
  }
  expect(keysOf('red')).toEqual(['a'])
  expect(looks).toBeLessThan(100)
})
test('what was listed stays as it was, whatever comes', () => {
  const { deal, groups } = dealt()
  deal('a', 'red')
  const lists = [
    atOnce(groups.of('red', new Slice(), () => true)),
    atOnce(groups.of('red', new Slice(), () => true)),
  ]
  deal('b', 'red')
  expect(lists.map((list) => list.map(({ key }) => key))).toEqual([['a'], ['a']])
})
