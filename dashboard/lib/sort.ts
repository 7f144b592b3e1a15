/** Sort orders are named as in the admin interface, e.g. "key" and "-key". */

/** "-size", "largest" */
type Way = readonly [sort: string, name: string]

/** Both directions, starting with the one that people usually want. */
export type SortWays = readonly [first: Way, other: Way]

/** An order that's applied in the browser. */
export interface RankedOrder<Item> {
  readonly order: SortWays
  /** Ascending. */
  readonly rankOf: (item: Item) => number | string
}

/** E.g. `orderBy('-size', 'largest', 'smallest')`. */
export const orderBy = (first: string, name: string, otherName: string): SortWays => [
  [first, name],
  [first.startsWith('-') ? first.slice(1) : `-${first}`, otherName],
]

export const textOrder = (by: string): SortWays => orderBy(by, `${by}, a to z`, `${by}, z to a`)

export const byText = <Item>(by: string, rankOf: (item: Item) => string): RankedOrder<Item> => ({
  order: textOrder(by),
  rankOf,
})

/** Cycles through both directions and back to the default order, which is ''. */
export function nextSort([[first], [other]]: SortWays, sort: string, usual: string): string {
  const next = sort === first ? other : sort === other ? '' : first
  return next === usual ? '' : next
}

/** Items of equal rank keep their order. A descending sort reverses that too. */
export function inOrder<Item>(
  items: readonly Item[],
  sort: string,
  orders: readonly RankedOrder<Item>[],
): readonly Item[] {
  const rankOf = orders.find(({ order }) => order.some(([way]) => way === sort))?.rankOf
  if (rankOf === undefined) return items
  const sorted = items.toSorted((one, other) => compare(rankOf(one), rankOf(other)))
  return sort.startsWith('-') ? sorted.reverse() : sorted
}

/** Sorts k9 before k10. */
const texts = new Intl.Collator('en', { numeric: true })

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'number' ? one - Number(other) : texts.compare(one, String(other))
