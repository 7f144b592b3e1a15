import { Component } from 'preact'
import { useRef } from 'preact/hooks'
import type { AdminCommandInfo } from '../../../admin/calls/history/log.js'
import type { RequestSummary } from '../../../admin/request-json.js'
import { Chip, StatusChip } from '../../components/chip.js'
import { commandText } from '../../lib/command-text.js'
import { dateTime, timeOfDay } from '../../lib/format.js'
import { isCommand, type JournalRow } from './journal-rows.js'

const DAY_MS = 86_400_000

/** px: the same for every row, so that the place of a row follows from its number. */
const ROW_HEIGHT = 36

interface RowsProps {
  readonly rows: readonly JournalRow[]
  readonly openId: string
  readonly onOpen: (row: JournalRow) => void
}

/**
 * The list. New rows move all the others at once, by a transform of their container: nothing is laid out again, no
 * row is touched, and the focus stays with its row.
 */
export function Rows({ rows, openId, onOpen }: RowsProps) {
  const newest = useNumbering(rows)
  return (
    <table class="rows" style={{ height: `${(rows.length + 1) * ROW_HEIGHT}px` }}>
      <caption class="unseen">Requests and admin calls, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Request</th>
          <th scope="col">Operation</th>
          <th scope="col">Outcome</th>
          <th scope="col">Virtual time</th>
        </tr>
      </thead>
      <tbody style={{ transform: `translateY(${newest * ROW_HEIGHT}px)` }}>
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            isDayShown={dayOf(rows[index + 1]) !== dayOf(row)}
            number={newest - index}
            isOpen={row.id === openId}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Beyond it the numbers start again: transforms over very long distances are not exact. */
const NUMBER_MAX = 100_000

/** The number of the newest row. Rows are numbered from the oldest up, so that a row keeps its number as others come. */
function useNumbering(rows: readonly JournalRow[]): number {
  const numbers = useRef<ReadonlyMap<string, number>>(new Map())
  const index = rows.findIndex(({ id }) => numbers.current.has(id))
  const kept = numbers.current.get(rows[index]?.id ?? '')
  const newest = kept === undefined || kept > NUMBER_MAX ? rows.length : kept + index
  numbers.current = new Map(rows.map(({ id }, place) => [id, newest - place]))
  return newest
}

interface RowProps {
  readonly row: JournalRow
  /** The row below is of another day, or there is none. */
  readonly isDayShown: boolean
  readonly number: number
  readonly isOpen: boolean
  readonly onOpen: (row: JournalRow) => void
}

/** A row is rendered again only when it opens or closes: most rows stay as they are while others come. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { row, isDayShown, number, isOpen } = this.props
    return (
      next.row.id !== row.id ||
      next.isDayShown !== isDayShown ||
      next.number !== number ||
      next.isOpen !== isOpen
    )
  }

  override render({ row, isDayShown, number, isOpen, onOpen }: RowProps) {
    return (
      <tr
        class={`${isOpen ? 'open' : ''}${isCommand(row) ? ' command' : ''}`}
        style={{ transform: `translateY(${-number * ROW_HEIGHT}px)` }}
        onClick={(event) => {
          // A click on the button inside arrives here too.
          event.stopPropagation()
          onOpen(row)
        }}
      >
        {isCommand(row) ? (
          <CommandCells row={row} isOpen={isOpen} />
        ) : (
          <RequestCells row={row} isOpen={isOpen} />
        )}
        <td class="mono" title={`${dateTime(row.at)} UTC`}>
          {isDayShown ? <DayAndTime at={row.at} /> : timeOfDay(row.at)}
        </td>
      </tr>
    )
  }
}

/** "2026-01-31 23:59:00"; without its year where there is little room. */
function DayAndTime({ at }: { readonly at: number }) {
  const [, year = '', rest = dateTime(at)] = /^(\d+-)(.*)$/.exec(dateTime(at)) ?? []
  return (
    <>
      <span class="year">{year}</span>
      {rest}
    </>
  )
}

function RequestCells({ row, isOpen }: { readonly row: RequestSummary; readonly isOpen: boolean }) {
  const { status, method, path, operation } = row
  return (
    <>
      <td>
        <StatusChip status={status} />
      </td>
      <td>
        <button type="button" class="link" aria-expanded={isOpen} title={`${method} ${path}`}>
          <b>{method}</b> <bdi>{path}</bdi>
        </button>
      </td>
      <td class="mono">{operation ?? '–'}</td>
      <td>
        <Outcome row={row} />
      </td>
    </>
  )
}

function CommandCells({ row, isOpen }: { readonly row: AdminCommandInfo; readonly isOpen: boolean }) {
  const text = commandText(row)
  return (
    <>
      <td>
        <Chip>{row.id}</Chip>
      </td>
      <td>
        <button type="button" class="link" aria-expanded={isOpen} title={text}>
          <bdi>{text}</bdi>
        </button>
      </td>
      <td class="mono">{row.area}</td>
      <td>admin call</td>
    </>
  )
}

/** Days since 1970. */
const dayOf = (row: JournalRow | undefined): number | undefined =>
  row === undefined ? undefined : Math.floor(row.at / DAY_MS)

function Outcome({ row: { outcome, fault, absence } }: { readonly row: RequestSummary }) {
  const isFault = fault !== undefined
  return (
    <span class="outcome">
      {isFault && <Chip tone="bad">fault {fault}</Chip>}
      {outcome === 'ok' ? (
        <span>ok</span>
      ) : (
        (!isFault || outcome !== 'fault') && <span title={absence ?? outcome}>{absence ?? outcome}</span>
      )}
    </span>
  )
}
