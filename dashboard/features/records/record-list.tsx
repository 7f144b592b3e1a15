import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { at, remove } from '../../api.js'
import { Button, Confirm } from '../../components/button.js'
import { Dialog } from '../../components/dialog.js'
import { DraftForm } from '../../components/draft-form.js'
import { FindField } from '../../components/field.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Pager, usePages } from '../../components/pages.js'
import { Present } from '../../components/present.js'
import { shortText } from '../../components/short-text.js'
import { type Column, ordersOf, SortField, sortNow, Table } from '../../components/table.js'
import { closeQuery, openQuery, route, setQuery } from '../../router.js'
import type { ListedKind } from './kind.js'
import { RecordDialog } from './record-dialog.js'

/** The records of a kind, page by page, and the one that is open. */
export function RecordList<R>({ kind }: { readonly kind: ListedKind<R> }) {
  const { noun, plural, columns, idOf, detail } = kind
  const { query } = route.value
  const openId = detail === undefined ? null : query.get(detail.parameter)
  const [find, sort] = [query.get('find') ?? '', sortNow()]
  const [isAdding, setIsAdding] = useState(false)
  const pages = usePages<R>(kind.path, JSON.stringify([find, sort]), (page, signal) =>
    kind.list({ ...page, find, sort }, signal),
  )
  const opening = detail && {
    onOpen: (record: R) => openQuery({ [detail.parameter]: idOf(record), ...detail.address }),
    isOpen: (record: R) => idOf(record) === openId,
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
        <div class="unless-wide">
          <SortField orders={ordersOf(columns)} />
        </div>
        <span class="grow" />
        <Present>
          <Button onClick={() => setIsAdding(true)}>Add {noun}</Button>
        </Present>
      </div>
      <div aria-busy={pages.isFormer}>
        <Loaded of={pages}>
          {({ rows }) =>
            rows.length === 0 ? (
              nothing(noun, find !== '', pages.before === 0)
            ) : (
              <Table
                caption={`All ${plural}`}
                columns={[...columns, menuColumn(kind)]}
                rows={rows}
                keyOf={idOf}
                {...opening}
              />
            )
          }
        </Loaded>
      </div>
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
              pages.reload()
            }}
            onCancel={() => setIsAdding(false)}
          />
        </Dialog>
      )}
      {detail !== undefined && openId !== null && (
        <RecordDialog
          key={openId}
          kind={kind}
          detail={detail}
          id={openId}
          onClose={() => closeQuery({ [detail.parameter]: '' })}
        />
      )}
    </>
  )
}

/** The last column: what can be done with a record without opening it. */
const menuColumn = <R,>({ noun, path, idOf, actions, removal = 'Delete' }: ListedKind<R>): Column<R> => ({
  title: 'Actions',
  isTitleUnseen: true,
  width: '4.5rem',
  align: 'end',
  cell(record) {
    const id = idOf(record)
    return (
      <Menu>
        {actions?.(record)}
        <Confirm label={removal} of={`the ${noun} ${shortText(id)}`} run={() => remove(path + at`/${id}`)} />
      </Menu>
    )
  },
})

function nothing(noun: string, isFiltered: boolean, isFirst: boolean): ComponentChildren {
  if (!isFirst) return <Empty title="Nothing on this page any more">Go back to the previous one.</Empty>
  if (isFiltered) return <Empty title={`No ${noun} contains this`}>Look for less of it.</Empty>
  return <Empty title={`No ${noun} yet`}>Add one here, or have the app do so: it appears as it comes.</Empty>
}

/** A button that opens what else can be done with a row. A press elsewhere or Escape closes it. */
function Menu({ children }: { readonly children: ComponentChildren }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class="button quiet small" popovertarget={id} aria-label="Actions">
        ⋯
      </button>
      {/* A press on its text is not one on the row. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it does nothing */}
      <div
        id={id}
        class="menu"
        popover="auto"
        onClick={(event) => event.stopPropagation()}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && children}
      </div>
    </>
  )
}
