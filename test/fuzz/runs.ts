import fc, { type IAsyncProperty } from 'fast-check'
import { expect } from 'vitest'
import { tally } from '../trust/tally.js'

/** Runs of a property for each seed; FUZZ_RUNS=10000 fuzzes for longer. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 0)
/** FUZZ_SEED=… runs that seed alone: a failure names the one that found it. */
const SEED = process.env.FUZZ_SEED

/** One that every run goes through, and a fresh one. */
const seeds: readonly number[] =
  SEED === undefined ? [20_260_131, Math.floor(Math.random() * 2 ** 31)] : [Number(SEED)]

/**
 * Holds a property to random input, from a seed that stays and from one that is new each time. Whatever fails is made
 * small; the failure names seed and path.
 *
 * @param runs how many a seed stands for, where FUZZ_RUNS says nothing else
 */
export async function fuzz<T>(property: IAsyncProperty<T>, runs: number): Promise<void> {
  const numRuns = RUNS > 0 ? RUNS : runs
  for (const seed of seeds) {
    await fc.assert(property, { seed, numRuns })
    // Tests of one kind have a heading in common.
    const [what = ''] = expect.getState().currentTestName?.split(' > ') ?? []
    tally({ of: 'fuzz', what, inputs: numRuns })
  }
}

/** In ms: only what never ends is ended, however many runs were asked for. */
export const FUZZ_TIMEOUT_MS = 600_000 + RUNS * 100
