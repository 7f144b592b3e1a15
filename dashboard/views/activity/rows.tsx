import { Component, type RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { HeadCell } from '../../components/table.js'
import { orderBy, type SortWays } from '../../lib/sort.js'
import { Cells } from './cells.js'
import { isRequest, isReset, type JournalRow, runOf } from './journal-rows.js'
import { useRowWindow } from './row-window.js'

const DAY_MS = 86_400_000

const WAITED = orderBy('-waited', 'slowest first', 'quickest first')
const TIME = orderBy('-at', 'newest first', 'oldest first')

export const journalOrders = [WAITED, TIME]

export const NEWEST_FIRST = '-at'

/** Class, title and sort order of each column. */
const COLUMNS: readonly (readonly [name: string, title: string, order?: SortWays])[] = [
  ['row-time', 'Time'],
  ['row-status', 'Status'],
  ['row-title', 'Request'],
  ['row-outcome', 'Outcome'],
  ['row-client', 'Client'],
  ['row-took', 'Waited', WAITED],
]

/** Older rows are loaded once there are fewer than this below the window. */
const NEAR_END = 60

interface RowsProps {
  /** Empty for newest first. */
  readonly sort: string
  readonly rows: readonly JournalRow[]
  readonly openId: string
  readonly onOpen: (id: string) => void
  readonly onNearEnd: () => void
}

/**
 * Renders only the visible rows. When new ones arrive, a single transform of the container shifts all the others, which
 * avoids a layout and keeps the focus.
 */
export function Rows({ sort, rows, openId, onOpen, onNearEnd }: RowsProps) {
  const table = useRef<HTMLTableElement>(null)
  const { newest, arrived } = useNumbering(rows, sort)
  const shown = useRowWindow(table, rows.length)
  useSteadyPlace(table, newest)
  const { active, isActiveOf, move, focused } = useRoving(rows, openId, table)
  useEffect(() => {
    if (shown.end > rows.length - NEAR_END) onNearEnd()
  }, [shown.end, rows.length])
  const isShown = (index: number) =>
    (index >= shown.first && index < shown.end) || Math.abs(index - active) <= 1
  return (
    <table
      ref={table}
      class="rows"
      aria-rowcount={rows.length + 1}
      style={{ height: `calc(var(--head-height) + ${rows.length} * var(--row-height))` }}
      onKeyDown={move}
      onFocusIn={focused}
    >
      <caption class="unseen">{sort === '' ? 'Requests and admin calls, newest first' : 'Requests'}</caption>
      <thead>
        <tr>
          {COLUMNS.map(([name, title, order]) => (
            <HeadCell
              key={name}
              title={title}
              isUnseen={name === 'row-status'}
              class={name}
              order={order}
              usual={NEWEST_FIRST}
            />
          ))}
        </tr>
      </thead>
      <tbody style={{ transform: placeOf(newest) }}>
        {rows.map(
          (row, index) =>
            isShown(index) && (
              <Row
                key={row.id}
                row={row}
                isDayShown={dayOf(rows[index + 1]) !== dayOf(row)}
                number={newest - index}
                isNew={index < arrived}
                isOpen={row.id === openId}
                isInTabOrder={isActiveOf(index)}
                onOpen={onOpen}
              />
            ),
        )}
      </tbody>
    </table>
  )
}

const placeOf = (rows: number): string => `translateY(calc(${rows} * var(--row-height)))`

/** Numbering then starts over, because transforms over long distances are imprecise. */
const NUMBER_MAX = 100_000

/**
 * Each row keeps its number as others arrive. Counts up from the oldest row if the newest comes first, and from the top
 * otherwise.
 *
 * @returns the first row's number, and how many rows arrived above it
 */
function useNumbering(rows: readonly JournalRow[], sort: string) {
  const numbers = useRef<ReadonlyMap<string, number>>(new Map())
  if (sort !== '') {
    numbers.current = new Map()
    return { newest: 0, arrived: 0 }
  }
  const index = rows.findIndex(({ id }) => numbers.current.has(id))
  const kept = numbers.current.get(rows[index]?.id ?? '')
  const newest = kept === undefined || kept > NUMBER_MAX ? rows.length : kept + index
  numbers.current = new Map(rows.map(({ id }, place) => [id, newest - place]))
  return { newest, arrived: index }
}

/** Keeps the visible rows where they are while others arrive above them. */
function useSteadyPlace(table: RefObject<HTMLTableElement | null>, newest: number): void {
  const before = useRef(newest)
  useLayoutEffect(() => {
    const added = newest - before.current
    before.current = newest
    // There's nothing to measure at the top of the page.
    const row = added <= 0 || scrollY === 0 ? null : table.current?.querySelector<HTMLElement>('tbody tr')
    const element = table.current
    if (element === null || row === null || row === undefined) return
    if (element.getBoundingClientRect().top < -row.offsetHeight) scrollBy(0, added * row.offsetHeight)
  }, [newest])
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Only one row is in the tab order: the last that had the focus, the open one, or the newest. */
function useRoving(rows: readonly JournalRow[], openId: string, table: RefObject<HTMLTableElement | null>) {
  const [id, setId] = useState('')
  const wanted = useRef(false)
  const indexOf = (one: string) => (one === '' ? -1 : rows.findIndex((row) => row.id === one))
  const active = Math.max(0, [indexOf(id), indexOf(openId)].find((index) => index >= 0) ?? 0)
  const activeId = rows[active]?.id
  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    table.current?.querySelector<HTMLElement>(`[data-row="${activeId}"]`)?.focus()
  }, [activeId])
  return {
    active,
    isActiveOf: (index: number) => index === active,
    move(event: KeyboardEvent) {
      const step = STEPS[event.key]
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      const next = rows[Math.min(rows.length - 1, Math.max(0, active + step))]
      if (next === undefined || next.id === activeId) return
      wanted.current = true
      setId(next.id)
    },
    focused(event: FocusEvent) {
      const row = event.target instanceof HTMLElement ? event.target.dataset.row : undefined
      if (row !== undefined) setId(row)
    },
  }
}

interface RowProps {
  readonly row: JournalRow
  readonly isDayShown: boolean
  readonly number: number
  /** Arrived while the list was shown. */
  readonly isNew: boolean
  readonly isOpen: boolean
  readonly isInTabOrder: boolean
  readonly onOpen: (id: string) => void
}

/** Only renders if its own row has changed, since most stay the same when others arrive. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { row, isDayShown, number, isOpen, isInTabOrder } = this.props
    return (
      (next.row !== row &&
        (isRequest(row) || next.row.id !== row.id || stateOf(next.row) !== stateOf(row))) ||
      next.isDayShown !== isDayShown ||
      next.number !== number ||
      next.isOpen !== isOpen ||
      next.isInTabOrder !== isInTabOrder
    )
  }

  override render({ row, number, isNew, onOpen, ...rest }: RowProps) {
    return (
      <tr
        class={`${classOf(row, rest.isOpen)}${isNew ? ' arrived' : ''}`}
        style={{ transform: placeOf(-number) }}
        onClick={(event) => {
          // Clicks on the button inside would bubble up to the row.
          event.stopPropagation()
          onOpen(row.id)
        }}
      >
        <Cells row={row} {...rest} />
      </tr>
    )
  }
}

function classOf(row: JournalRow, isOpen: boolean): string {
  const state = `${isOpen ? ' open' : ''}${isUndone(row) ? ' undone' : ''}`
  if (!isRequest(row)) return `command${!isReset(row) && row.area === 'clock' ? ' clock' : ''}${state}`
  const isFailed = row.ended !== 'waiting' && (row.status === null || row.status >= 500)
  return `${isFailed ? 'failed' : ''}${state}`
}

const isUndone = (row: JournalRow): boolean => 'isUndone' in row

/** The parts of an admin call that can change. */
const stateOf = (row: JournalRow): string =>
  `${isUndone(row)} ${runOf(row)?.count} ${'expired' in row ? row.expired?.count : ''}`

/** Days since 1970. */
const dayOf = (row: JournalRow | undefined): number | undefined =>
  row === undefined ? undefined : Math.floor(row.at / DAY_MS)
