import { Component } from 'preact'
import type { RequestSummary } from '../../../client/requests.js'
import { Chip, StatusChip } from '../../components/chip.js'
import { duration, timeOfDay } from '../../format.js'

/** px: the same for every row, so that where one stands follows from its number. */
const ROW_HEIGHT = 36

interface RowsProps {
  readonly rows: readonly RequestSummary[]
  readonly openId: string
  readonly onOpen: (row: RequestSummary) => void
}

/** The list. New rows move the others by a transform: nothing is laid out anew, and the focus stays with its row. */
export function Rows({ rows, openId, onOpen }: RowsProps) {
  return (
    <table class="rows">
      <caption class="unseen">Requests, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Request</th>
          <th scope="col">Operation</th>
          <th scope="col">Outcome</th>
          <th scope="col">Virtual time</th>
          <th scope="col">Took</th>
        </tr>
      </thead>
      <tbody style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {rows.map((row, index) => (
          <Row key={row.id} row={row} top={index * ROW_HEIGHT} isOpen={row.id === openId} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly row: RequestSummary
  readonly top: number
  readonly isOpen: boolean
  readonly onOpen: (row: RequestSummary) => void
}

/** Rendered anew only where it moves or opens: of many rows a second most stay what they are. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { row, top, isOpen } = this.props
    return next.row !== row || next.top !== top || next.isOpen !== isOpen
  }

  override render({ row, top, isOpen, onOpen }: RowProps) {
    const { status, method, path, operation, at, durationMs } = row
    return (
      <tr
        class={isOpen ? 'open' : ''}
        style={{ transform: `translateY(${top}px)` }}
        onClick={(event) => {
          // The button's own click comes along here too.
          event.stopPropagation()
          onOpen(row)
        }}
      >
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
        <td class="mono">{timeOfDay(at)}</td>
        <td class="end">{duration(durationMs)}</td>
      </tr>
    )
  }
}

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
