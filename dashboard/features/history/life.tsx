import type { LifeEventInfo } from '../../../src/admin/calls/history/life.js'
import { run } from '../../api.js'
import { Chip, type Tone } from '../../components/chip.js'
import { Loaded } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { count, counted, dateTime } from '../../lib/format.js'
import { runsOf } from '../../lib/groups.js'
import { type EventName, useLive } from '../../live.js'
import { readAdminCalls } from './log.js'
import { By } from './points.js'
import { undoneEvents } from './undone.js'

const TONES: Readonly<Record<LifeEventInfo['kind'], Tone>> = {
  written: 'good',
  read: 'info',
  missed: 'warn',
  deleted: 'bad',
  expired: 'bad',
  expires: 'calm',
}

const SHOWN_MAX = 20

/** Real ms between loads, since the emulator has to replay the whole log for each response. */
const REST_MS = 2000

interface LifeProps {
  /** Path of the entry or record, relative to `/_admin`. */
  readonly path: string
  /** Area of the admin calls that change it. */
  readonly area: EventName
}

/** Newest event first. */
export function Life({ path, area }: LifeProps) {
  const load = async (signal: AbortSignal) => {
    const [{ events }, { calls }] = await Promise.all([
      run.get<{ readonly events: readonly LifeEventInfo[] }>(`${path}/history`, {}, signal),
      readAdminCalls({}, signal),
    ])
    const undone = undoneEvents(events, calls)
    return events.map((event) => ({ event, isUndone: undone.has(event) }))
  }
  const live = useLive(`life of ${path}`, load, {
    on: ['request', 'clock', 'reset', area],
    restMs: REST_MS,
  })
  return (
    <section class="part" aria-label="History">
      <h3>History</h3>
      <Loaded of={live}>
        {(events) => {
          const runs = runsOf(events, areAlike).reverse()
          const earlier = runs.slice(SHOWN_MAX).flat().length
          return (
            <>
              <ol class="life" reversed>
                {runs.slice(0, SHOWN_MAX).map((run, index) => (
                  <Run key={runs.length - index} run={run} />
                ))}
              </ol>
              {runs.length === 0 && <p class="hint">No events yet</p>}
              {earlier > 0 && <p class="hint">and {counted(earlier, 'earlier event')}</p>}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

interface LifeEvent {
  readonly event: LifeEventInfo
  readonly isUndone: boolean
}

/** True for reads (or misses) with the same credential. */
const areAlike = (one: LifeEvent, next: LifeEvent): boolean =>
  (next.event.kind === 'read' || next.event.kind === 'missed') &&
  one.event.kind === next.event.kind &&
  one.event.credential === next.event.credential &&
  one.isUndone === next.isUndone

function Run({ run }: { readonly run: readonly LifeEvent[] }) {
  const last = run.at(-1)
  if (last === undefined) return null
  const { isUndone } = last
  const { kind, at, by, credential } = last.event
  return (
    <li class={isUndone ? 'faint' : ''}>
      <Chip tone={isUndone ? 'calm' : TONES[kind]}>{isUndone ? `${kind}, undone` : kind}</Chip>
      {run.length > 1 && <span>× {count(run.length)}, last</span>}
      <span class="mono">{dateTime(at)}</span>
      <By id={by} />
      {credential !== undefined && (
        <span>
          by <ShortText mono text={credential} />
        </span>
      )}
    </li>
  )
}
