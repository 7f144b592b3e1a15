import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { isFound } from '../lib/found.js'
import { FindField } from './find-field.js'
import { Empty } from './notice.js'

interface FoundItemsProps<Item> {
  /** The name of the list, for screen readers. */
  readonly label: string
  readonly items: readonly Item[]
  /** What a search looks through. */
  readonly textsOf: (item: Item) => readonly string[]
  /** Makes the `li` of an item. */
  readonly children: (item: Item) => ComponentChildren
}

/** A list of so many is looked through without a search. */
const SEEN_AT_ONCE = 8

/** More are found by the search. */
const SHOWN_MAX = 200

/** A list of things, with a search where they are many. */
export function FoundItems<Item>({ label, items, textsOf, children }: FoundItemsProps<Item>) {
  const [sought, setSought] = useState('')
  const found = items.filter((item) => isFound(sought, ...textsOf(item)))
  const shown = found.slice(0, SHOWN_MAX)
  return (
    <>
      {items.length > SEEN_AT_ONCE && (
        <div class="inset toolbar">
          <FindField value={sought} onValue={setSought} />
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
