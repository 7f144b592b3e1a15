import { useRef } from 'preact/hooks'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { readAdminCalls } from '../../features/history/log.js'
import { useLive } from '../../live.js'
import { type AdminLog, NO_LOG, numberOf } from './journal-rows.js'
import { BEAT_MS, PAGE_ROWS } from './journal-tail.js'

/** Admin calls that are read at once, unless a limit is named. */
const CALLS_AT_ONCE = 1000

/**
 * The admin calls of the world as far back as the rows reach, read again after each that changes the world.
 *
 * @param requests the rows, newest first; undefined until they are known
 */
export function useAdminCalls(requests: readonly RequestSummary[] | undefined): AdminLog {
  const rows = useRef(requests)
  rows.current = requests
  const latest = useRef(NO_LOG)
  // Older rows are loaded by the page, and may be further back than the calls that are known.
  const pages = Math.ceil((requests?.length ?? 0) / PAGE_ROWS)
  const isCut = requests !== undefined && latest.current.calls.length >= CALLS_AT_ONCE
  const { data } = useLive(
    (signal) => readBack(rows.current, signal),
    isCut ? pages : 0,
    ['clock', 'reset', 'change'],
    BEAT_MS,
  )
  if (data !== undefined) latest.current = data
  return latest.current
}

async function readBack(
  requests: readonly RequestSummary[] | undefined,
  signal: AbortSignal,
): Promise<AdminLog> {
  const oldest = requests === undefined ? Number.POSITIVE_INFINITY : numberOf(requests.at(-1)?.id)
  const { calls: newest, began } = await readAdminCalls({}, signal)
  const calls = [...newest]
  for (let page = newest; page.length === CALLS_AT_ONCE; ) {
    const [first] = page
    if (first === undefined || numberOf(first.behind) < oldest) break
    page = (await readAdminCalls({ until: first.id }, signal)).calls
    calls.unshift(...page)
  }
  return { calls, began }
}
