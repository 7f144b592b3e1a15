import type { HistoryInfo } from '../../../admin/calls/history/log.js'
import { run } from '../../api.js'

/**
 * Reads the log of the world, oldest first.
 *
 * @param query `since`: the point at which it is to begin
 * @throws ApiError
 */
export async function readLog(
  query: { readonly since?: string | undefined; readonly limit: number },
  signal: AbortSignal,
): Promise<HistoryInfo['commands']> {
  return (await run.get<HistoryInfo>('/history', query, signal)).commands
}
