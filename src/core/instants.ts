/** 9999-12-31T23:59:59.999Z, the last instant we support, since ISO 8601 uses four-digit years. */
export const LAST_INSTANT_MS = 253_402_300_799_999

const MINUTE_MS = 60_000

/** Either a date, or a date and a time with optional seconds and decimals, in ISO 8601's extended format. */
const ISO_INSTANT =
  /^(?!-000000)(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::\d\d)?)?)?$/

/** A number with fewer digits is probably a year, or in seconds. */
const MS_DIGITS = /^\d{5,}$/

/**
 * Parses an ISO 8601 date or date-time, or a whole number of ms since 1970, which needs at least five digits if it's
 * text. The default time zone is UTC. Cuts off anything below a ms, and doesn't check the range.
 *
 * @returns ms since 1970 (UTC), or undefined for anything else, including dates that don't exist
 */
export function parseInstant(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined
  if (MS_DIGITS.test(value)) return finite(Number(value))
  const match = ISO_INSTANT.exec(value)
  if (match === null) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', decimals = '', zone = 'Z'] = match
  const midnight = midnightOf(Number(year), Number(month), Number(day))
  const time = timeOfDay(Number(hour), Number(minute), Number(second), decimals)
  const offset = zoneOffset(zone)
  if (midnight === undefined || time === undefined || offset === undefined) return undefined
  return midnight + time - offset
}

/** Numbers from here to `SECONDS_END` are dates from 2001 to 5138 if in seconds, but from 1970 to 1973 if in ms. */
const SECONDS_BEGIN = 1e9

/** In ms since 1970. `askIfSeconds` doesn't apply to this instant or later ones. */
export const SECONDS_END = 1e11

/** Returns a question for the user if a number of ms since 1970 looks more like seconds. */
export function askIfSeconds(value: unknown): string | undefined {
  const seconds = typeof value === 'string' && MS_DIGITS.test(value) ? Number(value) : value
  if (typeof seconds !== 'number' || seconds < SECONDS_BEGIN || seconds >= SECONDS_END) return undefined
  return `is that in seconds? In ms it is ${seconds * 1000}; otherwise write ${formatInstant(seconds)}`
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined
}

function midnightOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  // Date.UTC would treat the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  // If the month doesn't have that day, it rolls over into the next month.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

function timeOfDay(hour: number, minute: number, second: number, decimals: string): number | undefined {
  if (hour > 24 || minute > 59 || second > 59) return undefined
  const ms = Number(decimals.slice(0, 3).padEnd(3, '0'))
  // In ISO 8601, 24:00 is the end of a day.
  if (hour === 24 && (minute > 0 || second > 0 || /[1-9]/.test(decimals))) return undefined
  return (hour * 60 + minute) * MINUTE_MS + second * 1000 + ms
}

/** Converts 'Z', '+hh' or '+hh:mm' to ms east of UTC. */
function zoneOffset(zone: string): number | undefined {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4))
  if (hours > 23 || minutes > 59) return undefined
  const offset = (hours * 60 + minutes) * MINUTE_MS
  return zone.startsWith('-') ? -offset : offset
}

/**
 * Formats ms since 1970 as ISO 8601 in UTC with milliseconds, up to `LAST_INSTANT_MS`.
 *
 * @throws RangeError for NaN and for instants before the year -271821
 */
export function formatInstant(ms: number): string {
  return new Date(Math.min(ms, LAST_INSTANT_MS)).toISOString()
}

let lastDate = { second: Number.NaN, text: '' }

/** For a `Date` header. Caches the last result, since many responses share a second. */
export function httpDate(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== lastDate.second) lastDate = { second, text: new Date(ms).toUTCString() }
  return lastDate.text
}

/** The UTC month as 'YYYY-MM', up to '9999-12'. @param ms since 1970, not negative */
export function monthKey(ms: number): string {
  return formatInstant(ms).slice(0, 7)
}

/** The month is in UTC. Takes and returns ms since 1970. */
export function monthStart(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** The month is in UTC. Takes and returns ms since 1970. The result may exceed `LAST_INSTANT_MS`. */
export function nextMonthStart(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}
