/** Durations and points in time as they're written in seeds and steps. */

/** Only supports what the steps use, e.g. "-10s", "+1m", "90s", "2d" and "P1M". */
export function addLength(instant: number, length: string): number {
  if (length === 'P1M') return sameDayNextMonth(instant)
  const match = /^([+-]?)(\d+)(ms|s|m|h|d)$/.exec(length)
  if (match === null) throw new Error(`the model doesn't support the duration ${length}`)
  const [, sign, amount, unit = ''] = match
  const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? Number.NaN
  return instant + (sign === '-' ? -1 : 1) * Number(amount) * unitMs
}

/** A month after the 31st is the last day of the next month. */
function sameDayNextMonth(instant: number): number {
  const date = new Date(instant)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const lastDay = new Date(Date.UTC(year, month + 2, 0)).getUTCDate()
  return Date.UTC(year, month + 1, Math.min(day, lastDay)) + (instant % 86_400_000)
}

/** Resolves a time in a seed or fault, which is either an instant or an offset from an origin. */
export function momentOf(moment: string | number, origin: number): number {
  if (typeof moment === 'number') return moment
  return /^[+-]/.test(moment) ? addLength(origin, moment) : Date.parse(moment)
}
