import { useComputed } from '@preact/signals'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { present } from '../../clock.js'
import { dateTime, farSpan } from '../../lib/format.js'
import { point } from '../../router.js'
import { instantAt, keyStep, shareOf, spanOf } from './axis.js'
import { nearestEvent } from './events.js'
import { held, holdAt, isDragged, letGo, putBack, resting } from './hold.js'
import { sentence } from './receipt-text.js'
import { events, seek, showNear, stretch, zoom } from './strip.js'
import { outcome } from './travel.js'

/** Px within which the handle is drawn to an event. */
const SNAP_PX = 5

/** The handle of the present: dragged ahead it jumps, dragged back it shows what was. */
export function Handle({ track }: { readonly track: RefObject<HTMLElement | null> }) {
  const at = useComputed(() => held.value?.at ?? resting.value)
  const shown = stretch.value
  const before = useRef<string | null>(null)
  if (at.value === undefined || shown === undefined) return null
  const share = shareOf(at.value, shown)
  // Beyond the strip it waits unseen at the edge, so that the keyboard does not lose it.
  const names = [
    'timeline-now',
    held.value !== undefined && 'held',
    point.value !== null && 'of-past',
    (share < 0 || share > 1) && 'out',
  ]
  const release = () => {
    isDragged.value = false
    void letGo()
  }
  const giveUp = () => {
    isDragged.value = false
    putBack(before.current ?? '')
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      class={names.filter(Boolean).join(' ')}
      style={{ left: `${Math.min(1, Math.max(0, share)) * 100}%` }}
      aria-label="Now"
      aria-valuemin={Math.round(shown.from)}
      aria-valuemax={Math.round(shown.to)}
      aria-valuenow={at.value}
      aria-valuetext={valueText(at.value)}
      aria-describedby="timeline-keys"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        before.current = point.peek()
        isDragged.value = true
      }}
      onPointerMove={(event) => {
        const box = track.current?.getBoundingClientRect()
        const now = stretch.peek()
        if (!isDragged.peek() || box === undefined || now === undefined) return
        const wanted = instantAt((event.clientX - box.left) / box.width, now)
        const reach = (SNAP_PX / box.width) * spanOf(now)
        if (Math.abs(wanted - (present.peek() ?? wanted)) <= reach)
          return holdAt({ at: present.peek() ?? wanted })
        const near = event.altKey ? undefined : nearestEvent(events.peek(), wanted, reach)
        holdAt({ at: near?.at ?? wanted, event: near })
      }}
      onPointerUp={() => isDragged.peek() && release()}
      onPointerCancel={giveUp}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === 'Escape' && isDragged.peek()) giveUp()
        else if (!press(event.key, event.shiftKey)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <span class="timeline-grip" aria-hidden="true" />
    </div>
  )
}

/** Does what a key means; false where it means nothing. */
function press(key: string, isFar: boolean): boolean {
  const shown = stretch.peek()
  const from = held.peek()?.at ?? resting.peek()
  if (shown === undefined || from === undefined) return false
  const step = keyStep(shown) * (isFar ? 10 : 1)
  const move = (at: number) => holdAt({ at })
  const follow = async (direction: 1 | -1) => {
    const event = await seek(from, direction)
    if (event !== undefined) holdAt({ at: event.at, event })
  }
  const keys: Readonly<Record<string, () => unknown>> = {
    ArrowRight: () => move(nextStep(from, step)),
    ArrowLeft: () => move(-nextStep(-from, step)),
    PageUp: () => move(from + keyStep(shown) * 10),
    PageDown: () => move(from - keyStep(shown) * 10),
    n: () => follow(1),
    p: () => follow(-1),
    Enter: letGo,
    Escape: () => putBack(held.peek() === undefined && outcome.peek() === undefined ? '' : undefined),
    Home: () => putBack(),
    '+': () => zoom(1 / 2, from),
    '-': () => zoom(2, from),
    '0': showNear,
  }
  const action = keys[key]
  action?.()
  return action !== undefined
}

/** The next whole step behind an instant. */
const nextStep = (at: number, step: number): number => (Math.floor(at / step) + 1) * step

function valueText(at: number): string {
  const now = present.value ?? at
  const far = Math.abs(at - now) < 1000 ? 'now' : `${farSpan(at - now)} ${at > now ? 'ahead' : 'ago'}`
  const { value } = outcome
  const what =
    value === undefined || 'error' in value || value.stage === 'made'
      ? ''
      : `: ${sentence(value.receipt, true)}`
  const event = held.value?.event
  return `${dateTime(at)}, ${far}${what}${event === undefined ? '' : `. ${event.text}`}`
}
