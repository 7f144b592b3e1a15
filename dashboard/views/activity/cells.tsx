import type { ComponentChildren } from 'preact'
import { Chip, Status } from '../../components/chip.js'
import { Icon } from '../../components/icon.js'
import { shortText } from '../../components/short-text.js'
import { commandText, severalText } from '../../lib/command-text.js'
import { count, counted, dateTime, duration, pause, timeOfDay } from '../../lib/format.js'
import {
  clientText,
  endText,
  outcomeText,
  pathText,
  subjectOfPath,
  tookText,
} from '../../lib/request-text.js'
import { visible } from '../../lib/visible-text.js'
import {
  type CallRow,
  isRequest,
  isReset,
  type JournalRow,
  type RequestRow,
  type ResetRow,
  runOf,
} from './journal-rows.js'

interface CellsProps {
  readonly row: JournalRow
  readonly isOpen: boolean
  /** Only one row is in the tab order. */
  readonly isInTabOrder: boolean
  /** Shows the date, because the row below is from another day. */
  readonly isDayShown: boolean
}

export function Cells(props: CellsProps) {
  const { row, isDayShown } = props
  return (
    <>
      <td class="row-time" title={`${dateTime(row.at)} UTC`}>
        {isDayShown ? dateTime(row.at) : <Time at={row.at} />}
      </td>
      {isRequest(row) ? <RequestCells {...props} row={row} /> : <CallCells {...props} row={row} />}
    </>
  )
}

/** CSS hides the milliseconds if there isn't enough room. */
function Time({ at }: { readonly at: number }) {
  const text = timeOfDay(at)
  return (
    <>
      {text.slice(0, 8)}
      <span class="ms">{text.slice(8)}</span>
    </>
  )
}

function RequestCells({ row, ...rest }: CellsProps & { readonly row: RequestRow }) {
  const { status, method, path, durationMs, heldMs = 0, ended, run } = row
  const { holder, key, isOfStore } = subjectOfPath(path)
  const waitedMs = durationMs + heldMs
  return (
    <>
      <td class="row-status">
        <Status status={status} />
      </td>
      <td class="row-title">
        <RowButton {...rest} id={row.id} title={`${method} ${pathText(path)}`}>
          <span class="row-method faint">{method}</span>{' '}
          {holder !== '' && (
            <bdi class={`row-holder faint${isOfStore ? ' of-store' : ''}`}>
              {holder}
              {isOfStore && ' › '}
            </bdi>
          )}
          <bdi class="row-key">{key}</bdi>
        </RowButton>
        {run !== undefined && <Chip>{runText(run)}</Chip>}
      </td>
      <td class="row-outcome">
        <Outcome row={row} />
      </td>
      <td class="row-client" title={row.userAgent ?? ''}>
        <bdi>{clientText(row)}</bdi>
      </td>
      <td class="row-took" title={tookText(row)}>
        {ended === 'waiting' ? (
          '…'
        ) : (
          <>
            <span class="row-bar" style={{ '--share': shareOf(waitedMs) }} />
            {duration(waitedMs)}
          </>
        )}
      </td>
    </>
  )
}

/** Maps 0.01 ms to 1 s onto 0 to 1, on a logarithmic scale. */
const shareOf = (ms: number): string => Math.min(1, Math.max(0, Math.log10(100 * ms) / 5)).toFixed(2)

function CallCells({ row, ...rest }: CellsProps & { readonly row: CallRow | ResetRow }) {
  return (
    <td class="row-title row-divider">
      <RowButton {...rest} id={row.id} title={callText(row)}>
        <bdi>{callText(row)}</bdi>
        {runOf(row) !== undefined && <Icon of="down" />}
      </RowButton>
      {'isUndone' in row && <Chip>undone</Chip>}
      {'expired' in row && row.expired !== undefined && row.expired.count > 0 && (
        <span class="row-expired">{expiredText(row.expired)}</span>
      )}
    </td>
  )
}

const NAMED_MAX = 3

/** "4 keys expired: session:1, session:2, flag:a, …" */
function expiredText({ count: n, first }: NonNullable<CallRow['expired']>): string {
  const names = first.slice(0, NAMED_MAX).map(({ key }) => shortText(key, 30))
  return `${counted(n, 'key')} expired: ${names.join(', ')}${n > names.length ? ', …' : ''}`
}

function callText(row: CallRow | ResetRow): string {
  if (isReset(row)) return 'the world was reset'
  return visible(row.run === undefined ? commandText(row) : severalText(row, row.run.count))
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
  const { outcome, fault, ended, isUndone } = row
  const end = endText(row)
  const text = visible(outcomeText(row))
  return (
    <span class={`outcome${outcome === 'ok' ? ' faint' : ''}`}>
      {isUndone && <Chip>undone</Chip>}
      {fault !== undefined && <span>fault {visible(fault)}</span>}
      {end !== undefined && <Chip tone={ended === 'waiting' ? 'warn' : 'calm'}>{end}</Chip>}
      {(fault === undefined || outcome !== 'fault') && (
        <span title={visible(row.reason ?? row.absence ?? text)}>{text}</span>
      )}
    </span>
  )
}

/** "× 30, every 85 ms" */
function runText({ count: n, meanPauseMs }: NonNullable<RequestRow['run']>): string {
  return `× ${count(n)}${meanPauseMs === 0 ? '' : `, every ${pause(meanPauseMs)}`}`
}
