import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { now } from '../../clock.js'
import { Button } from '../../components/button.js'
import { Present } from '../../components/present.js'
import { dateTime } from '../../lib/format.js'
import { linkHere, linkTo } from '../../router.js'
import type { TimelineEvent } from './events.js'
import { holdAt, isReachable, titleOf } from './hold.js'
import { farFromNow } from './peek.js'
import { events } from './strip.js'
import { foresee } from './travel.js'

/** The most events that are listed behind the present, and ahead of it. */
const LISTED_MAX = 40

/** What stands on the axis, as a list: what each stands for, and the ways to be there. */
export function EventList() {
  const [from, setFrom] = useState<TimelineEvent | undefined>(undefined)
  const all = events.value
  // The instant is read once a load: a list that moves as the clock ticks cannot be read.
  const middle = all.findIndex(({ at }) => at > now.peek())
  const split = middle < 0 ? all.length : middle
  const listed = all.slice(Math.max(0, split - LISTED_MAX), split + LISTED_MAX)
  const list = useRef<HTMLOListElement>(null)
  // It begins at the present, with what came last above it.
  useLayoutEffect(() => {
    const { current } = list
    const first = current?.querySelector<HTMLElement>('.ahead')
    if (current !== null)
      current.scrollTop = (first?.offsetTop ?? current.scrollHeight) - current.clientHeight / 2
  }, [listed.length === 0])
  if (listed.length === 0) return <p class="hint">Nothing stands here.</p>
  return (
    <ol ref={list} class="timeline-list" aria-label="Events">
      {listed.map((event) => (
        <li key={`${event.at} ${event.kind} ${event.text}`} class={event.at > now.peek() ? 'ahead' : ''}>
          <span class="mono">{dateTime(event.at)}</span>
          <span class="hint">{farFromNow(event.at)}</span>
          {event.keysOf === undefined ? (
            <a class="text" href={linkTo(event.view, event.query)}>
              {event.text}
            </a>
          ) : (
            <button type="button" class="link text" onClick={() => holdAt({ at: event.at, event })}>
              {event.text}
            </button>
          )}
          <span class="row">
            {event.at > now.peek() ? (
              <Present>
                <Button
                  small
                  kind="quiet"
                  aria-label={`Jump there: ${dateTime(event.at)}`}
                  onClick={() =>
                    foresee({ title: titleOf(event.at), move: { set: event.at }, stage: 'asking' })
                  }
                >
                  Jump there
                </Button>
              </Present>
            ) : (
              isReachable(event.at) && <Ways event={event} from={from} onFrom={setFrom} />
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

interface WaysProps {
  readonly event: TimelineEvent
  /** The event that others are compared with; undefined: none is chosen. */
  readonly from: TimelineEvent | undefined
  readonly onFrom: (event: TimelineEvent | undefined) => void
}

/** Ways into the past: to see it, and to compare it with another moment. */
function Ways({ event, from, onFrom }: WaysProps) {
  const point = pointOf(event)
  const what = `${event.text}, ${dateTime(event.at)}`
  return (
    <>
      <a class="button quiet small" href={linkHere(point)} aria-label={`See it then: ${what}`}>
        See it then
      </a>
      {from === undefined ? (
        <Button small kind="quiet" aria-label={`Compare from here: ${what}`} onClick={() => onFrom(event)}>
          Compare from here
        </Button>
      ) : from === event ? (
        <Button small kind="quiet" aria-pressed onClick={() => onFrom(undefined)}>
          From here
        </Button>
      ) : (
        <a
          class="button quiet small"
          href={linkTo('compare', { from: pointOf(from), to: point, at: '' })}
          aria-label={`Compare up to here: ${what}`}
        >
          Compare up to here
        </a>
      )}
    </>
  )
}

const pointOf = ({ at, point }: TimelineEvent): string => point ?? new Date(at).toISOString()
