/** Times are in ms since 1970, in UTC. */

/** 9999-12-31T23:59:59.999Z */
export const LAST_INSTANT = 253_402_300_799_999

export const monthOf = (instant: number): string => isoOf(instant).slice(0, 7)

export const isoOf = (instant: number): string => new Date(Math.min(instant, LAST_INSTANT)).toISOString()

export function nextMonthAfter(instant: number): number {
  const date = new Date(instant)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
