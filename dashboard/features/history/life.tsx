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

const SHOWN_MAX = 20

/** Real ms. Each answer replays the whole log. */
const REST_MS = 2000

interface LifeProps {
  /** Path of the entry or record below /_admin. */
  readonly path: string
  /** Area of admin calls that change it. */
  readonly area: EventName
}

/** Events of an entry or record, newest first. */
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

/** Consecutive events of one kind by one credential. */
interface EventRun {
  readonly last: LifeEventInfo
  readonly count: number
  /** Index of the first event. */
  readonly first: number
  readonly isUndone: boolean
}

/**
 * Folds consecutive reads and misses of one credential.
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

const earlierThan = (runs: readonly EventRun[]): number => runs.at(-SHOWN_MAX)?.first ?? 0
