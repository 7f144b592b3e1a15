import { useRef } from 'preact/hooks'
import type { HistoryInfo } from '../../../admin/calls/history/log.js'
import type { RequestSummary } from '../../../admin/request-json.js'
import { readLog } from '../../features/history/log.js'
import { useLive } from '../../live.js'
import { BEAT_MS, ROWS_MAX } from './journal-tail.js'

/** Commands of the log that are read for the rows. */
const COMMANDS_MAX = 5 * ROWS_MAX

/**
 * The log of the world as far back as the rows reach, read again after each admin call that changes the world.
 *
 * @param requests the rows, newest first; undefined until they are known
 */
export function useLog(requests: readonly RequestSummary[] | undefined): HistoryInfo['commands'] {
  const rows = useRef(requests)
  rows.current = requests
  const { data = [] } = useLive(
    async (signal) => {
      const shown = rows.current
      if (shown === undefined) return []
      const since = shown.length === ROWS_MAX ? shown.at(-1)?.id : undefined
      return readLog({ since, limit: COMMANDS_MAX }, signal)
    },
    requests === undefined,
    ['clock', 'reset', 'change'],
    BEAT_MS,
  )
  return data
}
