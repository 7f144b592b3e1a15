/** Orders are named as in the admin interface: "key", "-key". */

/** "-size", "largest" */
type Way = readonly [sort: string, name: string]

/** Both directions; the one that people want first comes first. */
export type SortWays = readonly [first: Way, other: Way]

/** An order that is applied on the client. */
export interface RankedOrder<Item> {
  readonly order: SortWays
  /** Ascending, for the direction without a minus. */
  readonly rankOf: (item: Item) => number | string
}

/** `orderBy('-size', 'largest', 'smallest')` */
export const orderBy = (first: string, name: string, otherName: string): SortWays => [
  [first, name],
  [first.startsWith('-') ? first.slice(1) : `-${first}`, otherName],
]

export const textOrder = (by: string): SortWays => orderBy(by, `${by}, a to z`, `${by}, z to a`)

export const byText = <Item>(by: string, rankOf: (item: Item) => string): RankedOrder<Item> => ({
  order: textOrder(by),
  rankOf,
})

/**
 * Cycles through one direction, the other, and the usual order.
 *
 * @param sort the present order
 * @returns '' for the usual order
 */
export function nextSort([[first], [other]]: SortWays, sort: string, usual: string): string {
  const next = sort === first ? other : sort === other ? '' : first
  return next === usual ? '' : next
}

/** Items of equal rank keep their order, or reverse it if the order descends. */
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

/** k9 comes before k10. */
const texts = new Intl.Collator('en', { numeric: true })

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'number' ? one - Number(other) : texts.compare(one, String(other))
