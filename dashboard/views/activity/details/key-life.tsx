import type { LifeEventInfo } from '../../../../src/admin/calls/history/life.js'
import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { By } from '../../../features/history/points.js'
import { dateTime, span } from '../../../lib/format.js'
import { stopsOf } from './stops.js'

interface KeyLifeProps {
  readonly request: RequestDetails
  readonly events: readonly LifeEventInfo[]
}

/** From the last write before the request until the entry is gone. */
export function KeyLife({ request, events }: KeyLifeProps) {
  const stops = stopsOf(events, request)
  if (stops.length < 2) return null
  return (
    <section class="part" aria-label="History until then">
      <h3>History until then</h3>
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
