import type { LifeEventInfo } from '../../../../src/admin/calls/history/life.js'
import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { at, run } from '../../../api.js'
import { readAdminCalls } from '../../../features/history/log.js'
import { undoneEvents } from '../../../features/history/undone.js'
import { useLive } from '../../../live.js'
import { type RequestSubject, subjectOf } from './subject.js'

/** Oldest first. Leaves out what was undone. */
export function useKeyEvents(request: RequestDetails): readonly LifeEventInfo[] {
  const subject = subjectOf(request)
  const path = subject === undefined ? undefined : lifePath(subject)
  const load = async (signal: AbortSignal) => {
    if (path === undefined) return []
    const [{ events }, { calls }] = await Promise.all([
      run.get<{ readonly events: readonly LifeEventInfo[] }>(`${path}/history`, {}, signal),
      readAdminCalls({}, signal),
    ])
    const undone = undoneEvents(events, calls)
    return events.filter((event) => !undone.has(event))
  }
  return useLive(`the life that ${request.id} met`, load, { on: ['reset'] }).data ?? []
}

/** Relative to `/_admin`. Undefined if the request didn't name a stored record. */
function lifePath({ operation, area, holder, key }: RequestSubject): string | undefined {
  if (area !== 'database') return key === '' ? undefined : `/${area}${at`/${holder}/entries/${key}`}`
  return holder === '' ? undefined : `/${operation.id.split('.')[0]}${at`/${holder}`}`
}
