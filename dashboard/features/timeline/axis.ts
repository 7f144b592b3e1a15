import { LAST_INSTANT_MS } from '../../../src/core/instants.js'

/** A stretch of virtual time, in ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export const spanOf = ({ from, to }: Stretch): number => to - from

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const YEAR = 365 * DAY

/** The least and the most that is shown. */
const SPAN_MIN = 5 * SECOND
const SPAN_MAX = 300 * YEAR

/** The place of the present on a stretch that is laid around it. */
const NOW_SHARE = 0.36

/** Where an instant lies, as a share of the stretch: 0 is its beginning, 1 its end. */
export const shareOf = (at: number, stretch: Stretch): number => (at - stretch.from) / spanOf(stretch)

/** The instant at a share of the stretch, in whole ms. */
export const instantAt = (share: number, stretch: Stretch): number =>
  withinClock(Math.round(stretch.from + share * spanOf(stretch)))

export const withinClock = (at: number): number => Math.min(LAST_INSTANT_MS, Math.max(0, at))

/** A stretch around an instant, most of it ahead. */
export function around(at: number, span: number): Stretch {
  const from = at - span * NOW_SHARE
  return { from, to: from + span }
}

/** A stretch that is `factor` times as long, in which an instant stays where it was. */
export function zoomed(stretch: Stretch, at: number, factor: number): Stretch {
  const span = Math.min(SPAN_MAX, Math.max(SPAN_MIN, spanOf(stretch) * factor))
  const from = at - shareOf(at, stretch) * span
  return { from, to: from + span }
}

/** A stretch that lies so many of its own lengths later. */
export function panned(stretch: Stretch, shares: number): Stretch {
  const far = shares * spanOf(stretch)
  return { from: stretch.from + far, to: stretch.to + far }
}

/** Two places on a stretch, as shares of it. */
export type Places = readonly [one: number, other: number]

/** A stretch on which what lay at two places lies at two others: two fingers draw it apart, together, and along. */
export function pinched(stretch: Stretch, before: Places, after: Places): Stretch {
  const [from, to] = [middleOf(before), middleOf(after)]
  const factor = apart(before) / apart(after)
  return panned(zoomed(stretch, stretch.from + from * spanOf(stretch), factor), from - to)
}

const middleOf = ([one, other]: Places): number => (one + other) / 2

/** Never nothing: fingers may meet. */
const apart = ([one, other]: Places): number => Math.max(0.01, Math.abs(one - other))

/** Lengths of the clock that divide each other well. */
const STEPS = [
  ...[1, 5, 15, 30].map((n) => n * SECOND),
  ...[1, 5, 15, 30].map((n) => n * MINUTE),
  ...[1, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7].map((n) => n * DAY),
] as const

/** Counts of months that divide a year, or years. */
const MONTH_STEPS = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200] as const

/** The first Monday of the clock: weeks are counted from it. */
const MONDAY = 4 * DAY

/** A line of the scale. */
export interface Tick {
  readonly at: number
  readonly label: string
  /** A new day on a scale of hours, a new month on one of days, a new year on one of months. */
  readonly isMajor: boolean
}

/** The lines of the scale: as many as have room. */
export function ticksOf(stretch: Stretch, room: number): readonly Tick[] {
  const least = spanOf(stretch) / Math.max(1, room)
  const step = STEPS.find((one) => one >= least)
  if (step !== undefined) return evenTicks(stretch, step)
  const months = MONTH_STEPS.find((one) => one * MONTH >= least) ?? 2400
  return monthTicks(stretch, months)
}

function evenTicks({ from, to }: Stretch, step: number): Tick[] {
  const origin = step === 7 * DAY ? MONDAY : 0
  const ticks: Tick[] = []
  const first = Math.ceil((Math.max(0, from) - origin) / step) * step + origin
  for (let at = first; at <= Math.min(to, LAST_INSTANT_MS); at += step) {
    const date = new Date(at)
    const isDay = at % DAY === 0
    const isMajor = step >= DAY ? date.getUTCDate() <= step / DAY && at % DAY === 0 : isDay
    ticks.push({ at, label: isDay ? dayText(date) : timeText(date, step), isMajor })
  }
  return ticks
}

function monthTicks({ from, to }: Stretch, step: number): Tick[] {
  const ticks: Tick[] = []
  const start = new Date(Math.max(0, from))
  const first = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step
  for (let month = first; ; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12)
    if (at > Math.min(to, LAST_INSTANT_MS)) return ticks
    const isYear = month % 12 === 0
    const year = String(Math.floor(month / 12))
    if (at >= Math.max(0, from))
      ticks.push({ at, label: isYear ? year : (MONTHS[month % 12] ?? ''), isMajor: isYear })
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const dayText = (date: Date): string => `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`

const timeText = (date: Date, step: number): string => date.toISOString().slice(11, step < MINUTE ? 19 : 16)

/** How far one press of an arrow goes: a tenth of what lies between two lines of the scale. */
export function keyStep(stretch: Stretch): number {
  const least = spanOf(stretch) / 100
  return STEPS.find((one) => one >= least) ?? Math.round(least / DAY) * DAY
}

/** The lengths that a view of the whole picks from. */
const SPANS = [
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  3 * DAY,
  7 * DAY,
  14 * DAY,
  MONTH,
  2 * MONTH,
  3 * MONTH,
  6 * MONTH,
  YEAR,
] as const

/** A stretch around the present on which one sees an instant behind it and one ahead. */
export function fitting(now: number, behind: number, ahead: number): Stretch {
  const least = Math.max((now - behind) / NOW_SHARE, (ahead - now) / (1 - NOW_SHARE)) * 1.06
  const span = SPANS.find((one) => one >= least) ?? least
  return around(now, Math.min(SPAN_MAX, span))
}
