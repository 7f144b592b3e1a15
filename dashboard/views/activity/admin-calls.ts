import type { RequestSummary } from '../../../src/admin/request-json.js'
import { readAdminCalls } from '../../features/history/log.js'
import { commandNumber } from '../../lib/command-number.js'
import { PAGE_ROWS } from '../../lib/request-filter.js'
import { useLive } from '../../live.js'
import { type AdminLog, NO_LOG } from './journal-rows.js'
import { BEAT_MS } from './journal-tail.js'

/** The most that the server returns at once. */
const CALLS_AT_ONCE = 1000

/**
 * Goes back as far as the requests do.
 *
 * @param requests newest first
 */
export function useAdminCalls(requests: readonly RequestSummary[]): AdminLog {
  // If older requests are loaded, we need older calls too.
  const pages = Math.max(1, Math.ceil(requests.length / PAGE_ROWS))
  const { data = NO_LOG } = useLive('admin calls of the journal', (signal) => readBack(requests, signal), {
    query: String(pages),
    on: ['clock', 'reset', 'change'],
    restMs: BEAT_MS,
  })
  return data
}

async function readBack(requests: readonly RequestSummary[], signal: AbortSignal): Promise<AdminLog> {
  const oldest = commandNumber(requests.at(-1)?.id)
  const { calls: newest, began } = await readAdminCalls({}, signal)
  const calls = [...newest]
  for (let page = newest; page.length === CALLS_AT_ONCE; ) {
    const [first] = page
    if (first === undefined || commandNumber(first.behind) < oldest) break
    page = (await readAdminCalls({ until: first.id }, signal)).calls
    calls.unshift(...page)
  }
  return { calls, began }
}
