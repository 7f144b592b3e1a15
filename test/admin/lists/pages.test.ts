import { beforeEach, describe, expect, it } from 'vitest'
import { byNumber, byText } from '../../../src/admin/lists/orders.js'
import { readPage, takePage } from '../../../src/admin/lists/pages.js'
import { LayeredMap } from '../../../src/core/layers/layered-map.js'
import { atOnce } from '../../../src/core/steps.js'
import { turnsOf } from '../../support/turns.js'

/** Long lists in an order: what their pages cost, and what they hold while the list changes. */

interface Item {
  readonly seq: number
  readonly name: string
  readonly weight: number
}

const COUNT = 20_000

const LOOKS = {
  texts: ({ name }: Item) => [name],
  key: ({ name }: Item) => name,
  orders: { name: byText(({ name }: Item) => name), weight: byNumber(({ weight }: Item) => weight) },
}

let list: LayeredMap<string, Item>
beforeEach(() => {
  list = new LayeredMap()
  for (let index = 0; index < COUNT; index++) put(`n${index}`, (index * 7919) % COUNT)
})

function put(name: string, weight: number): void {
  list.set(name, { seq: list.get(name)?.seq ?? list.takeSeq(), name, weight })
}

const pageOf = (query: string) =>
  takePage(list, readPage(new URLSearchParams(query), Object.keys(LOOKS.orders), true), LOOKS)

function read(query: string) {
  const { page, next = '' } = atOnce(pageOf(query))
  return { weights: page.map(({ weight }) => weight), next }
}

describe.each(['sort=weight', 'sort=-weight', 'sort=weight&find=1', 'sort=weight&prefix=n1'])(
  '%s',
  (query) => {
    it('lets others through for the first page, and looks at the list no more for the next ones', () => {
      expect(turnsOf(pageOf(query))).toBeGreaterThanOrEqual(COUNT / 2000)
      for (let page = 0, after = ''; page < 5; page++) {
        expect(turnsOf(pageOf(query + after))).toBe(0)
        after = `&after=${read(query + after).next}`
      }
    })

    it('looks again once the list is another', () => {
      const { next } = read(query)
      put('n1', COUNT)
      expect(turnsOf(pageOf(`${query}&after=${next}`))).toBeGreaterThan(0)
    })
  },
)

it('tells orders, searches and prefixes apart', () => {
  read('sort=weight')
  expect(turnsOf(pageOf('sort=-weight'))).toBeGreaterThan(0)
  expect(turnsOf(pageOf('sort=-weight&find=1'))).toBeGreaterThan(0)
  expect(turnsOf(pageOf('sort=-weight&prefix=n1'))).toBeGreaterThan(0)
})

it('has every record once on 200 pages, also where a stretch ends between two of them', () => {
  const seen: number[] = []
  for (let after = ''; ; ) {
    const { weights, next } = read(`sort=weight&limit=99${after}`)
    seen.push(...weights)
    if (next === '') break
    after = `&after=${next}`
  }
  expect(seen).toEqual(Array.from({ length: COUNT }, (_, index) => index))
})

it('goes on where it ended, though the record there is another by now', () => {
  const { next } = read('sort=weight&limit=10')
  const [seq = ''] = next.split(':')
  const last = [...list.after(Number(seq) - 1)][0]
  put(last?.name ?? '', COUNT + 1)
  expect(read('sort=weight&limit=2').weights).toEqual([0, 1])
  expect(read(`sort=weight&limit=2&after=${next}`).weights).toEqual([10, 11])
})

it('does not keep what was changed while it looked', () => {
  const steps = pageOf('sort=weight')
  steps.next()
  put('n0', -1)
  atOnce(steps)
  expect(read('sort=weight&limit=1').weights).toEqual([-1])
})

it('finds nothing by a text of any length that is nowhere', () => {
  expect(read(`find=${'a'.repeat(200_000)}`).weights).toEqual([])
  expect(read('find=N17&limit=3').weights).toHaveLength(3)
})

it('keeps what was told of the last lists alone, by the length of their keys', () => {
  const listOf = (mark: string) => {
    const made = new LayeredMap<string, Item>()
    for (let seq = 1; seq <= 4000; seq++)
      made.set(`${mark}${seq}`, { seq, name: `${mark}${seq}`, weight: seq })
    return made
  }
  const turnsBehind = (of: LayeredMap<string, Item>) => {
    const query = new URLSearchParams({ sort: 'weight', after: '100:100' })
    return turnsOf(takePage(of, readPage(query, ['weight'], false), LOOKS))
  }
  const begin = (of: LayeredMap<string, Item>) =>
    atOnce(takePage(of, readPage(new URLSearchParams('sort=weight'), ['weight'], false), LOOKS))
  const short = listOf('s')
  begin(short)
  expect(turnsBehind(short)).toBe(0)
  const lists = Array.from({ length: 10 }, (_, index) => listOf(`${index}`.repeat(500)))
  for (const long of lists) begin(long)
  // The newest first: a list that is looked at anew takes the place of the oldest.
  const kept = [...lists.reverse(), short].map((of) => turnsBehind(of) === 0)
  expect([kept.indexOf(false), kept.lastIndexOf(true)]).toEqual([3, 2])
})
