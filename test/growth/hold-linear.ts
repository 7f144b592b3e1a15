import { expect } from 'vitest'

/**
 * Twice as much input takes 2.5 times the processor time at most. Of two sizes that differ by eight, so that noise
 * weighs less.
 *
 * A square shows only where it takes some share of the work. So an input is made as long as it takes for its work to tell,
 * its credential is right (`askAllowed`), what was stored is read, and where no more than so many of something are looked
 * at (`PROBLEMS_MAX`) the sizes stay below that.
 *
 * There are 92 shapes of text in `shapes.ts` and `stored.test.ts`, each tried on all that takes such text; some thirty
 * more, mostly of two numbers, stand in the tests themselves.
 */

const FACTOR = 8
const RATIO_MAX = 2.5 ** 3
/** In µs: a shorter input that takes less is made longer, or the rest of a request would hide what it takes. */
const ENOUGH = 1000
/** In µs: less than this says nothing, of whatever length. */
const FLOOR = 300
/** The quickest of several runs is the least disturbed; where it still looks slow, it is tried again. */
const RUNS = 2
const TRIES = 3
const PROBES = 3
const ATTEMPTS = 3
/** So many times as much as it began with is tried to see something. */
const LONGER_MAX = 64
/** In µs: what takes longer is measured once, and again only where it looks slow: tidying up much may make that of it. */
const CERTAIN = 500_000

/** What is done with an input; a promise where it takes turns. */
export type Work<Input = string> = (input: Input) => Promise<unknown> | unknown

/**
 * Tried again with four times as much where it looks slow: noise passes, and so does a step to another way for what is
 * long; what is quadratic shows the more.
 *
 * @param n the size to begin with
 * @param shape makes an input of a size, outside of what is measured
 * @param most the largest size that is taken, or of which all is looked at
 */
export async function holdLinear<Input>(
  n: number,
  shape: (n: number) => Input | Promise<Input>,
  work: Work<Input>,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const found: string[] = []
  const first = await tellingSize(n, shape, work, Math.min(most, LONGER_MAX * n))
  let size = first
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [short, long] = await quickest(await shape(size), await shape(FACTOR * size), work)
    const ratio = long / Math.max(FLOOR, short)
    if (ratio < RATIO_MAX) return
    found.push(`${short} µs for ${size} characters, ${long} µs for ${FACTOR} times as many`)
    // Twice more than noise makes of it.
    if (ratio > 2 * RATIO_MAX && attempt > 0) break
    if (long <= CERTAIN) size = Math.max(size, Math.min(4 * size, Math.floor(most / FACTOR)))
  }
  expect.fail(found.join('; '))
}

/** The least size, doubled from n on, whose work takes long enough to tell; else the largest that there may be eight of. */
async function tellingSize<Input>(
  n: number,
  shape: (n: number) => Input | Promise<Input>,
  work: Work<Input>,
  most: number,
): Promise<number> {
  let size = n
  while (2 * FACTOR * size <= most) {
    const input = await shape(size)
    // The first run may take long for having been the first, and any for what the engine tidies up.
    let least = Number.POSITIVE_INFINITY
    for (let run = 0; run < PROBES && least >= ENOUGH; run++)
      least = Math.min(least, await microseconds(work, input))
    if (least >= ENOUGH) break
    size *= 2
  }
  return size
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
      // The long one first and less often: what is run rarely is slow, which on the short side would hide a square.
      longMin = Math.min(longMin, await microseconds(work, long))
      shortMin = Math.min(shortMin, await microseconds(work, short), await microseconds(work, short))
      if (longMin > CERTAIN) return [shortMin, longMin]
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
