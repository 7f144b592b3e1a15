/** Timers may fire this many ms early. A client that waits exactly as long as asked is on time. */
export const EARLY_MS = 2

/** Returns NaN if the list is empty. */
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

export const inMs = (ms: number): string => `${Math.max(0, Math.round(ms))} ms`
