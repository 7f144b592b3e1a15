import type { AdminCommandInfo, HistoryInfo } from '../../../src/admin/calls/history/log.js'
import { run } from '../../api.js'

interface LogQuery {
  /** A point. */
  readonly since?: string
  /** A point. */
  readonly until?: string
  /** Keeps the newest; 1,000 if left out. */
  readonly limit?: number
}

/**
 * Reads the logged admin calls, oldest first.
 *
 * @throws ApiError
 */
export async function readAdminCalls(
  query: LogQuery,
  signal?: AbortSignal,
): Promise<Pick<HistoryInfo, 'began'> & { readonly calls: readonly AdminCommandInfo[] }> {
  // With the same parameters everywhere, so that callers share one answer.
  const asked = { ...query, kind: 'admin', expired: 'true' }
  const { commands, began } = await run.get<HistoryInfo>('/history', asked, signal)
  return { calls: commands.filter((command) => command.kind === 'admin').reverse(), began }
}
