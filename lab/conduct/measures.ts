/** Timers may fire this many ms early; a client that waits exactly as asked is on time. */
export const EARLY_MS = 2

/** NaN for an empty list. */
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Whole ms, for sentences. */
export const inMs = (ms: number): string => `${Math.max(0, Math.round(ms))} ms`
