import type { Timeline } from '../../../src/admin/calls/history/timeline.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { count, farSpan, span } from '../../lib/format.js'
import { visible } from '../../lib/visible-text.js'
import { upcomingOf } from './upcoming.js'

/**
 * Computes the layout of the horizon, with past requests to the left of "now" and upcoming events to the right. Lengths
 * are in px.
 */

const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000]

/** Later events aren't drawn. This covers the longest month. */
const FARTHEST_MS = 32 * DAY

/** The axis is nearly linear up to this point, and logarithmic after it. */
const NEAR_MS = 20 * SECOND

export const MARGIN = 12

/** Position of "now", as a fraction of the width. */
const NOW = 0.3

export const nowX = (width: number): number => Math.round(width * NOW)

/** Returns the x position of a time this many ms ahead. */
export function aheadX(ms: number, width: number): number {
  const share = Math.log1p(Math.max(0, ms) / NEAR_MS) / Math.log1p(FARTHEST_MS / NEAR_MS)
  return nowX(width) + share * (width - nowX(width) - MARGIN)
}

const TICKS = [
  [MINUTE, '1 min'],
  [60 * MINUTE, '1 h'],
  [DAY, '1 day'],
  [7 * DAY, '1 week'],
  [28 * DAY, '4 weeks'],
] as const

/** As many as there's room for. */
export const ticksFor = (width: number) => TICKS.slice(0, width < 700 ? 3 : 5)

/** Events too close together for a label each. Clicking one jumps past all of them. */
export interface Mark {
  readonly x: number
  /** Px available for the label. It goes on the left if it doesn't fit on the right and there's more room there. */
  readonly room: number
  readonly isLeft: boolean
  /** When the first and the last event happen, in ms. */
  readonly at: number
  readonly until: number
  readonly text: string
}

/** Roughly the width of a letter in px. Text that doesn't fit is truncated. */
const LETTER = 6.4

export const widthOf = (text: string): number => (text.length + 3) * LETTER

export const lettersIn = (room: number): number => Math.max(0, Math.floor(room / LETTER) - 1)

/** Minimum distance between two marks. */
const MARK_MIN = 132
const MARK_MIN_NARROW = 84

/** Also says how many events aren't drawn. */
export function marksOf(of: Timeline, now: number, width: number): { marks: readonly Mark[]; rest: string } {
  const coming = comingOf(of).filter(({ at }) => at > now)
  const drawn = coming.filter(({ at }) => at - now <= FARTHEST_MS)
  const room = width < 700 ? MARK_MIN_NARROW : MARK_MIN
  const groups: Coming[][] = []
  for (const event of drawn) {
    const group = groups.at(-1)
    const [first] = group ?? []
    const isNear = first !== undefined && aheadX(event.at - now, width) - aheadX(first.at - now, width) < room
    if (isNear) group?.push(event)
    else groups.push([event])
  }
  const marks: Mark[] = []
  let free = nowX(width)
  for (const [index, group] of groups.entries()) {
    const [at, until] = [group[0]?.at ?? now, group.at(-1)?.at ?? now]
    const x = aheadX(at - now, width)
    const next = groups[index + 1]?.[0]
    const right = (next === undefined ? width - MARGIN : aheadX(next.at - now, width)) - x
    const text = shortText(group)
    const letters = farSpan(at - now).length + 1 + text.length
    const isLeft = letters > lettersIn(right) && x - free > right
    marks.push({ x, room: isLeft ? x - free : right, isLeft, at, until, text })
    free = isLeft ? x : x + Math.min(right, letters * LETTER)
  }
  const unnamed = of.expiries.count - of.expiries.first.length
  const later = coming.length - drawn.length
  const rest = [
    ...(unnamed > 0 ? [`${count(unnamed)} later keys not shown`] : []),
    ...(later > 0 ? [`${count(later)} after ${farSpan(FARTHEST_MS)}`] : []),
  ]
  return { marks, rest: rest.join(', ') }
}

type Coming = { readonly at: number } & ({ readonly key: string } | { readonly text: string })

function comingOf(of: Timeline): readonly Coming[] {
  const others = upcomingOf({ ...of, expiries: { count: 0, first: [] } })
  return [...of.expiries.first, ...others].sort((one, other) => one.at - other.at)
}

/** "session:1", "12 × session:…", "214 keys, the month ends" */
function shortText(group: readonly Coming[]): string {
  const keys = group.flatMap((one) => ('key' in one ? [visible(one.key)] : []))
  const others = group.flatMap((one) => ('text' in one ? [one.text] : []))
  return [...(keys.length === 0 ? [] : [keysText(keys)]), ...others].join(', ')
}

function keysText(keys: readonly string[]): string {
  const [first = ''] = keys
  if (keys.length === 1) return first
  const prefix = /^[^:]{1,16}:/.exec(first)?.[0]
  const isOneKind = prefix !== undefined && keys.every((key) => key.startsWith(prefix))
  return isOneKind ? `${count(keys.length)} × ${prefix}…` : `${count(keys.length)} keys`
}

/** A period in which a fault is active. */
export interface Band {
  readonly id: string
  readonly x: number
  readonly width: number
}

/** Leaves out faults that are off. One without an end lasts to the end of the axis. */
export const bandsOf = ({ faults }: Timeline, now: number, width: number): readonly Band[] =>
  faults
    .filter(
      ({ enabled, from, until }) =>
        enabled && (from ?? until) !== undefined && (until ?? Number.POSITIVE_INFINITY) > now,
    )
    .map(({ id, from = now, until = now + FARTHEST_MS }) => {
      const x = aheadX(from - now, width)
      return { id, x, width: Math.max(2, aheadX(Math.min(until - now, FARTHEST_MS), width) - x) }
    })

/** The requests of a short period. */
export interface Bar {
  readonly x: number
  readonly requests: number
  readonly refused: number
  readonly failed: number
}

/** A period without requests, drawn shorter than it was. */
export interface IdleTime {
  readonly x: number
  readonly text: string
  /** True if the clock was moved during it. */
  readonly isJump: boolean
}

export interface BeforeNow {
  readonly bars: readonly Bar[]
  readonly gaps: readonly IdleTime[]
  /** When the oldest request that's drawn came in, in ms. */
  readonly since: number | undefined
}

const BAR = 10
const GAP = 64

/** Lengths of time that one bar can stand for, in ms. */
const STEPS = [50, 100, 250, 500, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND]

/** In bars. Longer gaps are collapsed. */
const IDLE_BARS = 8

/** Real or virtual time between two requests, whichever is longer, since the clock may have been moved. */
interface Pause {
  readonly ms: number
  readonly isJump: boolean
}

function pauseBetween(earlier: RequestSummary, later: RequestSummary): Pause {
  const [virtualMs, realMs] = [later.at - earlier.at, later.arrivedMs - earlier.arrivedMs]
  const isJump = Math.abs(virtualMs) > realMs + SECOND
  return { ms: isJump ? Math.abs(virtualMs) : Math.max(realMs, 0), isJump }
}

/**
 * Uses the finest step at which all requests fit. If even the coarsest isn't enough, leaves out the oldest.
 *
 * @param requests newest first
 */
export function pastOf(requests: readonly RequestSummary[], now: number, width: number): BeforeNow {
  const room = nowX(width) - MARGIN
  const [newest] = requests
  if (newest === undefined || room < 2 * BAR) return { bars: [], gaps: [], since: undefined }
  const idle = Math.max(0, now - newest.at)
  const pauses: readonly Pause[] = [
    { ms: idle, isJump: false },
    ...requests.slice(1).map((one, index) => pauseBetween(one, requests[index] ?? newest)),
  ]
  const lengthOf = ({ ms }: Pause, step: number) => (ms > IDLE_BARS * step ? GAP : (ms / step) * BAR)
  const isEnough = (step: number) => pauses.reduce((sum, pause) => sum + lengthOf(pause, step), BAR) <= room
  const step = STEPS.find(isEnough) ?? 10 * SECOND
  const bars = new Map<number, Bar>()
  const gaps: IdleTime[] = []
  let end = nowX(width) - BAR
  let since: number | undefined
  for (const [index, request] of requests.entries()) {
    const pause = pauses[index] ?? { ms: 0, isJump: false }
    const isFolded = pause.ms > IDLE_BARS * step
    // Bars continue at the end of the gap.
    if (isFolded) end = Math.ceil(end / BAR) * BAR - GAP
    else end -= (pause.ms / step) * BAR
    if (end < MARGIN) break
    const x = Math.round(end / BAR) * BAR
    if (isFolded) gaps.push({ x: x + BAR + (GAP - BAR) / 2, text: span(pause.ms), isJump: pause.isJump })
    const before = bars.get(x) ?? { x, requests: 0, refused: 0, failed: 0 }
    const { status } = request
    const isFailed = status === null || status >= 500
    bars.set(x, {
      x,
      requests: before.requests + 1,
      refused: before.refused + (!isFailed && status >= 400 ? 1 : 0),
      failed: before.failed + (isFailed ? 1 : 0),
    })
    since = request.at
  }
  return { bars: [...bars.values()], gaps, since }
}
