import { useComputed } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { present } from '../../clock.js'
import { Button } from '../../components/button.js'
import { InlineError } from '../../components/notice.js'
import { Present } from '../../components/present.js'
import { route } from '../../router.js'
import { around, spanOf } from './axis.js'
import { CustomJump, Jumps, Running } from './controls.js'
import { EventList } from './event-list.js'
import { brushed, held, isDragged, putBack } from './hold.js'
import { Peek } from './peek.js'
import { events, pan, showNear, showStretch, stretch, timelineError, zoom } from './strip.js'
import { Track } from './track.js'
import { outcome } from './travel.js'

/** The strip of time above every view: what happened, what will, and the present to be drawn along it. */
export function TimelineStrip() {
  const { view } = route.value
  // Overview shows all of it, unless it was folded there.
  const [chosen, setChosen] = useState<boolean | undefined>(undefined)
  const isOpen = chosen ?? view === 'overview'
  const [isListed, setIsListed] = useState(false)
  useEffect(() => {
    const giveUp = (event: KeyboardEvent) => {
      const isAsked = held.peek() ?? brushed.peek() ?? outcome.peek()
      if (event.key !== 'Escape' || isAsked === undefined || isDragged.peek()) return
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      putBack()
    }
    addEventListener('keydown', giveUp)
    return () => removeEventListener('keydown', giveUp)
  }, [])
  return (
    <section class={`timeline${isOpen ? ' open' : ''}`} aria-label="Timeline">
      <div class="timeline-strip">
        <Beyond side="before" />
        <Track />
        <Beyond side="after" />
        {/* The handle has keys for these: with the keyboard one comes past the strip in two steps. */}
        <div class="timeline-tools">
          <Button
            kind="quiet"
            small
            tabIndex={-1}
            aria-label="Zoom out"
            title="Zoom out (−)"
            onClick={() => zoom(2)}
          >
            −
          </Button>
          <Button
            kind="quiet"
            small
            tabIndex={-1}
            aria-label="Zoom in"
            title="Zoom in (+)"
            onClick={() => zoom(1 / 2)}
          >
            +
          </Button>
          <Button
            kind="quiet"
            small
            tabIndex={-1}
            title="Show the present and what comes next (0)"
            onClick={showNear}
          >
            Fit
          </Button>
          <Button
            kind="quiet"
            small
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Fold the timeline' : 'Unfold the timeline'}
            title={isOpen ? 'Fold' : 'Jumps, speed, and the list of events'}
            onClick={() => setChosen(!isOpen)}
          >
            <span class="timeline-fold" aria-hidden="true" />
          </Button>
        </div>
      </div>
      <InlineError error={timelineError.value} />
      <p id="timeline-keys" class="unseen">
        Arrows move by a step, n and p to the next and the previous event, Enter goes there, Escape puts it
        back, plus and minus zoom.
      </p>
      {isOpen && (
        <div class="timeline-panel">
          <Present>
            <Jumps />
            <CustomJump />
            <Running />
          </Present>
          <Button kind="quiet" small aria-expanded={isListed} onClick={() => setIsListed(!isListed)}>
            {isListed ? 'Hide the list' : 'Events as a list'}
          </Button>
          {isListed && <EventList />}
        </div>
      )}
      <Peek />
    </section>
  )
}

/** How far the strip is panned by a button, in its lengths. */
const PAN = 0.7

/** Leads to what lies to one side of the strip, and to the present where that lies there. */
function Beyond({ side }: { readonly side: 'before' | 'after' }) {
  const isAfter = side === 'after'
  const count = useComputed(() => {
    const shown = stretch.value
    if (shown === undefined) return 0
    return events.value.filter(({ at }) => (isAfter ? at > shown.to : at < shown.from)).length
  })
  const hasNow = useComputed(() => {
    const [shown, at] = [stretch.value, present.value]
    return shown !== undefined && at !== undefined && (isAfter ? at > shown.to : at < shown.from)
  })
  const go = () => {
    const [shown, at] = [stretch.peek(), present.peek()]
    if (hasNow.value && shown !== undefined && at !== undefined) showStretch(around(at, spanOf(shown)))
    else pan(isAfter ? PAN : -PAN)
  }
  const more = count.value > 0 ? `, ${count.value} events there` : ''
  const label = hasNow.value ? 'Back to now' : `${isAfter ? 'Later' : 'Earlier'}${more}`
  return (
    <button
      type="button"
      tabIndex={-1}
      class={`timeline-beyond ${side}`}
      aria-label={label}
      title={label}
      onClick={go}
    >
      <span aria-hidden="true">{isAfter ? '›' : '‹'}</span>
      {hasNow.value && <span aria-hidden="true">now</span>}
    </button>
  )
}
