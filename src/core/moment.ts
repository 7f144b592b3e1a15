import { durationMs, parseDuration } from './durations.js'
import { LAST_INSTANT_MS, parseInstant } from './instants.js'

/** Either an instant or an offset from an origin that may not be known yet, in ms (docs/DESIGN.md section 4, Time). */
export type Moment = { readonly at: number } | { readonly offset: number }

export function instantOf(moment: Moment, origin: number): number {
  return 'at' in moment ? moment.at : origin + moment.offset
}

/**
 * Parses an instant that a clock can show: ISO 8601 or ms since 1970, from 1970 to 9999.
 *
 * @returns ms since 1970, or undefined for anything else
 */
export function readInstant(value: string | number): number | undefined {
  const at = parseInstant(value)
  return at !== undefined && at >= 0 && at <= LAST_INSTANT_MS ? at : undefined
}

/**
 * Parses an offset from the origin if there's a leading + or -, and otherwise an instant. Moments before 1970 or after
 * 9999 are allowed, even though a clock can't show them (docs/gaps.md, Expiry).
 *
 * @returns undefined for anything else, and for months and years, whose length varies
 */
export function readMoment(value: string | number | bigint): Moment | undefined {
  if (typeof value === 'string' && /^[-+]/.test(value)) {
    const offset = readDurationMs(value)
    if (offset !== undefined) return { offset }
  }
  const at = parseInstant(typeof value === 'bigint' ? Number(value) : value)
  return at === undefined ? undefined : { at }
}

/** Parses a fixed-length duration such as "90s" or "1h30m". A bare number is in seconds. */
export function readDurationMs(value: string | number): number | undefined {
  const duration = parseDuration(value)
  return duration === undefined ? undefined : durationMs(duration)
}
