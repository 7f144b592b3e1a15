import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { Button, Confirm } from '../../components/button.js'
import { DraftForm } from '../../components/draft-form.js'
import { FindField } from '../../components/field.js'
import { Icon } from '../../components/icon.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Pager, usePages } from '../../components/pages.js'
import { Present } from '../../components/present.js'
import { shortText } from '../../components/short-text.js'
import { SidePanel, Split } from '../../components/side-panel.js'
import { type Column, ordersOf, SortField, sortNow, Table } from '../../components/table.js'
import { pastPath } from '../../past-path.js'
import { closeQuery, openQuery, route, setQuery } from '../../router.js'
import type { ListedKind, RecordForm } from './kind.js'
import { Copies, RecordPanel, removeOne } from './record-panel.js'

interface RecordListProps<R> {
  readonly kind: ListedKind<R>
  /** URL parameters that prefill the form for a new record. Closing the form removes them. */
  readonly filledBy?: Readonly<Record<string, string>>
  /** Wraps the list. Defaults to a card. */
  readonly children?: (list: ComponentChildren) => ComponentChildren
}

export function RecordList<R>({
  kind,
  filledBy = {},
  children: frame = inCard(kind.plural),
}: RecordListProps<R>) {
  const { noun, plural, columns, idOf, detail, form } = kind
  const { query } = route.value
  const [find, sort] = [query.get('find') ?? '', sortNow()]
  const pages = usePages<R>(kind.path, JSON.stringify([find, sort]), (page, signal) =>
    kind.list({ ...page, find, sort }, signal),
  )
  const isAdding = query.get('new') === noun && form?.add !== false && pastPath.value === undefined
  const openId = isAdding || detail === undefined ? '' : (query.get(detail.parameter) ?? '')
  const opening = detail && {
    onOpen: (record: R) =>
      openQuery({ [detail.parameter]: idOf(record), ...detail.address, new: '', edit: '' }),
    isOpen: (record: R) => idOf(record) === openId,
  }
  const close = () => closeQuery({ ...filledBy, [detail?.parameter ?? 'new']: '', new: '', edit: '' })
  return (
    <Split
      openId={isAdding ? 'new' : openId}
      panel={
        isAdding && form !== undefined ? (
          <AddPanel
            kind={kind}
            form={form}
            onClose={close}
            onSaved={(id) => pages.reload().then(() => focusRow(id))}
          />
        ) : (
          detail && <RecordPanel key={openId} kind={kind} detail={detail} id={openId} onClose={close} />
        )
      }
    >
      {frame(
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
              {form !== undefined && form.add !== false && (
                <Button data-row="new" onClick={() => openQuery({ new: noun, edit: '' })}>
                  {form.add ?? `Add ${noun}`}
                </Button>
              )}
            </Present>
          </div>
          <div aria-busy={pages.isFormer}>
            <Loaded of={pages}>
              {({ rows }) =>
                rows.length === 0 ? (
                  <Nothing kind={kind} find={find} isFirst={pages.before === 0} />
                ) : (
                  <Table
                    caption={`All ${plural}`}
                    columns={[...columns, menuColumn(kind, pages.reload)]}
                    rows={rows}
                    keyOf={idOf}
                    {...opening}
                  />
                )
              }
            </Loaded>
          </div>
          <Pager pages={pages} />
        </>,
      )}
    </Split>
  )
}

const inCard = (title: string) => (list: ComponentChildren) => (
  <section class="card flush" aria-label={title}>
    {list}
  </section>
)

interface AddPanelProps<R> {
  readonly kind: ListedKind<R>
  readonly form: RecordForm<R>
  readonly onClose: () => void
  readonly onSaved: (id: string) => Promise<void>
}

function focusRow(id: string): void {
  document.querySelector<HTMLElement>(`td [data-row="${CSS.escape(id)}"]`)?.focus()
}

function AddPanel<R>({ kind: { noun, idOf }, form, onClose, onSaved }: AddPanelProps<R>) {
  const { preview, kept } = form
  const made = useRef('')
  return (
    <SidePanel
      title={`Add ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`}
      of="form"
      isFirm={kept === undefined}
      onClose={onClose}
    >
      <DraftForm
        class="part"
        fields={form.fieldsOf(undefined)}
        start={form.draftOf(undefined)}
        verb="Add"
        focusOn="input"
        save={async (draft) => {
          made.current = idOf((await form.save(draft, undefined)) as R)
        }}
        onSaved={() => {
          onClose()
          void onSaved(made.current)
        }}
        onCancel={onClose}
        {...(kept === undefined ? {} : { kept })}
        {...(preview === undefined ? {} : { preview })}
      />
    </SidePanel>
  )
}

const menuColumn = <R,>(kind: ListedKind<R>, reload: () => Promise<void>): Column<R> => ({
  title: 'Actions',
  isTitleUnseen: true,
  width: '4.5rem',
  align: 'end',
  cell(record) {
    const { noun, idOf, copies, actions } = kind
    const id = idOf(record)
    return (
      <Menu>
        <Copies texts={copies?.(record) ?? []} />
        {actions?.(record, reload)}
        <Confirm
          label={kind.removal?.label ?? 'Delete'}
          of={`the ${noun} ${shortText(id)}`}
          run={() => removeOne(kind, record).then(reload)}
        />
      </Menu>
    )
  },
})

interface NothingProps<R> {
  readonly kind: ListedKind<R>
  readonly find: string
  readonly isFirst: boolean
}

function Nothing<R>({ kind: { plural, hint }, find, isFirst }: NothingProps<R>) {
  if (!isFirst) return <Empty title="Nothing on this page">Go back to the previous page.</Empty>
  if (find !== '') {
    return (
      <Empty title={`No ${plural} match “${shortText(find, 40)}”`}>
        <Button small onClick={() => setQuery({ find: '' })}>
          Show all {plural}
        </Button>
      </Empty>
    )
  }
  return <Empty title={`No ${plural} yet`}>{hint ?? 'Add one here, or let the app do it.'}</Empty>
}

function Menu({ children }: { readonly children: ComponentChildren }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class="button quiet small" popovertarget={id} aria-label="Actions">
        <Icon of="more" />
      </button>
      {/* Stops clicks in the menu from opening the row. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it only stops events */}
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
