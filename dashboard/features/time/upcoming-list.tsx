import { useState } from 'preact/hooks'
import type { Timeline } from '../../../src/admin/calls/history/timeline.js'
import { LAST_INSTANT_MS } from '../../../src/core/instants.js'
import { run } from '../../api.js'
import { now, useWhileRunning } from '../../clock.js'
import { Button } from '../../components/button.js'
import { lazy } from '../../components/lazy.js'
import { InlineError } from '../../components/notice.js'
import { dateTime, farSpan } from '../../lib/format.js'
import { useAnswer } from '../../live.js'
import { linkTo } from '../../router.js'
import { foresee } from './travel.js'
import { type Upcoming, upcomingOf } from './upcoming.js'

/** The coming events; keys with a line of their own are named. */
const AHEAD = { from: 'now', to: new Date(LAST_INSTANT_MS).toISOString(), names: 40 }

/** The call reads all entries: requests that follow each other ask for it once in this many real ms. */
const REST_MS = 2000

/** What comes next: the first of it in a line, all of it as a list. */
export function UpcomingEvents({ isListed }: { readonly isListed: boolean }) {
  const { data, error, reload } = useAnswer<Timeline>(run.get, '/timeline', {
    parameters: AHEAD,
    restMs: REST_MS,
  })
  useWhileRunning(() => void reload())
  const events = data && upcomingOf(data).filter(({ at }) => at > now.value)
  return (
    <>
      <InlineError error={error} />
      {isListed ? <List events={events} /> : <Line events={events} />}
    </>
  )
}

const SHORT_MAX = 2

interface EventsProps {
  /** undefined until they are loaded. */
  readonly events: readonly Upcoming[] | undefined
}

function Line({ events }: EventsProps) {
  return (
    <p class={`upcoming-line${events === undefined ? ' loading' : ''}`}>
      <span class="hint">Next</span>
      {events?.length === 0 && <span class="hint">nothing expires or ends</span>}
      {events?.slice(0, SHORT_MAX).map((event) => (
        <span key={`${event.at} ${event.text}`} title={event.text}>
          <span class="hint countdown-to">in {farSpan(event.at - now.value)}</span>{' '}
          <EventLink event={event} />
        </span>
      ))}
    </p>
  )
}

const EventLink = ({ event: { view, query, text } }: { readonly event: Upcoming }) => (
  <a class="text" href={linkTo(view, query)}>
    {text}
  </a>
)

const ExpiringKeys = lazy(async () => (await import('../../later.js')).ExpiringKeys)

function List({ events }: EventsProps) {
  const [opened, setOpened] = useState<number | undefined>(undefined)
  if (events === undefined) return null
  if (events.length === 0) return <p class="hint">Nothing expires or ends.</p>
  return (
    <ol class="upcoming-list" aria-label="What comes next">
      {events.map((event) => (
        <li key={`${event.at} ${event.text}`}>
          <span class="mono">{dateTime(event.at)}</span>
          <span class="hint">in {farSpan(event.at - now.value)}</span>
          {event.keysIn === undefined ? (
            <span class="text">
              <EventLink event={event} />
              {event.details !== undefined && <span class="hint"> {event.details}</span>}
            </span>
          ) : (
            <button
              type="button"
              class="link text"
              aria-expanded={opened === event.at}
              onClick={() => setOpened(opened === event.at ? undefined : event.at)}
            >
              {event.text}
            </button>
          )}
          <Button
            small
            kind="quiet"
            aria-label={`Jump there: ${dateTime(event.at)}`}
            onClick={() =>
              foresee({ title: `Jump to ${dateTime(event.at)}`, move: { set: event.at }, stage: 'asking' })
            }
          >
            Jump there
          </Button>
          {event.keysIn !== undefined && opened === event.at && <ExpiringKeys within={event.keysIn} />}
        </li>
      ))}
    </ol>
  )
}
