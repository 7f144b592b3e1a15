/** How many times as long the longer input is. */
const FACTOR = 8
/** Runs of each size: the quickest of them is the least disturbed by whatever else the machine does. */
const RUNS = 7

/** What growth() stays below for linear work, with room for noise: quadratic work takes 64 times as long. */
export const LINEAR_MAX = 3 * FACTOR

/** What growth() stays below where the length does not matter, with room for noise: linear work takes 8 times as long. */
export const SAME_MAX = FACTOR / 2

/**
 * How many times as much processor time work takes when its input is eight times as long. A ratio, so that no slow
 * machine fails a test.
 *
 * @param inputOf makes an input of about n characters, outside of what is measured
 */
export function growth<T>(n: number, inputOf: (n: number) => T, work: (input: T) => unknown): number {
  const short = inputOf(n)
  const long = inputOf(FACTOR * n)
  let [shortMin, longMin] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // By turns, so that what disturbs one size disturbs the other too.
  for (let run = 0; run < RUNS; run++) {
    shortMin = Math.min(
      shortMin,
      timeOf(() => work(short)),
    )
    longMin = Math.min(
      longMin,
      timeOf(() => work(long)),
    )
  }
  return longMin / Math.max(1, shortMin)
}

/** In µs of processor time. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
