import type { AdminCommandInfo, HistoryInfo } from '../../../src/admin/calls/history/log.js'
import { run } from '../../api.js'

interface LogQuery {
  /** A point in history, e.g. "r1". */
  readonly since?: string
  readonly until?: string
  /** Keeps the newest. 1,000 by default. */
  readonly limit?: number
}

/** Oldest first. */
export async function readAdminCalls(
  query: LogQuery,
  signal?: AbortSignal,
): Promise<Pick<HistoryInfo, 'began'> & { readonly calls: readonly AdminCommandInfo[] }> {
  // All callers send the same parameters, so that they can share one response.
  const asked = { ...query, kind: 'admin', expired: 'true' }
  const { commands, began } = await run.get<HistoryInfo>('/history', asked, signal)
  return { calls: commands.filter((command) => command.kind === 'admin').reverse(), began }
}
