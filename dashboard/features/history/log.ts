import type { AdminCommandInfo, HistoryInfo } from '../../../src/admin/calls/history/log.js'
import { run } from '../../api.js'

interface LogQuery {
  /** The point at which it is to begin. */
  readonly since?: string
  /** The point at which it is to end. */
  readonly until?: string
  /** How many, the newest; 1,000 when left out. */
  readonly limit?: number
}

/**
 * Reads the admin calls of the world's log, oldest first, and how the log began.
 *
 * @throws ApiError
 */
export async function readAdminCalls(
  query: LogQuery,
  signal?: AbortSignal,
): Promise<Pick<HistoryInfo, 'began'> & { readonly calls: readonly AdminCommandInfo[] }> {
  // Always the same parameters: those who ask for the whole log share one answer.
  const asked = { ...query, kind: 'admin', expired: 'true' }
  const { commands, began } = await run.get<HistoryInfo>('/history', asked, signal)
  return { calls: commands.filter((command) => command.kind === 'admin').reverse(), began }
}
