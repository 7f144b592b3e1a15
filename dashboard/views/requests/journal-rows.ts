import type { AdminCommandInfo, HistoryInfo } from '../../../src/admin/calls/history/log.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { commandText } from '../../lib/command-text.js'
import type { Filter } from '../../lib/request-filter.js'

/** The reset that the present life of the world began with. */
export interface ResetRow {
  readonly kind: 'reset'
  readonly id: 'reset'
  /** Virtual ms. */
  readonly at: number
  /** The last request of the life before, if it was kept. */
  readonly behind?: string
}

/**
 * A row of the journal: a request, or between two of them an admin call that changed the world, or a reset.
 */
export type JournalRow = RequestSummary | AdminCommandInfo | ResetRow

/** The admin calls of a world, oldest first, and how its life began. */
export interface AdminLog {
  readonly calls: readonly AdminCommandInfo[]
  readonly began: HistoryInfo['began'] | undefined
}

export const NO_LOG: AdminLog = { calls: [], began: undefined }

/**
 * The admin calls that pass a filter: those whose words hold its text, and none if it asks about requests.
 */
export function callsFor({ text, ...others }: Filter, log: AdminLog): AdminLog {
  if (Object.keys(others).length > 0) return NO_LOG
  if (text === undefined) return log
  const sought = text.toLowerCase()
  const holds = (call: AdminCommandInfo) => `${call.id} ${commandText(call)}`.toLowerCase().includes(sought)
  return { calls: log.calls.filter(holds), began: undefined }
}

/** Whether a row is a request. */
export const isRequest = (row: JournalRow): row is RequestSummary => !('kind' in row)

/**
 * Puts the admin calls between the requests, and the reset below all of this life.
 *
 * @param requests newest first
 * @param isWhole there are no older requests than these: calls before them all are shown too
 * @returns newest first
 */
export function interleave(
  requests: readonly RequestSummary[],
  { calls, began }: AdminLog,
  isWhole: boolean,
): readonly JournalRow[] {
  const rows: JournalRow[] = []
  let next = 0
  for (const between of [...calls.toReversed(), ...resetOf(began)]) {
    const behind = numberOf(between.behind)
    for (let above = requests[next]; above !== undefined && numberOf(above.id) > behind; ) {
      rows.push(above)
      next++
      above = requests[next]
    }
    if (next === requests.length && !isWhole) break
    rows.push(between)
  }
  return [...rows, ...requests.slice(next)]
}

function resetOf(began: AdminLog['began']): readonly ResetRow[] {
  if (began?.by !== 'reset') return []
  const { at, behind } = began
  return [{ kind: 'reset', id: 'reset', at, ...(behind === undefined ? {} : { behind }) }]
}

/** The number in the id of a request; 0 for none, which is before all. */
export const numberOf = (id: string | undefined): number => (id === undefined ? 0 : Number(id.slice(1)))
