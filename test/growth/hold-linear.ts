import { expect } from 'vitest'

/**
 * Twice as much input takes 2.5 times the processor time at most. Of two sizes that differ by four, so that noise
 * weighs less.
 */

const FACTOR = 4
const RATIO_MAX = 2.5 ** 2
/** The quickest of several runs is the least disturbed; where it still looks slow, it is tried again. */
const RUNS = 2
const TRIES = 3
/** In µs: less than this says nothing, since the rest of a request takes as long. */
const FLOOR = 300

/** What is done with an input; a promise where it takes turns. */
export type Work<Input = string> = (input: Input) => Promise<unknown> | unknown

/**
 * Tried again with twice as much where it looks slow: noise passes, and what is quadratic shows the more.
 *
 * @param shape makes an input of a size, outside of what is measured
 */
export async function holdLinear<Input>(
  n: number,
  shape: (n: number) => Input | Promise<Input>,
  work: Work<Input>,
): Promise<void> {
  const found: string[] = []
  for (let size = n; size <= 4 * n; size *= 2) {
    const [short, long] = await quickest(await shape(size), await shape(FACTOR * size), work)
    const ratio = long / Math.max(FLOOR, short)
    if (ratio < RATIO_MAX) return
    found.push(`${short} µs for ${size} characters, ${long} µs for ${FACTOR} times as many`)
    // Twice more than noise makes of it.
    if (size > n && ratio > 2 * RATIO_MAX) break
  }
  expect.fail(found.join('; '))
}

/** The least µs that the two inputs take. */
async function quickest<Input>(
  short: Input,
  long: Input,
  work: Work<Input>,
): Promise<[short: number, long: number]> {
  let [shortMin, longMin] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let tried = 0; tried < TRIES && !(longMin / shortMin < RATIO_MAX); tried++) {
    for (let run = 0; run < RUNS; run++) {
      shortMin = Math.min(shortMin, await microseconds(work, short))
      longMin = Math.min(longMin, await microseconds(work, long))
    }
  }
  return [shortMin, longMin]
}

/** Of processor time. */
async function microseconds<Input>(work: Work<Input>, input: Input): Promise<number> {
  const before = process.cpuUsage()
  await work(input)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
