import type { AdminCommandInfo, HistoryInfo } from '../../../src/admin/calls/history/log.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import type { IsUndone } from '../../features/history/undone.js'
import { commandNumber } from '../../lib/command-number.js'
import { commandKind, commandText } from '../../lib/command-text.js'
import { runsOf } from '../../lib/groups.js'
import type { Filter } from '../../lib/request-filter.js'

/** The reset that started the world's current life. */
export interface ResetRow {
  readonly kind: 'reset'
  readonly id: 'reset'
  readonly at: number
  /** The last request of the previous life, if the reset kept it. */
  readonly behind?: string
}

interface RowState {
  /** Set if the row stands for several similar ones. Its id is that of the oldest. */
  readonly run?: { readonly count: number; readonly meanPauseMs: number }
  readonly isUndone?: true
}

export interface RequestRow extends RequestSummary, RowState {}

export interface CallRow extends AdminCommandInfo, RowState {}

export type JournalRow = RequestRow | CallRow | ResetRow

export const markedUndone = (rows: readonly JournalRow[], isUndone: IsUndone): readonly JournalRow[] =>
  rows.map((row) => (row.id !== 'reset' && isUndone(row.id) ? { ...row, isUndone: true } : row))

/** Oldest first. */
export interface AdminLog {
  readonly calls: readonly AdminCommandInfo[]
  readonly began: HistoryInfo['began'] | undefined
}

export const NO_LOG: AdminLog = { calls: [], began: undefined }

/** Filters other than the search are about requests, so they exclude all admin calls. */
export function callsFor({ text, ...others }: Filter, log: AdminLog): AdminLog {
  if (Object.keys(others).length > 0) return NO_LOG
  if (text === undefined) return log
  const sought = text.toLowerCase()
  const holds = (call: AdminCommandInfo) => `${call.id} ${commandText(call)}`.toLowerCase().includes(sought)
  return { calls: log.calls.filter(holds), began: undefined }
}

export const isRequest = (row: JournalRow): row is RequestRow => !('kind' in row)

export const isReset = (row: JournalRow): row is ResetRow => 'kind' in row && row.kind === 'reset'

export const runOf = (row: JournalRow): RowState['run'] => (isReset(row) ? undefined : row.run)

const RUN_MIN = 3

/**
 * Collapses similar neighbours into one row.
 *
 * @param rows newest first
 * @param unfolded ids of runs to keep expanded
 */
export function folded(rows: readonly JournalRow[], unfolded: ReadonlySet<string>): readonly JournalRow[] {
  const all: JournalRow[] = []
  for (const run of runsOf(rows, areAlike)) {
    const [newest] = run
    const oldest = run.at(-1)
    const isFolded = run.length >= RUN_MIN && !run.some(({ id }) => unfolded.has(id))
    if (isFolded && newest !== undefined && oldest !== undefined && !isReset(newest)) {
      const meanPauseMs = Math.round((newest.at - oldest.at) / (run.length - 1))
      const several = { id: oldest.id, run: { count: run.length, meanPauseMs } }
      if (isRequest(newest)) all.push({ ...newest, ...several })
      else all.push({ ...newest, ...several, ...expiredIn(run) })
    } else all.push(...run)
  }
  return all
}

/** @param rows newest first */
function expiredIn(rows: readonly JournalRow[]): Pick<CallRow, 'expired'> {
  const all = rows.toReversed().flatMap((row) => ('expired' in row && row.expired ? [row.expired] : []))
  if (all.length === 0) return {}
  const count = all.reduce((sum, one) => sum + one.count, 0)
  return { expired: { count, first: all.flatMap(({ first }) => first) } }
}

const COMMON = ['method', 'path', 'status', 'outcome', 'credential', 'fault', 'ended', 'isUndone'] as const

function areAlike(one: JournalRow, other: JournalRow): boolean {
  if (isRequest(one)) return isRequest(other) && COMMON.every((name) => one[name] === other[name])
  if (isReset(one) || isReset(other) || isRequest(other)) return false
  return commandKind(one) === commandKind(other) && one.isUndone === other.isUndone
}

/**
 * Merges admin calls into the list of requests, and puts the reset at the end.
 *
 * @param requests newest first
 * @param isWhole whether these are all the requests, so that earlier calls are shown too
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
    const behind = commandNumber(between.behind)
    for (let above = requests[next]; above !== undefined && commandNumber(above.id) > behind; ) {
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
