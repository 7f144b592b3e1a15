import type { AdminCommandInfo, HistoryInfo } from '../../../admin/calls/history/log.js'
import type { RequestSummary } from '../../../admin/request-json.js'

/** A row of the journal: a request, or an admin call that changed the world between two of them. */
export type JournalRow = RequestSummary | AdminCommandInfo

/** Whether a row is an admin call. */
export const isCommand = (row: JournalRow): row is AdminCommandInfo => 'kind' in row

/**
 * Puts the admin calls between the requests.
 *
 * @param requests newest first
 * @param log of the world, oldest first
 * @returns newest first
 */
export function interleave(
  requests: readonly RequestSummary[],
  log: HistoryInfo['commands'],
): readonly JournalRow[] {
  // Under the request that came before them; newest first.
  const calls = new Map<string, AdminCommandInfo[]>()
  let before = requestAhead(requests, log)
  for (const command of log) {
    if (command.kind === 'request') before = command.id
    else calls.set(before, [command, ...(calls.get(before) ?? [])])
  }
  const rows = requests.flatMap((request) => [...(calls.get(request.id) ?? []), request])
  return [...rows, ...(calls.get('') ?? [])]
}

/** The id of the last request ahead of the log, which a reset that kept the journal cut off; '' where there is none. */
function requestAhead(requests: readonly RequestSummary[], log: HistoryInfo['commands']): string {
  const first = log.find(({ kind }) => kind === 'request')
  if (first === undefined) return ''
  return requests.find(({ id }) => numberOf(id) < numberOf(first.id))?.id ?? ''
}

const numberOf = (id: string): number => Number(id.slice(1))
