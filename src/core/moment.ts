import { durationMs, parseDuration } from './durations.js'
import { LAST_INSTANT_MS, parseInstant } from './instants.js'

/**
 * A point in virtual time as a person writes it: an instant, or so long after (or before) an origin that may
 * not be known yet (docs/DESIGN.md section 4, Time). All in ms.
 */
export type Moment = { readonly at: number } | { readonly offset: number }

/** The instant that a moment means, in ms since 1970. */
export function instantOf(moment: Moment, origin: number): number {
  return 'at' in moment ? moment.at : origin + moment.offset
}

/**
 * Reads an instant that a clock can be set to: ISO 8601 or ms since 1970, from 1970 to 9999.
 *
 * @returns ms since 1970, or undefined for anything else
 */
export function readInstant(value: string | number): number | undefined {
  const at = parseInstant(value)
  return at !== undefined && at >= 0 && at <= LAST_INSTANT_MS ? at : undefined
}

/**
 * Reads a moment: a duration led by + or - counts from the origin; else it is an instant. It may be outside
 * of what a clock shows: before 1970, which a relative time may reach, or after the last date (docs/gaps.md,
 * Expiry).
 *
 * @returns undefined for anything else, and for months and years, which are of no fixed length
 */
export function readMoment(value: string | number | bigint): Moment | undefined {
  if (typeof value === 'string' && /^[-+]/.test(value)) {
    const offset = readDurationMs(value)
    if (offset !== undefined) return { offset }
  }
  const at = parseInstant(typeof value === 'bigint' ? Number(value) : value)
  return at === undefined ? undefined : { at }
}

/** Reads a duration of fixed length ("90s", "1h30m"; a bare number is seconds) as ms. */
export function readDurationMs(value: string | number): number | undefined {
  const duration = parseDuration(value)
  return duration === undefined ? undefined : durationMs(duration)
}
