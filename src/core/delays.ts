import { durationMs, parseDuration } from './durations.js'

/** Node's timers end here: a longer one would fire at once. */
export const DELAY_MS_MAX = 2 ** 31 - 1

/**
 * Reads a delay as whole ms of 0 or more. A number is ms, in quotes too, where other durations take it for seconds;
 * other text is a duration ("200ms", "1.5s").
 *
 * @returns undefined for anything else; whether a timer can wait that long is for the caller to see
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
