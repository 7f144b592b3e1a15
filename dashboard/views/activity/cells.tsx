import type { ComponentChildren } from 'preact'
import type { AdminCommandInfo } from '../../../src/admin/calls/history/log.js'
import { Chip, StatusChip } from '../../components/chip.js'
import { commandText } from '../../lib/command-text.js'
import { count, dateTime, duration, pause, timeOfDay } from '../../lib/format.js'
import { endText, outcomeText, pathText, subjectText, tookText } from '../../lib/request-text.js'
import { visible } from '../../lib/visible-text.js'
import { isRequest, type JournalRow, type RequestRow, type ResetRow } from './journal-rows.js'

interface CellsProps {
  readonly row: JournalRow
  readonly isOpen: boolean
  /** Whether the tab key comes to it: of all rows it does to one. */
  readonly isInTabOrder: boolean
  /** The row below is of another day, or there is none. */
  readonly isDayShown: boolean
}

/** The cells of a row. The first column but one has the button that opens it. */
export function Cells(props: CellsProps) {
  const { row } = props
  return (
    <>
      {isRequest(row) ? <RequestCells {...props} row={row} /> : <CallCells {...props} row={row} />}
      <td class="row-time" title={`${dateTime(row.at)} UTC`}>
        {props.isDayShown ? <DayAndTime at={row.at} /> : timeOfDay(row.at)}
      </td>
    </>
  )
}

/** "2026-01-31 23:59:00"; without its year if there is little room. */
function DayAndTime({ at }: { readonly at: number }) {
  const [, year = '', rest = dateTime(at)] = /^(\d+-)(.*)$/.exec(dateTime(at)) ?? []
  return (
    <>
      <span class="year">{year}</span>
      {rest}
    </>
  )
}

function RequestCells({ row, ...rest }: CellsProps & { readonly row: RequestRow }) {
  const { status, method, path, operation, durationMs, heldMs = 0, ended } = row
  return (
    <>
      <td class="row-status">
        <StatusChip status={status} />
      </td>
      <td class="row-title">
        <RowButton {...rest} id={row.id} title={`${method} ${path}`}>
          <b>{method}</b> <bdi class="row-path">{pathText(path)}</bdi>
          <bdi class="row-subject">{subjectText(path)}</bdi>
        </RowButton>
      </td>
      <td class="row-operation mono">{operation ?? '–'}</td>
      <td class="row-outcome">
        <Outcome row={row} />
      </td>
      <td class="row-took" title={tookText(row)}>
        {ended === 'waiting' ? '…' : duration(durationMs + heldMs)}
      </td>
    </>
  )
}

function CallCells({ row, ...rest }: CellsProps & { readonly row: AdminCommandInfo | ResetRow }) {
  const isReset = row.kind === 'reset'
  const text = isReset ? 'the world was reset' : visible(commandText(row))
  return (
    <>
      <td class="row-status">
        <Chip>{row.id}</Chip>
      </td>
      <td class="row-title">
        <RowButton {...rest} id={row.id} title={text}>
          <bdi>{text}</bdi>
        </RowButton>
      </td>
      <td class="row-operation mono">{isReset ? 'state' : row.area}</td>
      <td class="row-outcome">{'isUndone' in row && <Chip>undone</Chip>} admin call</td>
      <td class="row-took" />
    </>
  )
}

interface RowButtonProps extends Omit<CellsProps, 'row' | 'isDayShown'> {
  readonly id: string
  readonly title: string
  readonly children: ComponentChildren
}

function RowButton({ id, title, isOpen, isInTabOrder, children }: RowButtonProps) {
  return (
    <button
      type="button"
      class="link"
      data-row={id}
      aria-expanded={isOpen}
      tabIndex={isInTabOrder ? 0 : -1}
      title={title}
    >
      {children}
    </button>
  )
}

function Outcome({ row }: { readonly row: RequestRow }) {
  const { outcome, fault, ended, run, isUndone } = row
  const end = endText(row)
  const text = outcomeText(row)
  return (
    <span class="outcome">
      {isUndone && <Chip>undone</Chip>}
      {fault !== undefined && <Chip tone="bad">{fault}</Chip>}
      {end !== undefined && <Chip tone={ended === 'waiting' ? 'warn' : 'calm'}>{end}</Chip>}
      {(fault === undefined || outcome !== 'fault') && (
        <span title={visible(row.absence ?? text)}>{visible(text)}</span>
      )}
      {run !== undefined && <b class="run">{runText(run)}</b>}
    </span>
  )
}

/** "× 30, each 85 ms"; with a frozen clock only how many there are. */
function runText({ count: n, meanPauseMs }: NonNullable<RequestRow['run']>): string {
  return `× ${count(n)}${meanPauseMs === 0 ? '' : `, each ${pause(meanPauseMs)}`}`
}
