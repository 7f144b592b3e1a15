import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Dialog } from '../../components/dialog.js'
import { DraftForm } from '../../components/draft-form.js'
import { FindField } from '../../components/field.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Pager, usePages } from '../../components/pages.js'
import { Present } from '../../components/present.js'
import { ordersOf, SortField, sortNow, Table } from '../../components/table.js'
import { closeQuery, openQuery, route, setQuery } from '../../router.js'
import type { ListedKind } from './kind.js'
import { RecordDialog } from './record-dialog.js'

interface RecordListProps<R> {
  readonly kind: ListedKind<R>
  readonly onChanged: () => void
}

/** The records of a kind, page by page, and the one that is open. */
export function RecordList<R>({ kind, onChanged }: RecordListProps<R>) {
  const { noun, plural, parameter, columns, idOf } = kind
  const { query } = route.value
  const openId = query.get(parameter)
  const [find, sort] = [query.get('find') ?? '', sortNow()]
  const [isAdding, setIsAdding] = useState(false)
  const pages = usePages<R>(JSON.stringify([kind.path, find, sort]), (page, signal) =>
    kind.list({ ...page, find, sort }, signal),
  )
  const changed = () => {
    pages.reload()
    onChanged()
  }
  return (
    <>
      <div class="inset toolbar">
        <FindField
          of={plural}
          placeholder={kind.found}
          value={find}
          onValue={(value) => setQuery({ find: value })}
        />
        <div class="only-narrow">
          <SortField orders={ordersOf(columns)} />
        </div>
        <span class="grow" />
        <Present>
          <Button onClick={() => setIsAdding(true)}>Add {noun}</Button>
        </Present>
      </div>
      <Loaded of={pages}>
        {({ rows }) =>
          rows.length === 0 ? (
            nothing(kind, find !== '', pages.before === 0)
          ) : (
            <Table
              caption={`All ${plural}`}
              columns={columns}
              rows={rows}
              keyOf={idOf}
              onOpen={(record) => openQuery({ [parameter]: idOf(record), ...kind.address })}
              isOpen={(record) => idOf(record) === openId}
            />
          )
        }
      </Loaded>
      <Pager pages={pages} />
      {isAdding && (
        <Dialog title={`Add ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`} firm onClose={() => {}}>
          <DraftForm
            fields={kind.fieldsOf(undefined)}
            start={kind.draftOf(undefined)}
            verb="Add"
            focusOn="input"
            save={(draft) => kind.save(draft, undefined)}
            onSaved={() => {
              setIsAdding(false)
              changed()
            }}
            onCancel={() => setIsAdding(false)}
          />
        </Dialog>
      )}
      {openId !== null && (
        <RecordDialog
          key={openId}
          kind={kind}
          id={openId}
          onChanged={changed}
          onClose={() => closeQuery({ [parameter]: '' })}
        />
      )}
    </>
  )
}

function nothing(
  { noun }: { readonly noun: string },
  isFiltered: boolean,
  isFirst: boolean,
): ComponentChildren {
  if (!isFirst) return <Empty title="Nothing on this page any more">Go back to the previous one.</Empty>
  if (isFiltered) return <Empty title={`No ${noun} contains this`}>Look for less of it.</Empty>
  return <Empty title={`No ${noun} yet`}>Add one here, or have the app do so: it appears as it comes.</Empty>
}
