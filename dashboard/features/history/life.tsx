import type { LifeEventInfo } from '../../../src/admin/calls/history/life.js'
import { run } from '../../api.js'
import { Chip, type Tone } from '../../components/chip.js'
import { Loaded } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { count, counted, dateTime } from '../../lib/format.js'
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
    return foldedEvents(events, undoneEvents(events, calls))
  }
  const live = useLive(`life of ${path}`, load, {
    on: ['request', 'clock', 'reset', area],
    restMs: REST_MS,
  })
  return (
    <section class="part" aria-label="Its life">
      <h3>Its life</h3>
      <Loaded of={live}>
        {(runs) => (
          <>
            <ol class="life" reversed>
              {runs
                .slice(-SHOWN_MAX)
                .reverse()
                .map((run) => (
                  <Run key={run.first} run={run} />
                ))}
            </ol>
            {runs.length === 0 && <p class="hint">Nothing is known of it.</p>}
            {earlierThan(runs) > 0 && <p class="hint">and {counted(earlierThan(runs), 'earlier event')}</p>}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** Events of one kind by one credential that follow each other. */
interface EventRun {
  readonly last: LifeEventInfo
  readonly count: number
  /** The place of the first in the life. */
  readonly first: number
  readonly isUndone: boolean
}

/**
 * Folds reads of one credential that follow each other, and misses.
 *
 * @param events oldest first
 */
function foldedEvents(
  events: readonly LifeEventInfo[],
  undone: ReadonlySet<LifeEventInfo>,
): readonly EventRun[] {
  const runs: EventRun[] = []
  for (const [first, event] of events.entries()) {
    const before = runs.at(-1)
    const isUndone = undone.has(event)
    const isAlike =
      (event.kind === 'read' || event.kind === 'missed') &&
      before?.last.kind === event.kind &&
      before.last.credential === event.credential &&
      before.isUndone === isUndone
    if (isAlike) runs[runs.length - 1] = { ...before, last: event, count: before.count + 1 }
    else runs.push({ last: event, count: 1, first, isUndone })
  }
  return runs
}

function Run({ run: { last, count: n, isUndone } }: { readonly run: EventRun }) {
  const { kind, at, by, credential } = last
  return (
    <li class={isUndone ? 'faint' : ''}>
      <Chip tone={isUndone ? 'calm' : TONES[kind]}>{isUndone ? `${kind}, undone` : kind}</Chip>
      {n > 1 && <span>× {count(n)}, last</span>}
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

/** How many events are before those that are shown. */
const earlierThan = (runs: readonly EventRun[]): number => runs.at(-SHOWN_MAX)?.first ?? 0
