import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Timeline } from '../../../src/admin/calls/history/timeline.js'
import { systemTime } from '../../../src/core/clock.js'
import { run } from '../../api.js'
import { now, present } from '../../clock.js'
import { type EventName, listen } from '../../live.js'
import { around, fitting, panned, type Stretch, spanOf, withinClock, zoomed } from './axis.js'
import { eventsOf, nextEvent, type TimelineEvent } from './events.js'

/** What the strip shows: a stretch of virtual time, and what lies on it and to both sides of it. */

const stretchShown = signal<Stretch | undefined>(undefined)
const loaded = signal<Timeline | undefined>(undefined)
const failure = signal<unknown>(undefined)

/** The stretch that is shown; undefined until the clock is known. */
export const stretch: ReadonlySignal<Stretch | undefined> = stretchShown

/** What lies on it, as far as that is loaded. */
export const timeline: ReadonlySignal<Timeline | undefined> = loaded

/** Why it could not be loaded. */
export const timelineError: ReadonlySignal<unknown> = failure

/** What stands on the axis, in the order of its instants. */
export const events: ReadonlySignal<readonly TimelineEvent[]> = computed(() =>
  loaded.value === undefined ? [] : eventsOf(loaded.value),
)

const BUCKETS = 180

/** The least ms between two loads after events, and from the last turn of the wheel to a load. */
const REST_MS = 500
const SETTLE_MS = 120

/** So many times as long as a load took, the next one waits: it is the emulator of a test that would be busy. */
const REST_LOADS = 10

const HEARD: readonly EventName[] = ['request', 'clock', 'fault', 'reset', 'change']

/** Follows the present and what happens, for as long as the page is open. */
export function followTimeline(): void {
  const loader = new Loader()
  for (const name of [...HEARD, 'missed' as const]) listen(name, () => loader.wish(false))
  effect(() => {
    if (stretchShown.value !== undefined) loader.wish(true)
  })
  let before: number | undefined
  effect(() => {
    const at = present.value
    const shown = stretchShown.peek()
    if (at === undefined) return
    const isLeft =
      before !== undefined && shown !== undefined && isWithin(before, shown) && !isWithin(at, shown)
    // It goes along with a clock that runs or jumps out of it, and stays where it was moved away from the clock.
    if (isLeft && Math.abs(at - (before ?? at)) < spanOf(shown) / 4) glideTo(around(at, spanOf(shown)))
    else if (isLeft || shown === undefined) void showNear()
    before = at
  })
}

const isWithin = (at: number, { from, to }: Stretch): boolean => at >= from && at <= to

/** Loads what is shown, one load at a time, the last wish last. */
class Loader {
  #timer: ReturnType<typeof setTimeout> | undefined
  #isLoading = false
  #isWished = false
  #isUrgent = false
  #restMs = REST_MS

  /** @param isUrgent another stretch is shown, and the eye waits for it */
  wish(isUrgent: boolean): void {
    if (this.#timer !== undefined && !isUrgent) return
    this.#isWished = true
    this.#isUrgent ||= isUrgent
    if (this.#isLoading) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#load(), this.#isUrgent ? SETTLE_MS : this.#restMs)
  }

  async #load(): Promise<void> {
    this.#timer = undefined
    const shown = stretchShown.peek()
    // A page that is shown again loads what it missed.
    if (shown === undefined || document.visibilityState === 'hidden') return
    this.#isLoading = true
    this.#isWished = false
    this.#isUrgent = false
    const began = systemTime()
    try {
      // As much again to both sides, for panning.
      const far = spanOf(shown)
      loaded.value = await read({ from: shown.from - far, to: shown.to + far }, 3 * BUCKETS)
      failure.value = undefined
    } catch (error) {
      failure.value = error
    }
    this.#isLoading = false
    this.#restMs = Math.max(REST_MS, REST_LOADS * (systemTime() - began))
    if (this.#isWished) this.wish(this.#isUrgent)
  }
}

const read = ({ from, to }: Stretch, buckets: number): Promise<Timeline> =>
  run.get<Timeline>('/timeline', { from: iso(from), to: iso(to), buckets })

const iso = (at: number): string => new Date(withinClock(Math.round(at))).toISOString()

const DAY_MS = 86_400_000
const MONTH_MS = 31 * DAY_MS

/** How much of what comes next is shown at first. */
const AHEAD_SHOWN = 8

let isNearLoading = false

/** Shows the life of the world so far and what comes next, each a month at most. */
export async function showNear(): Promise<void> {
  const at = present.peek()
  // The clock ticks on while it is loaded.
  if (at === undefined || isNearLoading) return
  isNearLoading = true
  const next = await nearOf(at).catch((error: unknown) => {
    failure.value = error
    return around(at, DAY_MS)
  })
  isNearLoading = false
  if (stretchShown.peek() === undefined) stretchShown.value = next
  else glideTo(next)
}

async function nearOf(at: number): Promise<Stretch> {
  const near = await read({ from: at, to: at + MONTH_MS }, 1)
  const windows = near.faults.flatMap(({ from = at, until = at }) => [from, until])
  const ends = [...near.expiries.first, ...near.tokens].map((one) => one.at)
  const ahead = [...ends, ...windows].filter((one) => one > at && one < at + MONTH_MS).sort((a, b) => a - b)
  const last = ahead[Math.min(ahead.length, AHEAD_SHOWN) - 1]
  return fitting(at, Math.max(near.oldest, at - MONTH_MS), last ?? at + DAY_MS / 2)
}

/** Shows a stretch, at once. */
export function showStretch(next: Stretch): void {
  stopGliding()
  stretchShown.value = next
}

/** Zooms around an instant, or around the present where that is shown, else around the middle. */
export function zoom(factor: number, at?: number): void {
  const shown = stretchShown.peek()
  if (shown === undefined) return
  const middle = (shown.from + shown.to) / 2
  const center = at ?? (isWithin(now.peek(), shown) ? now.peek() : middle)
  showStretch(zoomed(shown, center, factor))
}

/** Moves the strip by so many of its lengths. */
export function pan(shares: number): void {
  const shown = stretchShown.peek()
  if (shown !== undefined) showStretch(panned(shown, shares))
}

/** Brings an instant into view. */
export function reveal(at: number): void {
  const shown = stretchShown.peek()
  if (shown !== undefined && !isWithin(at, shown)) glideTo(around(at, spanOf(shown)))
}

/** The next event in a direction, also where it lies beyond what is loaded. */
export async function seek(at: number, direction: 1 | -1): Promise<TimelineEvent | undefined> {
  const near = nextEvent(events.peek(), at, direction)
  if (near !== undefined) return near
  const beyond =
    direction > 0
      ? await read({ from: at, to: Number.POSITIVE_INFINITY }, 1)
      : await read({ from: loaded.peek()?.oldest ?? at, to: at }, 2000)
  return nextEvent(eventsOf(beyond), at, direction)
}

const GLIDE_MS = 260

let gliding = 0

function stopGliding(): void {
  cancelAnimationFrame(gliding)
}

/** Goes over to another stretch, in a movement that the eye can follow. */
function glideTo(next: Stretch): void {
  stopGliding()
  const from = stretchShown.peek()
  if (from === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    stretchShown.value = next
    return
  }
  let began: number | undefined
  const step = (time: number) => {
    began ??= time
    const share = Math.min(1, (time - began) / GLIDE_MS)
    const eased = 1 - (1 - share) ** 3
    stretchShown.value = {
      from: from.from + (next.from - from.from) * eased,
      to: from.to + (next.to - from.to) * eased,
    }
    if (share < 1) gliding = requestAnimationFrame(step)
  }
  gliding = requestAnimationFrame(step)
}
