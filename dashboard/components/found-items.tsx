import type { ComponentChildren } from 'preact'
import { isFound, SEEN_AT_ONCE } from '../lib/found.js'
import { inOrder, type RankedOrder } from '../lib/sort.js'
import { route, setQuery } from '../router.js'
import { FindField } from './field.js'
import { Empty } from './notice.js'
import { SortField, sortNow } from './table.js'

interface FoundItemsProps<Item> {
  /** The name of the list, for screen readers. */
  readonly label: string
  readonly items: readonly Item[]
  /** What a search looks through. */
  readonly textsOf: (item: Item) => readonly string[]
  readonly orders: readonly RankedOrder<Item>[]
  /** The order that they are given in. */
  readonly usualName?: string
  /** Makes the `li` of an item. */
  readonly children: (item: Item) => ComponentChildren
}

/** More are found by the search. */
const SHOWN_MAX = 200

/** A list of things, with a search and other orders if they are many. */
export function FoundItems<Item>({
  label,
  items,
  textsOf,
  orders,
  usualName,
  children,
}: FoundItemsProps<Item>) {
  const sought = route.value.query.get('find') ?? ''
  const found = items.filter((item) => isFound(sought, ...textsOf(item)))
  const shown = inOrder(found, sortNow(), orders).slice(0, SHOWN_MAX)
  return (
    <>
      {items.length > SEEN_AT_ONCE && (
        <div class="inset toolbar">
          <FindField value={sought} onValue={(find) => setQuery({ find })} />
          <SortField orders={orders.map(({ order }) => order)} usualName={usualName} />
          <span class="hint" role="status">
            {shown.length < items.length && `${shown.length} of ${items.length} shown`}
          </span>
        </div>
      )}
      {found.length === 0 ? (
        <Empty title="None has these words">Look for fewer.</Empty>
      ) : (
        <ul class="items" aria-label={label}>
          {shown.map(children)}
        </ul>
      )}
    </>
  )
}
