/** How early a timer may fire, in ms: a client that waits for as long as was asked is on time. */
export const EARLY_MS = 2

/** NaN for an empty list. */
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Whole ms, for sentences. */
export const inMs = (ms: number): string => `${Math.max(0, Math.round(ms))} ms`
