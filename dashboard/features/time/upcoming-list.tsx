import { useState } from 'preact/hooks'
import { now } from '../../clock.js'
import { Button } from '../../components/button.js'
import { dateTime, farSpan } from '../../lib/format.js'
import { linkTo } from '../../router.js'
import { timeline } from '../world-data.js'
import { ExpiringKeys } from './expiring-keys.js'
import { foresee } from './travel.js'
import { type Upcoming, upcomingOf } from './upcoming.js'

const EventLink = ({ event: { view, query, text } }: { readonly event: Upcoming }) => (
  <a class="text" href={linkTo(view, query)}>
    {text}
  </a>
)

export function UpcomingList() {
  const [opened, setOpened] = useState<number | undefined>(undefined)
  const known = timeline.data.value
  if (known === undefined) return null
  const events = upcomingOf(known).filter(({ at }) => at > now.value)
  if (events.length === 0) return <p class="hint">Nothing coming up</p>
  return (
    <ol class="upcoming-list" aria-label="Upcoming events">
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
