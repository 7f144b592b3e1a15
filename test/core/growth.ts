/** Runs of each size: the quickest of them is the least disturbed by whatever else the machine does. */
const RUNS = 5

/**
 * How many times as much processor time work takes when its input is four times as long: about 4 where it is linear,
 * about 16 where it is quadratic. A ratio, so that no slow machine fails a test.
 *
 * @param inputOf makes an input of about n characters, outside of what is measured
 */
export function growth<T>(n: number, inputOf: (n: number) => T, work: (input: T) => unknown): number {
  return quickest(inputOf(4 * n), work) / quickest(inputOf(n), work)
}

/** What growth() stays below for linear work, with room for noise; quadratic work exceeds it. */
export const LINEAR_MAX = 9

/** In µs of processor time, of one run. */
function quickest<T>(input: T, work: (input: T) => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage()
    work(input)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.max(1, Math.min(...times))
}
