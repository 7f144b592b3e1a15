import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { FindField } from '../../components/find-field.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Pager, usePages } from '../../components/pages.js'
import { Present } from '../../components/present.js'
import { ShortText } from '../../components/short-text.js'
import { type Column, ordersOf, SortField, sortNow, Table } from '../../components/table.js'
import { Countdown, Instant } from '../../components/time.js'
import { bytes } from '../../lib/format.js'
import { textOrder } from '../../lib/sort.js'
import { closeQuery, openQuery, route, setQuery } from '../../router.js'
import { EntryDialog } from './entry-dialog.js'
import { Expiry } from './expiry.js'
import {
  type Entry,
  type Holder,
  type HolderKind,
  instantOf,
  listEntries,
  sizeOf,
  valueText,
} from './kind.js'
import { NewEntry } from './new-entry.js'

interface EntriesProps {
  readonly kind: HolderKind
  readonly holder: Holder
  readonly onChanged: () => void
}

/** The entries of a namespace or store, page by page, and the one that is open. */
export function Entries({ kind, holder, onChanged }: EntriesProps) {
  const { id } = holder
  const { query } = route.value
  const [find, sort] = [query.get('find') ?? '', sortNow()]
  const columns = kind.expires ? EXPIRING : LASTING
  const openKey = query.get('key')
  const [isAdding, setIsAdding] = useState(false)
  const pages = usePages<Entry>(JSON.stringify([id, find, sort]), async (page, signal) => {
    const { entries, next } = await listEntries(kind, id, { ...page, find, sort }, signal)
    return { rows: entries, next }
  })
  const changed = () => {
    pages.reload()
    onChanged()
  }
  return (
    <>
      <div class="inset toolbar">
        <FindField
          of="entries"
          placeholder="key or value"
          value={find}
          onValue={(value) => setQuery({ find: value })}
        />
        <div class="only-narrow">
          <SortField orders={ordersOf(columns)} />
        </div>
        <span class="grow" />
        <Present>
          <Button onClick={() => setIsAdding(true)}>Add entry</Button>
        </Present>
      </div>
      <Loaded of={pages}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Nothing isFiltered={find !== ''} isFirst={pages.before === 0} />
          ) : (
            <Table
              caption={`Entries of ${id}`}
              columns={columns}
              rows={rows}
              keyOf={({ key }) => key}
              onOpen={({ key }) => openQuery({ key, [kind.parameter]: id })}
              isOpen={({ key }) => key === openKey}
            />
          )
        }
      </Loaded>
      <Pager pages={pages} />
      {isAdding && <NewEntry kind={kind} id={id} onSaved={changed} onClose={() => setIsAdding(false)} />}
      {openKey !== null && (
        <EntryDialog
          key={openKey}
          kind={kind}
          holder={holder}
          entryKey={openKey}
          onChanged={changed}
          onClose={() => closeQuery({ key: '' })}
        />
      )}
    </>
  )
}

function Nothing({ isFiltered, isFirst }: { readonly isFiltered: boolean; readonly isFirst: boolean }) {
  if (!isFirst) return <Empty title="Nothing on this page any more">Go back to the previous one.</Empty>
  if (isFiltered) return <Empty title="No entry contains this">Look for less of it, or add an entry.</Empty>
  return <Empty title="No entry yet">Add one here, or have the app put one: it appears as it comes.</Empty>
}

const BEGINNING: readonly Column<Entry>[] = [
  {
    title: 'Key',
    width: '33%',
    order: textOrder('key'),
    cell: ({ key }) => <ShortText mono text={key} />,
  },
  {
    title: 'Value',
    minor: true,
    cell: (entry) => <ShortText mono text={valueText(entry)} />,
  },
  {
    title: 'Size',
    width: '9%',
    align: 'end',
    minor: true,
    order: [
      ['-size', 'largest'],
      ['size', 'smallest'],
    ],
    cell: (entry) => bytes(sizeOf(entry)),
  },
]

const LASTING: readonly Column<Entry>[] = [
  ...BEGINNING,
  {
    title: 'Updated',
    width: '12.5rem',
    minor: true,
    order: [
      ['-updatedAt', 'updated last'],
      ['updatedAt', 'updated first'],
    ],
    cell: ({ updatedAt }) => updatedAt !== undefined && <Instant ms={instantOf(updatedAt)} />,
  },
]

const EXPIRING: readonly Column<Entry>[] = [
  ...BEGINNING,
  {
    title: 'Written',
    width: '10.5rem',
    minor: true,
    order: [
      ['-createdAt', 'written last'],
      ['createdAt', 'written first'],
    ],
    cell: ({ createdAt }) => createdAt !== undefined && <Countdown to={instantOf(createdAt)} />,
  },
  {
    title: 'Expires',
    width: '10rem',
    order: [
      ['expiresAt', 'expires next'],
      ['-expiresAt', 'expires last'],
    ],
    cell: ({ expiresAt }) => expiresAt !== undefined && <Expiry at={instantOf(expiresAt)} />,
  },
]
