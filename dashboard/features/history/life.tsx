import type { LifeEventInfo } from '../../../src/admin/calls/history/life.js'
import { run } from '../../api.js'
import { Chip, type Tone } from '../../components/chip.js'
import { Loaded } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { counted, dateTime } from '../../lib/format.js'
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

/** The last ones are shown. */
const SHOWN_MAX = 20

/** ms: the whole log is run again for each answer. */
const REST_MS = 2000

interface LifeProps {
  /** The path of the entry or record in the admin interface. */
  readonly path: string
  /** The area of its changes by admin calls. */
  readonly area: EventName
}

/** Who wrote, read, missed and deleted an entry or record, and when it expires: the newest first. */
export function Life({ path, area }: LifeProps) {
  const load = async (signal: AbortSignal) => {
    const [{ events }, { calls }] = await Promise.all([
      run.get<{ readonly events: readonly LifeEventInfo[] }>(`${path}/history`, {}, signal),
      readAdminCalls({}, signal),
    ])
    return { events, undone: undoneEvents(events, calls) }
  }
  const live = useLive(`life of ${path}`, load, {
    on: ['request', 'clock', 'reset', area],
    restMs: REST_MS,
  })
  return (
    <section aria-label="Its life">
      <h3>Its life</h3>
      <Loaded of={live}>
        {({ events, undone }) => (
          <>
            <ol class="life" reversed>
              {events
                .slice(-SHOWN_MAX)
                .reverse()
                .map((event, index) => (
                  <Event key={events.length - index} event={event} isUndone={undone.has(event)} />
                ))}
            </ol>
            {events.length === 0 && <p class="hint">Nothing is known of it.</p>}
            {events.length > SHOWN_MAX && (
              <p class="hint">and {counted(events.length - SHOWN_MAX, 'earlier event')}</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

interface EventProps {
  readonly event: LifeEventInfo
  readonly isUndone: boolean
}

function Event({ event: { kind, at, by, credential }, isUndone }: EventProps) {
  return (
    <li class={isUndone ? 'undone' : ''}>
      <Chip tone={isUndone ? 'calm' : TONES[kind]}>{isUndone ? `${kind}, undone` : kind}</Chip>
      <span class="mono">{dateTime(at)}</span>
      <By id={by} />
      {credential !== undefined && <ShortText mono text={credential} />}
    </li>
  )
}
