import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { present } from '../../clock.js'
import { Action, Button } from '../../components/button.js'
import { lazy } from '../../components/lazy.js'
import { InlineError } from '../../components/notice.js'
import { dateTime, farSpan } from '../../lib/format.js'
import { linkTo, point } from '../../router.js'
import { Undo } from '../history/undo.js'
import { type Stretch, shareOf } from './axis.js'
import type { TimelineEvent } from './events.js'
import { askToGoBack, brushed, held, isDragged, isReachable, letGo, putBack, rest } from './hold.js'
import { ReceiptText } from './receipt-text.js'
import { showStretch, stretch } from './strip.js'
import { type Outcome, outcome, travel } from './travel.js'

/** The event under the pointer. */
export const pointed = signal<TimelineEvent | undefined>(undefined)

/** The note below the strip: what the handle is held over, what a jump would cross or crossed, what a mark stands for. */
export function Peek() {
  const note = noteOf()
  return (
    // While the handle is held, it says itself what it is held over.
    <div class="timeline-notes" aria-live={held.value === undefined ? 'polite' : 'off'}>
      {note !== undefined && (
        <div class={`timeline-note ${note.name}`} style={placeOf(note.at)}>
          {note.text}
        </div>
      )}
    </div>
  )
}

interface Note {
  readonly name: 'glance' | 'asking'
  /** The instant below which it stands, in ms. */
  readonly at: number | undefined
  readonly text: ComponentChildren
}

function noteOf(): Note | undefined {
  const marked = brushed.value
  if (marked !== undefined) {
    return { name: 'asking', at: (marked.from + marked.to) / 2, text: <Marked stretch={marked} /> }
  }
  const place = held.value
  const result = outcome.value
  const name = isDragged.value ? 'glance' : 'asking'
  if (place !== undefined && (result === undefined || place.at <= (present.value ?? 0))) {
    return { name, at: place.at, text: <Then at={place.at} event={place.event} /> }
  }
  if (result !== undefined) {
    const at = 'error' in result ? undefined : result.receipt.to
    const isGlance = !('error' in result) && result.stage === 'glance'
    return { name: isGlance ? 'glance' : 'asking', at, text: <Result result={result} /> }
  }
  const event = pointed.value
  if (event === undefined) return undefined
  return { name: 'glance', at: event.at, text: <About event={event} /> }
}

/** Below its instant, and never beyond the edges. */
function placeOf(at: number | undefined): { left: string } | undefined {
  const shown = stretch.value
  if (at === undefined || shown === undefined) return undefined
  const share = Math.min(1, Math.max(0, shareOf(at, shown)))
  return { left: `clamp(0px, calc(${share * 100}% - 11rem), calc(100% - min(22rem, 100%)))` }
}

function About({ event: { text, at } }: { readonly event: TimelineEvent }) {
  return (
    <>
      <p class="text">
        <strong>{text}</strong>
      </p>
      <p class="hint">
        {dateTime(at)}, {farFromNow(at)}
      </p>
    </>
  )
}

/** How far an instant is from the present: "2 h ahead". */
export function farFromNow(at: number): string {
  const far = at - (present.value ?? at)
  return Math.abs(far) < 1000 ? 'now' : `${farSpan(far)} ${far > 0 ? 'ahead' : 'ago'}`
}

/** A moment of the past, or one ahead of which nothing is known yet. */
function Then({ at, event }: { readonly at: number; readonly event: TimelineEvent | undefined }) {
  const now = present.value ?? at
  return (
    <>
      <p>
        <strong>
          {dateTime(at)}, {farFromNow(at)}
        </strong>
      </p>
      {event !== undefined && <p class="text">{event.text}</p>}
      {at < now && !isReachable(at) && <p class="hint">This life of the world was never there.</p>}
      {!isDragged.value && at <= now && (
        <p class="row">
          {isReachable(at) && (
            <Button kind="primary" small onClick={letGo}>
              See it then
            </Button>
          )}
          {event !== undefined && (
            <a class="button small" href={linkTo(event.view, event.query)} onClick={() => putBack()}>
              Open
            </a>
          )}
          {point.value === null && (
            <Button small onClick={() => askToGoBack(at)}>
              Move the clock back
            </Button>
          )}
          <Cancel />
        </p>
      )}
      <KeysThere />
    </>
  )
}

const ExpiringKeys = lazy(async () => (await import('../../later.js')).ExpiringKeys)

/** The keys that the event stands for which the handle is held at. */
function KeysThere() {
  const within = held.value?.event?.keysOf
  if (within === undefined || isDragged.value) return null
  return <ExpiringKeys key={within.from} within={within} />
}

function Cancel({ label = 'Cancel' }: { readonly label?: string }) {
  return (
    <Button kind="quiet" small onClick={() => putBack()}>
      {label}
    </Button>
  )
}

function Result({ result }: { readonly result: Outcome }) {
  if ('error' in result) {
    return (
      <>
        <InlineError error={result.error} />
        <Cancel label="Close" />
      </>
    )
  }
  const { title, move, receipt, stage } = result
  const isBack = receipt.to < receipt.from
  return (
    <>
      <p class="timeline-title">{stage === 'made' ? title : `${title}: preview`}</p>
      <ReceiptText receipt={receipt} isPreview={stage !== 'made'} />
      {stage === 'asking' && isBack && (
        <p class="hint">
          {dateTime(receipt.to)} lies before the present. What was removed stays gone; an earlier month shows
          its own counters.
        </p>
      )}
      {stage === 'asking' && (
        <p class="row">
          <Action
            kind="primary"
            small
            run={() => {
              const made = travel(title, { ...move, ...(isBack ? { force: true } : {}) })
              rest()
              return made
            }}
          >
            {isBack ? 'Go back anyway' : 'Go there'}
          </Action>
          <Cancel />
        </p>
      )}
      {stage === 'asking' && <KeysThere />}
      {stage === 'made' && (
        <p class="row">
          <Undo small />
          <Cancel label="Close" />
        </p>
      )}
    </>
  )
}

function Marked({ stretch: { from, to } }: { readonly stretch: Stretch }) {
  const isPast = isReachable(from) && isReachable(to)
  const iso = (at: number) => new Date(at).toISOString()
  return (
    <>
      <p>
        <strong>{farSpan(to - from)}</strong>
      </p>
      <p class="hint">
        {dateTime(from)} to {dateTime(to)}
      </p>
      <p class="row">
        <Button
          kind="primary"
          small
          onClick={() => {
            showStretch({ from, to })
            putBack()
          }}
        >
          Zoom in
        </Button>
        {isPast && (
          <a
            class="button small"
            href={linkTo('compare', { from: iso(from), to: iso(to), at: '' })}
            onClick={() => putBack()}
          >
            Compare the two ends
          </a>
        )}
        <Cancel />
      </p>
    </>
  )
}
