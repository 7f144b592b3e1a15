import { durationMs, parseDuration } from './durations.js'
import { LAST_INSTANT_MS, parseInstant } from './instants.js'

/**
 * Either an instant, or an offset from an origin that may not be known yet (docs/DESIGN.md section 4, Time). All in ms.
 */
export type Moment = { readonly at: number } | { readonly offset: number }

/** Returns ms since 1970. */
export function instantOf(moment: Moment, origin: number): number {
  return 'at' in moment ? moment.at : origin + moment.offset
}

/**
 * Parses an instant that a clock can be set to: ISO 8601 or ms since 1970, from 1970 to 9999.
 *
 * @returns ms since 1970, or undefined for anything else
 */
export function readInstant(value: string | number): number | undefined {
  const at = parseInstant(value)
  return at !== undefined && at >= 0 && at <= LAST_INSTANT_MS ? at : undefined
}

/**
 * Parses a moment: with a leading + or - it is an offset from the origin, otherwise an instant. It may lie outside a
 * clock's range, before 1970 or after 9999 (docs/gaps.md, Expiry).
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

/** Parses a duration of fixed length ("90s", "1h30m"; a bare number is seconds) into ms. */
export function readDurationMs(value: string | number): number | undefined {
  const duration = parseDuration(value)
  return duration === undefined ? undefined : durationMs(duration)
}
