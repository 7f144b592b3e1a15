import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { present } from '../../clock.js'
import { dateTime } from '../../lib/format.js'
import { past, pastError } from '../../past.js'
import { point, setQuery } from '../../router.js'
import { type Stretch, withinClock } from './axis.js'
import type { TimelineEvent } from './events.js'
import { reveal, timeline } from './strip.js'
import { foresee, forget, travel } from './travel.js'

/** The handle of the strip: where it rests, where it is held, and what becomes of it as it is let go. */

/** A place at which the handle is held. */
export interface Held {
  /** ms */
  readonly at: number
  /** The event that it is held at. */
  readonly event?: TimelineEvent | undefined
}

const place = signal<Held | undefined>(undefined)
const marked = signal<Stretch | undefined>(undefined)

/** Where the handle is held; undefined while it rests. */
export const held: ReadonlySignal<Held | undefined> = place

/** Whether the pointer has the handle. */
export const isDragged = signal(false)

/** Where the handle rests: at the moment of the past that is shown, or at the present. */
export const resting: ReadonlySignal<number | undefined> = computed(() => past.value?.at ?? present.value)

/** A stretch that was marked, to be zoomed in on or compared. */
export const brushed: ReadonlySignal<Stretch | undefined> = marked

/** How long the handle stays at a moment of the past until the views show it, in real ms. */
const DWELL_MS = 300

let dwelling: ReturnType<typeof setTimeout> | undefined

/** Lets the handle rest once the moment that it was let go at is shown, or cannot be. */
export function followHandle(): void {
  effect(() => {
    const isSettled = past.value !== undefined || pastError.value !== undefined
    if (isSettled && !isDragged.peek()) place.value = undefined
  })
}

/** Holds the handle somewhere: ahead of the present it previews the jump, behind it the views soon show the moment. */
export function holdAt(next: Held): void {
  clearTimeout(dwelling)
  marked.value = undefined
  const now = present.peek() ?? next.at
  // While the past is shown there is nothing ahead of the present to go to; drawn on beyond it, the past is left behind.
  const isBeyond = point.peek() !== null && next.at > now
  if (isBeyond && isDragged.peek()) setQuery({ at: '' })
  const at = withinClock(isBeyond && !isDragged.peek() ? now : next.at)
  place.value = { ...next, at }
  reveal(at)
  if (isAhead(at)) void foresee({ title: titleOf(at), move: { set: at }, stage: stageNow() })
  else {
    forget()
    if (isDragged.peek() && isReachable(at)) dwelling = setTimeout(() => look({ ...next, at }), DWELL_MS)
  }
}

/** While the pointer has the handle there is nothing to press: letting go is the answer. */
const stageNow = () => (isDragged.peek() ? 'glance' : 'asking')

export const titleOf = (at: number): string => `Jump to ${dateTime(at)}`

/** Ahead of the present, while the present is what is shown: there the clock goes. */
function isAhead(at: number): boolean {
  const now = present.peek()
  return point.peek() === null && now !== undefined && at > now
}

/** Whether the world can be looked at as it was then. */
export function isReachable(at: number): boolean {
  const oldest = timeline.peek()?.oldest
  return oldest !== undefined && at >= oldest && at <= (present.peek() ?? at)
}

/** Lets the handle go where it is held: jumps, shows the moment of the past, or returns to the present. */
export async function letGo(): Promise<void> {
  clearTimeout(dwelling)
  const where = place.peek()
  if (where === undefined) return
  if (isAhead(where.at)) {
    place.value = undefined
    await travel(titleOf(where.at), { set: where.at })
  } else if (where.at >= (present.peek() ?? where.at)) putBack('')
  else if (isReachable(where.at)) look(where)
  else if (point.peek() === null) askToGoBack(where.at)
  else putBack()
}

/** Asks whether the clock is to go back to an instant. */
export function askToGoBack(at: number): void {
  place.value = undefined
  void foresee({ title: titleOf(at), move: { set: at }, stage: 'asking' })
}

/** Shows the views as they were. */
function look({ at, event }: Held): void {
  const named = event?.at === at ? event.point : undefined
  const wanted = named ?? new Date(at).toISOString()
  if (wanted === point.peek()) place.value = undefined
  else setQuery({ at: wanted })
}

/**
 * Puts the handle back to where it rests, and takes the preview away.
 *
 * @param shown the point that is to be shown then: '' is the present; left out, what is shown stays
 */
export function putBack(shown?: string): void {
  rest()
  marked.value = undefined
  forget()
  if (shown !== undefined) setQuery({ at: shown })
  const at = resting.peek()
  if (at !== undefined) reveal(at)
}

/** Marks a stretch. */
export function brush(next: Stretch): void {
  place.value = undefined
  forget()
  marked.value = next
}

/** Lets the handle rest, whatever is asked or told meanwhile. */
export function rest(): void {
  clearTimeout(dwelling)
  place.value = undefined
}
