import type { LifeEventInfo } from '../../../../src/admin/calls/history/life.js'
import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { at, run } from '../../../api.js'
import { readAdminCalls } from '../../../features/history/log.js'
import { By } from '../../../features/history/points.js'
import { undoneEvents } from '../../../features/history/undone.js'
import { dateTime, span } from '../../../lib/format.js'
import { useLive } from '../../../live.js'
import { stopsOf } from './stops.js'
import { type RequestSubject, subjectOf } from './subject.js'

/** The life of what a request was about, as a line: from its last writing to the request, and to its end. */
export function KeyLife({ request }: { readonly request: RequestDetails }) {
  const subject = subjectOf(request)
  const path = subject === undefined ? undefined : lifePath(subject)
  return path === undefined ? null : <Line key={path} path={path} request={request} />
}

function Line({ path, request }: { readonly path: string; readonly request: RequestDetails }) {
  const load = async (signal: AbortSignal) => {
    const [{ events }, { calls }] = await Promise.all([
      run.get<{ readonly events: readonly LifeEventInfo[] }>(`${path}/history`, {}, signal),
      readAdminCalls({}, signal),
    ])
    const undone = undoneEvents(events, calls)
    return events.filter((event) => !undone.has(event))
  }
  const { data } = useLive(`life line of ${path}`, load, { on: ['reset'] })
  const stops = stopsOf(data ?? [], request)
  if (stops.length < 2) return null
  return (
    <section class="part" aria-label="Its life until then">
      <h3>Its life until then</h3>
      <ol class="life-line">
        {stops.map((stop, index) => {
          const next = stops[index + 1]
          return (
            <li key={stop.kind} class={stop.kind}>
              <b>{stop.kind === 'asked' ? `${request.method}: ${request.status ?? 'none'}` : stop.kind}</b>
              <span class="mono">{dateTime(stop.at).slice(11)}</span>
              {stop.kind !== 'asked' && <By id={stop.by} />}
              {next !== undefined && <span class="life-span">{span(next.at - stop.at)}</span>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Below /_admin; undefined for a request that named nothing that can be kept. */
function lifePath({ operation, area, holder, key }: RequestSubject): string | undefined {
  if (area !== 'database') return key === '' ? undefined : `/${area}${at`/${holder}/entries/${key}`}`
  return holder === '' ? undefined : `/${operation.id.split('.')[0]}${at`/${holder}`}`
}
