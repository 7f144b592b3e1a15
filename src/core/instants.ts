/** The last instant the emulator knows, 9999-12-31T23:59:59.999Z: the end of what ISO 8601 writes with four-digit years. */
export const LAST_INSTANT_MS = 253_402_300_799_999

const MINUTE_MS = 60_000

/** ISO 8601 in its extended form: a date, or a date and a time with minutes, seconds or decimals. */
const ISO_INSTANT =
  /^(?!-000000)(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::\d\d)?)?)?$/

/** Fewer digits are more likely a year or a count of seconds than ms since 1970. */
const MS_DIGITS = /^\d{5,}$/

/**
 * Reads an instant: an ISO 8601 date or date-time, or a whole number of ms since 1970, which as text has at
 * least five digits. Without a zone it is UTC; decimals beyond a ms are cut off. Whether it is in a range
 * that the emulator can use is for the caller to check.
 * @returns ms since 1970 (UTC), or undefined for anything else, dates that do not exist included
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

/** In seconds, numbers from here to SECONDS_END are instants of the years 2001 to 5138; in ms, of 1970 to 1973. */
const SECONDS_BEGIN = 1e9

/** From this instant on (ms since 1970) a clock has passed all that `askIfSeconds` asks about. */
export const SECONDS_END = 1e11

/**
 * Asks whether a number that would be read as ms since 1970 is meant in seconds.
 *
 * @returns the question, with both ways to write it; undefined for anything else
 */
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
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  // A day that the month does not have rolls over into the next month.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

function timeOfDay(hour: number, minute: number, second: number, decimals: string): number | undefined {
  if (hour > 24 || minute > 59 || second > 59) return undefined
  const ms = Number(decimals.slice(0, 3).padEnd(3, '0'))
  // ISO 8601 writes the end of a day as 24:00.
  if (hour === 24 && (minute > 0 || second > 0 || /[1-9]/.test(decimals))) return undefined
  return (hour * 60 + minute) * MINUTE_MS + second * 1000 + ms
}

/** Takes 'Z', '+hh' or '+hh:mm'; returns ms east of UTC. */
function zoneOffset(zone: string): number | undefined {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4))
  if (hours > 23 || minutes > 59) return undefined
  const offset = (hours * 60 + minutes) * MINUTE_MS
  return zone.startsWith('-') ? -offset : offset
}

/**
 * Writes ms since 1970 as ISO 8601 in UTC with milliseconds. What is beyond LAST_INSTANT_MS, Infinity included, is
 * shown as that instant.
 * @throws RangeError for NaN and for instants before the year -271821
 */
export function formatInstant(ms: number): string {
  return new Date(Math.min(ms, LAST_INSTANT_MS)).toISOString()
}

/** The UTC month of an instant (ms since 1970, not negative) as 'YYYY-MM'; beyond LAST_INSTANT_MS it stays '9999-12'. */
export function monthKey(ms: number): string {
  return formatInstant(ms).slice(0, 7)
}

/** The first ms of the UTC month that holds this instant (ms since 1970, not negative). */
export function monthStart(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** The first ms of the UTC month after this instant's (ms since 1970, not negative); it may be beyond LAST_INSTANT_MS. */
export function nextMonthStart(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}
