import { addDuration, parseDuration } from '../../src/core/durations.js'
import { nextMonthStart, parseInstant } from '../../src/core/instants.js'

/** Parses times the way people type them. All times are in UTC. */

/** An instant in ms, or an offset from now. */
export type TypedTime = { readonly set: number } | { readonly advance: string }

const DAY_MS = 86_400_000

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Shown at a field whose text can't be parsed. */
export const TIME_HINT = 'Try 90s, +1h30m, 18:00, tomorrow 9:00, next monday or 2026-02-01.'

/**
 * E.g. "90s", "2 hours", "18:00" (the next one), "tomorrow", "next monday 9:00" or "2026-02-01 18:00".
 *
 * @param now ms
 */
export function typedTime(text: string, now: number): TypedTime | undefined {
  const typed = text.trim()
  const instant = parseInstant(typed.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T'))
  if (instant !== undefined) return { set: instant }
  const duration = compact(typed)
  if (parseDuration(duration) !== undefined) return { advance: duration }
  const at = namedInstant(typed.toLowerCase().split(/[\s,]+/), now)
  return at === undefined ? undefined : { set: at }
}

/** In ms. */
export function instantOf(time: TypedTime, now: number): number {
  if ('set' in time) return time.set
  const duration = parseDuration(time.advance)
  return duration === undefined ? now : addDuration(now, duration)
}

/** An ISO 8601 instant, or the text itself if it can't be parsed. */
export function instantText(text: string, now: number): string {
  const time = typedTime(text, now)
  return time === undefined ? text : isoText(instantOf(time, now), text)
}

/** An instant or an offset such as "+90s", or the text itself if it can't be parsed. */
export function momentText(text: string, now: number): string {
  const time = typedTime(text, now)
  if (time === undefined) return text
  if ('set' in time) return isoText(time.set, text)
  return /^[+-]/.test(time.advance) ? time.advance : `+${time.advance}`
}

function isoText(ms: number, typed: string): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? typed : date.toISOString()
}

const UNITS = [
  [/weeks?|wks?/g, 'w'],
  [/days?/g, 'd'],
  [/hours?|hrs?/g, 'h'],
  [/minutes?|mins?/g, 'm'],
  [/seconds?|secs?/g, 's'],
] as const

/** "in 1 hour 30 min" → "1h30m". Leaves ISO 8601 durations alone. */
function compact(text: string): string {
  if (/^[+-]?P/.test(text)) return text
  const short = UNITS.reduce((all, [word, unit]) => all.replace(word, unit), text.toLowerCase())
  return short.replace(/^in /, '').replaceAll(/\s+/g, '')
}

/** "tomorrow", "tomorrow 18:00", "18:00", "next monday" or "next month". */
function namedInstant(words: readonly string[], now: number): number | undefined {
  const time = timeOfDay(words.at(-1) ?? '')
  const names = time === undefined ? words : words.slice(0, -1)
  const today = now - (now % DAY_MS)
  if (names.length === 0 && time !== undefined) return today + time + (today + time > now ? 0 : DAY_MS)
  const day = dayOf(names.filter((word) => word !== 'at').join(' '), today)
  return day === undefined ? undefined : day + (time ?? 0)
}

/** "18:00", "6pm" or "noon", in ms since midnight. */
function timeOfDay(word: string): number | undefined {
  if (word === 'noon') return DAY_MS / 2
  if (word === 'midnight') return 0
  const [, hour, minute = '00', second = '00', half] =
    /^(\d\d?)(?::(\d\d)(?::(\d\d))?)?(am|pm)?$/.exec(word) ?? []
  if (hour === undefined || (!word.includes(':') && half === undefined)) return undefined
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  const [minutes, seconds] = [Number(minute), Number(second)]
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** Midnight at the start of that day. */
function dayOf(name: string, today: number): number | undefined {
  if (name === 'today') return today
  if (name === 'tomorrow') return today + DAY_MS
  if (name === 'yesterday') return today - DAY_MS
  if (name === 'next week') return nextWeekday(1, today)
  if (name === 'next month' || name === 'month end') return nextMonthStart(today)
  if (name === 'next year') return Date.UTC(new Date(today).getUTCFullYear() + 1, 0)
  const [, short = ''] = /^(?:next |on )?([a-z]{3,})$/.exec(name) ?? []
  const weekday = short === '' ? -1 : WEEKDAYS.findIndex((one) => one.startsWith(short))
  return weekday < 0 ? undefined : nextWeekday(weekday, today)
}

/** Never today itself. */
const nextWeekday = (weekday: number, today: number): number =>
  today + (((weekday - new Date(today).getUTCDay() + 6) % 7) + 1) * DAY_MS
