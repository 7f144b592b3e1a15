import { isRecord } from './objects.js'

/** Months are separate since their length varies. Both are whole numbers with the same sign. */
export interface Duration {
  readonly months: number
  readonly ms: number
}

const UNITS = [
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

const SECONDS = /^[+-]?\d+(?:\.\d+)?$/
const COMPACT = new RegExp(
  `^([+-]?)(?=\\d)${UNITS.map(([unit]) => `(?:(\\d+(?:\\.\\d+)?)${unit})?`).join('')}$`,
)
const ISO_DURATION =
  /^([+-]?)P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?=.)(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/

/**
 * Parses a duration. Numbers and plain digits are seconds, e.g. `"90"` or `1.5`. With units, which must be in the order
 * w d h m s ms (where m is minutes), you can write `"1h30m"`, `"2d"` or `"200ms"`. ISO 8601 works too, e.g. `"P1M"` for
 * a month and `"PT1M"` for a minute. A sign may come first. Months and years must be whole. Fractions of a ms are
 * rounded up, so that a wait is never too short.
 *
 * @returns undefined for anything else, or if the ms aren't a safe integer
 */
export function parseDuration(value: string | number): Duration | undefined {
  if (typeof value === 'number') return durationOf(0, value * 1000)
  if (SECONDS.test(value)) return durationOf(0, Number(value) * 1000)
  const compact = COMPACT.exec(value)
  if (compact !== null) {
    const [, sign, ...amounts] = compact
    return signed(sign, 0, sumOf(amounts))
  }
  const iso = ISO_DURATION.exec(value)
  if (iso === null) return undefined
  const [, sign, years, months, ...amounts] = iso
  return signed(sign, amountOf(years) * 12 + amountOf(months), sumOf(amounts))
}

/** Suggests the short form of e.g. `"15 minutes"`, `"minute"` or `{minutes: 15}`, or returns undefined. */
export function meantDuration(value: unknown): string | undefined {
  const words = isRecord(value) ? Object.entries(value).map(([unit, amount]) => `${amount} ${unit}`) : [value]
  // As a field, "min" is the lower end of a range, not a minute.
  const word = isRecord(value) ? WORD_OF_FIELD : WORD
  const parts = words.map((text) => shortPart(String(text).trim(), word))
  const ordered = UNIT_WORDS.flatMap((name) => parts.find((part) => part?.endsWith(name.charAt(0))) ?? [])
  return parts.length > 0 && ordered.length === parts.length ? ordered.join('') : undefined
}

const UNIT_WORDS = ['weeks', 'days', 'hours', 'minutes', 'seconds']
const WORD = /^([+-]?\d+(?:\.\d+)?) ?([a-z]{3,})$/i
const WORD_OF_FIELD = /^([+-]?\d+(?:\.\d+)?) ([a-z]{4,})$/i

function shortPart(text: string, word: RegExp): string | undefined {
  if (UNIT_WORDS.includes(`${text}s`)) return `1${text.charAt(0)}`
  const [, amount, name = ''] = word.exec(text) ?? []
  const unit = UNIT_WORDS.find((one) => one.startsWith(name.toLowerCase().slice(0, 3)))
  return amount === undefined || unit === undefined ? undefined : amount + unit.charAt(0)
}

function amountOf(text: string | undefined): number {
  return text === undefined ? 0 : Number(text.replace(',', '.'))
}

function sumOf(amounts: readonly (string | undefined)[]): number {
  return UNITS.reduce((sum, [, unitMs], index) => sum + amountOf(amounts[index]) * unitMs, 0)
}

function signed(sign: string | undefined, months: number, ms: number): Duration | undefined {
  return sign === '-' ? durationOf(-months, -ms) : durationOf(months, ms)
}

function durationOf(months: number, ms: number): Duration | undefined {
  const nearest = Math.round(ms)
  // In binary, 0.3 s isn't exactly 300 ms, so anything within the rounding error counts as whole.
  const isWhole = Math.abs(ms - nearest) <= Math.abs(ms) * 4 * Number.EPSILON
  const whole = isWhole ? nearest : Math.sign(ms) * Math.ceil(Math.abs(ms))
  if (!Number.isSafeInteger(whole) || !Number.isSafeInteger(months)) return undefined
  // Adding 0 turns -0 into 0.
  return { months: months + 0, ms: whole + 0 }
}

/**
 * Moves an instant (in ms since 1970) by a duration, months first. Months follow the UTC calendar and keep the time of
 * day. If the resulting month is too short for the day, you get its last day.
 *
 * @returns ms since 1970, or ±Infinity outside the years ±271821
 */
export function addDuration(instantMs: number, duration: Duration): number {
  if (duration.months === 0) return instantMs + duration.ms
  const date = new Date(instantMs)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + duration.months)
  date.setUTCDate(Math.min(day, daysInMonth(date)))
  const moved = date.getTime()
  return Number.isNaN(moved) ? duration.months * Number.POSITIVE_INFINITY : moved + duration.ms
}

function daysInMonth(date: Date): number {
  const last = new Date(date)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return last.getUTCDate()
}

/** Returns undefined for a duration with months, since their length varies. */
export function durationMs(duration: Duration): number | undefined {
  return duration.months === 0 ? duration.ms : undefined
}

/** Formats ms the way `parseDuration` reads them, e.g. "1h30m", "2d", "-1ms" or "0s". Fractions of a ms are rounded. */
export function formatDuration(ms: number): string {
  let rest = Math.abs(Math.round(ms))
  let text = ''
  // No weeks, since "9d" reads better than "1w2d".
  for (const [unit, unitMs] of UNITS.slice(1)) {
    const amount = Math.floor(rest / unitMs)
    if (amount > 0) text += `${amount}${unit}`
    rest -= amount * unitMs
  }
  if (text === '') return '0s'
  return ms < 0 ? `-${text}` : text
}

/** Node's longest timer. Anything longer fires immediately. */
export const DELAY_MS_MAX = 2 ** 31 - 1

/**
 * Parses a delay into whole ms (0 or more). Unlike in other durations, a bare number is in ms here, quoted or not.
 * Other text is a duration such as "200ms" or "1.5s".
 *
 * @returns undefined for anything else. Doesn't check `DELAY_MS_MAX`.
 */
export function parseDelay(value: string | number): number | undefined {
  const ms = typeof value === 'string' && !/^[+-]?[\d.]+$/.test(value) ? lengthOf(value) : Number(value)
  // Adding 0 turns -0 into 0.
  return ms !== undefined && Number.isSafeInteger(ms) && ms >= 0 ? ms + 0 : undefined
}

function lengthOf(text: string): number | undefined {
  const duration = parseDuration(text)
  return duration === undefined ? undefined : durationMs(duration)
}
