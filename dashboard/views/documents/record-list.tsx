import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Dialog } from '../../components/dialog.js'
import { FindField } from '../../components/find-field.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Pager, usePages } from '../../components/pages.js'
import { Present } from '../../components/present.js'
import { ShortText } from '../../components/short-text.js'
import { type Column, ordersOf, SortField, sortNow, Table } from '../../components/table.js'
import { count, counted } from '../../lib/format.js'
import { textOrder } from '../../lib/sort.js'
import { closeQuery, openQuery, route, setQuery } from '../../router.js'
import { RecordDialog } from './record-dialog.js'
import { RecordForm } from './record-form.js'
import { type DatabaseRecord, listRecords, type RecordKind } from './records.js'

interface RecordListProps {
  readonly kind: RecordKind
  /** How many there are in all. */
  readonly total: number
  readonly onChanged: () => void
}

/** The documents or the projects, page by page, and the one that is open. */
export function RecordList({ kind, total, onChanged }: RecordListProps) {
  const [isAdding, setIsAdding] = useState(false)
  const { query } = route.value
  const openId = query.get('id')
  const [find, sort] = [query.get('find') ?? '', sortNow()]
  const columns = kind.noun === 'document' ? DOCUMENT_COLUMNS : PROJECT_COLUMNS
  const pages = usePages<DatabaseRecord>(JSON.stringify([kind.path, find, sort]), (page, signal) =>
    listRecords(kind, { ...page, find, sort }, signal),
  )
  const changed = () => {
    pages.reload()
    onChanged()
  }
  const add = (
    <Present>
      <Button onClick={() => setIsAdding(true)}>Add {kind.noun}</Button>
    </Present>
  )
  return (
    <Card title={counted(total, kind.noun)} aside={add} flush>
      <div class="inset toolbar">
        <FindField placeholder="id or text" value={find} onValue={(value) => setQuery({ find: value })} />
        <div class="only-narrow">
          <SortField orders={ordersOf(columns)} />
        </div>
      </div>
      <Loaded of={pages}>
        {({ rows }) =>
          rows.length === 0 && find !== '' ? (
            <Empty title={`No ${kind.noun} contains this`}>Look for less of it.</Empty>
          ) : rows.length === 0 ? (
            <Empty title={`No ${kind.noun} yet`}>
              Add one here, or have the app create one: it appears as it comes.
            </Empty>
          ) : (
            <Table
              caption={`${count(total)} ${kind.noun}s`}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              onOpen={({ id }) => openQuery({ id })}
              isOpen={({ id }) => id === openId}
            />
          )
        }
      </Loaded>
      <Pager pages={pages} />
      {isAdding && (
        <Dialog title={`Add a ${kind.noun}`} firm onClose={() => {}}>
          <RecordForm
            kind={kind}
            record={{ id: '', heading: '' }}
            verb="Add"
            onCancel={() => setIsAdding(false)}
            onSaved={() => {
              setIsAdding(false)
              changed()
            }}
          />
        </Dialog>
      )}
      {openId !== null && (
        <RecordDialog
          key={openId}
          kind={kind}
          id={openId}
          onChanged={changed}
          onClose={() => closeQuery({ id: '' })}
        />
      )}
    </Card>
  )
}

const heading = (title: string, by: string): Column<DatabaseRecord> => ({
  title,
  order: textOrder(by),
  cell: ({ heading }) => <ShortText text={heading} />,
})
const ID: Column<DatabaseRecord> = {
  title: 'Id',
  width: '7.5rem',
  align: 'end',
  order: [
    ['id', 'smallest id'],
    ['-id', 'largest id'],
  ],
  cell: ({ id }) => <ShortText mono text={id} />,
}
const text = (title: string): Column<DatabaseRecord> => ({
  title,
  minor: true,
  cell: ({ text }) => (text === undefined ? <span class="hint">none</span> : <ShortText text={text} />),
})

const DOCUMENT_COLUMNS: readonly Column<DatabaseRecord>[] = [
  heading('Title', 'title'),
  text('Content'),
  {
    title: 'Project',
    width: '7.5rem',
    align: 'end',
    minor: true,
    order: [
      ['project', 'smallest project'],
      ['-project', 'largest project'],
    ],
    cell: ({ project }) =>
      project === undefined ? <span class="hint">none</span> : <ShortText mono text={project} />,
  },
  ID,
]

const PROJECT_COLUMNS: readonly Column<DatabaseRecord>[] = [heading('Name', 'name'), text('Description'), ID]
