import { beforeEach, expect, test } from 'vitest'
import { entriesQuery, pageAsked, takePage } from '../../../src/admin/lists/pages.js'
import { byNumber, byText } from '../../../src/admin/lists/record-orders.js'
import { readQuery } from '../../../src/admin/query.js'
import { ForkedMap } from '../../../src/core/forked-map.js'

interface Item {
  readonly seq: number
  readonly name: string
  readonly weight: number
}

const COUNT = 5000

const LOOKS = {
  texts: ({ name }: Item) => [name],
  key: ({ name }: Item) => name,
  orders: { name: byText(({ name }: Item) => name), weight: byNumber(({ weight }: Item) => weight) },
}

const QUERY = entriesQuery(Object.keys(LOOKS.orders))

let list: ForkedMap<string, Item>
beforeEach(() => {
  list = new ForkedMap()
  for (let index = 0; index < COUNT; index++) put(`n${index}`, (index * 7919) % COUNT)
})

function put(name: string, weight: number): void {
  list.set(name, { seq: list.get(name)?.seq ?? list.takeSeq(), name, weight })
}

const pageOf = (query: string) =>
  takePage(list, pageAsked(readQuery(new URLSearchParams(query), QUERY, [])), LOOKS)

function read(query: string) {
  const { page, next = '' } = pageOf(query)
  return { weights: page.map(({ weight }) => weight), next }
}

test('every record comes exactly once on fifty pages', () => {
  const seen: number[] = []
  for (let after = ''; ; ) {
    const { weights, next } = read(`sort=weight&limit=99${after}`)
    seen.push(...weights)
    if (next === '') break
    after = `&after=${next}`
  }
  expect(seen).toEqual(Array.from({ length: COUNT }, (_, index) => index))
})

test('a list goes on at the same place, even if the record there has changed', () => {
  const { next } = read('sort=weight&limit=10')
  const [seq = ''] = next.split(':')
  const last = [...list.after(Number(seq) - 1)][0]
  put(last?.name ?? '', COUNT + 1)
  expect(read('sort=weight&limit=2').weights).toEqual([0, 1])
  expect(read(`sort=weight&limit=2&after=${next}`).weights).toEqual([10, 11])
})

test('a list finds nothing for a text without a match, however long', () => {
  expect(read(`find=${'a'.repeat(200_000)}`).weights).toEqual([])
  expect(read('find=N17&limit=3').weights).toHaveLength(3)
})
