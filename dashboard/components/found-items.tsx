import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { isFound, SEEN_AT_ONCE } from '../lib/found.js'
import { inOrder, type RankedOrder } from '../lib/sort.js'
import { route, setQuery } from '../router.js'
import { Button } from './button.js'
import { FindField } from './field.js'
import { Empty } from './notice.js'
import { shortText } from './short-text.js'
import { SortField, sortNow } from './table.js'

interface FoundItemsProps<Item> {
  /** The name of the list, for screen readers. */
  readonly label: string
  readonly items: readonly Item[]
  /** What a search looks through. */
  readonly textsOf: (item: Item) => readonly string[]
  readonly orders?: readonly RankedOrder<Item>[]
  /** What is listed, in a dialog: its search is not part of the page's address. */
  readonly of?: string
  /** What is looked for there at first. */
  readonly begun?: string | undefined
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
  orders = [],
  of,
  begun = '',
  children,
}: FoundItemsProps<Item>) {
  const [typed, setTyped] = useState(begun)
  const sought = of === undefined ? (route.value.query.get('find') ?? '') : typed
  const seek = of === undefined ? (find: string) => setQuery({ find }) : setTyped
  const found = items.filter((item) => isFound(sought, ...textsOf(item)))
  const shown = inOrder(found, sortNow('', of), orders).slice(0, SHOWN_MAX)
  return (
    <>
      {(items.length > SEEN_AT_ONCE || of !== undefined) && (
        <div class="inset toolbar">
          <FindField of={of} value={sought} onValue={seek} />
          {orders.length > 0 && <SortField orders={orders.map(({ order }) => order)} of={of} />}
          <span class="hint" role="status">
            {shown.length < items.length && `${shown.length} of ${items.length} shown`}
          </span>
        </div>
      )}
      {found.length === 0 ? (
        <Empty title={`Nothing contains “${shortText(sought, 40)}”`}>
          <Button small onClick={() => seek('')}>
            Show all {items.length}
          </Button>
        </Empty>
      ) : (
        <ul class="items" aria-label={label}>
          {shown.map(children)}
        </ul>
      )}
    </>
  )
}
