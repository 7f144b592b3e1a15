import { expect, test, vi } from 'vitest'
import { Groups } from '../../../src/core/layers/groups.js'
import { LayeredMap } from '../../../src/core/layers/layered-map.js'
import { atOnce, SLICE_ITEMS, Slice } from '../../../src/core/steps.js'
import { turnsOf } from '../../support/turns.js'

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

test('very many are grouped in slices, and anew where one came meanwhile', () => {
  const { cards, groups, deal, keysOf } = dealt()
  for (let index = 0; index < 3 * SLICE_ITEMS; index++) deal(`${index}`, 'red')
  const steps = groups.of('red', new Slice(), () => true)
  expect(steps.next().done).toBe(false)
  deal('late', 'black')
  atOnce(steps)
  expect(keysOf('black')).toEqual(['late'])
  expect(turnsOf(groups.of('black', new Slice(), () => true))).toBeLessThan(2)
  expect(cards.size).toBe(3 * SLICE_ITEMS + 1)
})

test('those that were listed are taken without a look at each, unless something changed since', () => {
  const { cards, groups, deal, keysOf } = dealt()
  for (let index = 0; index < 3 * SLICE_ITEMS; index++) deal(`${index}`, 'red')
  const look = vi.spyOn(cards, 'get')
  const listed = keysOf('red')
  look.mockClear()
  expect(keysOf('red')).toEqual(listed)
  expect(look).not.toHaveBeenCalled()
  deal('late', 'red')
  cards.delete('7')
  const now = [...listed.filter((key) => key !== '7'), 'late']
  expect(keysOf('red')).toEqual(now)
  look.mockClear()
  expect(groups.take('red').map(({ key }) => key)).toEqual(now)
  expect(look).not.toHaveBeenCalled()
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

test('groups are kept where there is room, and tell what they take', () => {
  const { groups, deal } = dealt()
  for (let index = 0; index < 3 * SLICE_ITEMS; index++) deal(`${index}`, `${index % 100}`)
  let asked = 0
  const askedFor = (hasRoom: boolean) => (bytes: number) => {
    asked = bytes
    return hasRoom
  }
  const turns = () => turnsOf(groups.of('1', new Slice(), askedFor(false)))
  expect([turns(), turns()]).toEqual([3, 3])
  expect([groups.bytes, asked]).toEqual([0, asked])
  expect(asked).toBeGreaterThan(3 * SLICE_ITEMS * 8)
  atOnce(groups.of('1', new Slice(), askedFor(true)))
  expect([turns(), groups.bytes]).toEqual([0, asked])
})
