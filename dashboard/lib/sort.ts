/** The orders of lists. An order is called as in the admin interface: "key", and "-key" for the other way round. */

/** One way round, and how people call it: "-size", "largest". */
type Way = readonly [sort: string, name: string]

/** What a list can be sorted by: the way round that people look for first, and the other one. */
export type SortWays = readonly [first: Way, other: Way]

/** The order of a list that is here as a whole. */
export interface RankedOrder<Item> {
  readonly order: SortWays
  /** Ascending if the order has no minus. */
  readonly rankOf: (item: Item) => number | string
}

/** An order by what people look for first, and the other way round: `orderBy('-size', 'largest', 'smallest')`. */
export const orderBy = (first: string, name: string, otherName: string): SortWays => [
  [first, name],
  [first.startsWith('-') ? first.slice(1) : `-${first}`, otherName],
]

/** The order by a text, as people call it. */
export const textOrder = (by: string): SortWays => orderBy(by, `${by}, a to z`, `${by}, z to a`)

/** The order by a text. */
export const byText = <Item>(by: string, rankOf: (item: Item) => string): RankedOrder<Item> => ({
  order: textOrder(by),
  rankOf,
})

/**
 * The order that a press on the title of a column leads to: one way, the other way, and back to the usual one.
 *
 * @param sort the order that is shown
 * @returns '' for the usual one
 */
export function nextSort([[first], [other]]: SortWays, sort: string, usual: string): string {
  const next = sort === first ? other : sort === other ? '' : first
  return next === usual ? '' : next
}

/** The items in an order; those of the same rank stay as they are, or, if it descends, are turned round too. */
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

/** Texts as people count: k9 comes before k10. */
const texts = new Intl.Collator('en', { numeric: true })

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'number' ? one - Number(other) : texts.compare(one, String(other))
